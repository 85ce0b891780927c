// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/reading/table_reader.hpp"

namespace kanon::io {

/// Read text files through copies (temporary files without a name) where they are not as DuckDB
/// reads them: in another encoding than UTF-8, by the options or by their first bytes, or with
/// blanks behind the delimiters. Nothing is done for other files. What was found stands in
/// `said`. \throws Error{bad_input}, Error{usage}: no such encoding; Error{cancelled}
void prepare_text(SourceFiles& source, const ReadOptions& options, const RunContext& context);

/// For text files that were refused: read those that are no UTF-8 as Windows-1252 if they read well
/// so, and nobody named an encoding. False if nothing was changed. Cost: a pass over the files, and
/// one more to copy them.
[[nodiscard]] bool decode_by_guess(SourceFiles& source,
                                   const ReadOptions& options,
                                   const RunContext& context);

}  // namespace kanon::io

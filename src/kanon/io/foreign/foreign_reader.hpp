// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <string>
#include <vector>

namespace kanon::io {

/// Read the files of other programs (is_foreign()) into a table. Same errors as read_table().
[[nodiscard]] ReadTable read_foreign(const SourceFiles& source,
                                     const ReadOptions& options,
                                     const RunContext& context);

/// The names of their columns, without their rows.
[[nodiscard]] std::vector<std::string> foreign_names(const SourceFiles& source,
                                                     const ReadOptions& options,
                                                     const RunContext& context);

}  // namespace kanon::io

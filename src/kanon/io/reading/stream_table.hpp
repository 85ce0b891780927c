// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/table_reader.hpp"

namespace kanon::io {

/// Read the stream that the options open as read_table() reads a file: marks of missing values and
/// notations of text columns are looked for, rows left out. Columns that are no text stand as they
/// are. Cost as from_arrow(), and once more O(cells) of the text columns.
/// \throws Error{bad_input} as from_arrow(), and if no row is left; Error{cancelled}
[[nodiscard]] ReadTable read_stream(const ReadOptions& options, const RunContext& context);

}  // namespace kanon::io

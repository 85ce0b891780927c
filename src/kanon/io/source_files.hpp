// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/table_format.hpp"
#include "kanon/io/temporary_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kanon::io {

/// The files behind what the user called the input, in the order in which their rows follow.
struct SourceFiles {
    std::vector<std::string> paths;  ///< readable regular files, one or more
    std::vector<std::string> names;  ///< as they stand in messages, one per path
    Format format = Format::csv;     ///< never automatic
    Compression compression = Compression::none;
    std::unique_ptr<TemporaryFile> spool;  ///< holds standard input while it is read
};

/// Find the files of a path, a glob (only where no file has that very name) or `-`.
/// \throws Error{bad_input}: nothing there, a directory, unreadable, empty, of mixed formats, a
/// `.gz` or `.zst` that is none; Error{cancelled} while a pipe is awaited.
[[nodiscard]] SourceFiles find_source_files(const std::string& path,
                                            Format wanted,
                                            const RunContext& context = {});

/// Check that a packed file is whole; DuckDB takes a truncated one for a shorter one.
/// Costs one pass: unpacking for gzip, a walk over block headers for zstd.
/// \throws Error{bad_input}, Error{cancelled} soon after the run was cancelled.
void check_packed_file(const std::string& path,
                       const std::string& name,
                       Compression compression,
                       const RunContext& context);

}  // namespace kanon::io

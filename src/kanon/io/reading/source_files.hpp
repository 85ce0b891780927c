// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/files/file_state.hpp"
#include "kanon/io/files/temporary_file.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::io {

/// A file as it was before its first byte was read.
struct SeenFile {
    std::string path;
    std::optional<FileState> state;
};

/// The files behind what the user called the input, in the order in which their rows follow.
struct SourceFiles {
    std::vector<std::string> paths;  ///< readable regular files, one or more
    std::vector<std::string> names;  ///< as they stand in messages, one per path
    std::vector<SeenFile> seen;      ///< as they were found, one per path
    Format format = Format::csv;     ///< never automatic
    Compression compression = Compression::none;
    std::unique_ptr<TemporaryFile> spool;                ///< of standard input
    std::vector<std::unique_ptr<TemporaryFile>> copies;  ///< read in place of a file, one per path
    bool decoded = false;                                ///< from another encoding
    std::string encoding{};         ///< of the first one, where it is text; "": UTF-8
    bool byte_order_mark = false;   ///< that begins with one
    bool trimmed = false;           ///< of blanks behind delimiters
    std::vector<std::string> said;  ///< see ReadTable

    /// Read one of the files through a copy.
    void read_through(std::size_t index, std::unique_ptr<TemporaryFile> copy);
};

/// The files of a path, a glob (only where no file has that very name) or `-`, which has none.
/// \throws Error{bad_input}: nothing there, a directory, unreadable, empty, an address.
[[nodiscard]] std::vector<std::string> files_of_path(const std::string& path);

/// Find the files of a path, a glob or `-`, and what they are. A file of an archive is unpacked,
/// within ReadOptions::unpack_limit. \throws Error{bad_input}: see files_of_path(), of mixed
/// formats, a `.gz` or `.zst` that is none, an archive in an archive or of several files of which
/// none is named, a foreign_file(), a file of another format than the options ask for;
/// Error{cancelled} while a pipe is awaited.
[[nodiscard]] SourceFiles find_source_files(const std::string& path,
                                            const ReadOptions& options,
                                            const RunContext& context = {});

/// Check that every file is the one that was found, byte for byte as far as the file system tells:
/// what was learnt of a file in one pass need not hold in the next one otherwise.
/// \throws Error{bad_input}
void check_unchanged(const SourceFiles& source);

/// Check that a packed file is whole; DuckDB takes a truncated one for a shorter one.
/// Costs one pass: unpacking for gzip, a walk over block headers for zstd.
/// \throws Error{bad_input}, Error{cancelled} soon after the run was cancelled.
void check_packed_file(const std::string& path,
                       const std::string& name,
                       Compression compression,
                       const RunContext& context);

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace kanon::engine {

/// True for the name of a file of rows in a folder: `*.parquet`, but names that begin with `.` or
/// `_`, under which programs keep other things there.
[[nodiscard]] bool is_parquet_name(const std::string& name);

/// The Parquet files that an address `parquet:path` means, in the order of their names: those of a
/// folder by is_parquet_name(), of a pattern, or the one file.
/// \throws Error{bad_input}: there is none, one is a pipe or a device, or folders
/// `key=value` hold columns of their own.
[[nodiscard]] std::vector<std::string> parquet_files(const std::string& path);

/// What is to be said of folders `key=value` on the way to the files, whose columns are not read:
/// one line, or "".
[[nodiscard]] std::string said_of_folders(const std::string& path);

/// Their rows as SQL of DuckDB, to stand behind FROM. \throws as parquet_files()
[[nodiscard]] std::string parquet_rows(const std::string& path);

/// What private folders for the path stand beside: the folder, the file, or the first one.
[[nodiscard]] std::string parquet_place(const std::string& path);

}  // namespace kanon::engine

// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/parquet_files.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/reading/folder_columns.hpp"
#include "kanon/io/reading/source_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace kanon::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".parquet";

bool is_folder(const std::string& path) {
    std::error_code none;
    return fs::is_directory(path, none);
}

std::vector<fs::directory_entry> entries_of(const std::string& folder) {
    std::error_code fault;
    std::vector<fs::directory_entry> out;
    for (fs::directory_iterator it(folder, fault), end; !fault && it != end; it.increment(fault)) {
        out.push_back(*it);
    }
    if (fault) {
        throw Error(
            ErrorCode::bad_input, "cannot be read: " + fault.message(), Where{.file = folder});
    }
    return out;
}

std::vector<std::string> files_of_folder(const std::string& folder) {
    std::vector<std::string> out;
    for (const fs::directory_entry& entry : entries_of(folder)) {
        const std::string name = entry.path().filename();
        std::error_code none;
        if (entry.is_directory(none) && name.find('=') != std::string::npos) {
            throw Error(ErrorCode::bad_input,
                        "holds folders named key=value, whose columns are not in the files; read "
                        "it by a query of a DuckDB file, or name its files by a pattern",
                        Where{.file = folder});
        }
        if (is_parquet_name(name)) {
            out.push_back(entry.path());
        }
    }
    if (out.empty()) {
        throw Error(ErrorCode::bad_input, "holds no *.parquet file", Where{.file = folder});
    }
    std::ranges::sort(out);
    return out;
}

/// Refuse a pipe or a device among them, which DuckDB would wait for, or read, without end.
void require_regular(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        std::error_code none;
        if (fs::exists(file, none) && !fs::is_regular_file(file, none)) {
            throw Error(ErrorCode::bad_input,
                        "is no regular file; take it out of the source, or name the others",
                        Where{.file = file});
        }
    }
}

}  // namespace

bool is_parquet_name(const std::string& name) {
    return name.ends_with(kEnding) && !name.starts_with('.') && !name.starts_with('_');
}

std::vector<std::string> parquet_files(const std::string& path) {
    std::vector<std::string> out =
        is_folder(path) ? files_of_folder(path) : io::files_of_path(path);
    require_regular(out);
    return out;
}

std::string said_of_folders(const std::string& path) {
    std::vector<std::string> keys;
    for (const std::string& file : parquet_files(path)) {
        for (std::string& key : io::folder_keys(file)) {
            if (std::ranges::find(keys, key) == keys.end()) {
                keys.push_back(std::move(key));
            }
        }
    }
    return keys.empty() ? ""
                        : "columns that stand in the names of folders and not in the files are "
                          "not read: '" +
                              fmt::format("{}", fmt::join(keys, "', '")) +
                              "'; a query of a DuckDB file reads them, by read_parquet(..., "
                              "hive_partitioning = true)";
}

std::string parquet_rows(const std::string& path) {
    return "read_parquet(" + io::sql_file_list(parquet_files(path)) +
           ", hive_partitioning = false)";
}

std::string parquet_place(const std::string& path) {
    std::error_code none;
    return fs::exists(path, none) || path.find_first_of("*?[") == std::string::npos
               ? fs::path(path + "/").parent_path().string()
               : parquet_files(path).front();
}

}  // namespace kanon::engine

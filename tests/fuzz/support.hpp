// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/table_file.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// What harnesses share that feed readers of files.
namespace kanon::fuzz {

/// A folder in memory where there is one, gone when the process ends in order.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    /// The path of a file of it.
    [[nodiscard]] std::string at(std::string_view name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

[[nodiscard]] std::string text_of(const std::uint8_t* data, std::size_t size);

void write_bytes(const std::string& path, std::string_view bytes);

[[nodiscard]] std::string bytes_of(const std::string& path);

/// The table with all of its rows, blank ones too, or none where the reader refuses the file with a
/// kanon::Error.
[[nodiscard]] std::optional<Table> table_or_refused(const std::string& path,
                                                    const ReadOptions& options = {});

void write_table(const Table& table, const std::string& path);

/// Check that every column has a name and a valid code for each row.
void check_whole(const Table& table);

/// Check names, missing cells and texts.
void check_same_cells(const Table& a, const Table& b);

/// Check that the table is whole, and the same after it was written to `path` and read again.
void check_survives(const Table& table, const std::string& path);

}  // namespace kanon::fuzz

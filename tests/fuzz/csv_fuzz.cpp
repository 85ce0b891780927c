// SPDX-License-Identifier: Apache-2.0
// Any bytes as a CSV file: read_table refuses them with a kanon::Error, or gives a table that is
// whole and survives being written and read again.
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/table/table.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace {

/// A folder in memory where there is one, gone when the process ends in order.
class Folder {
public:
    Folder() : path_(root() / ("kanon_csv_fuzz." + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
    }

    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

private:
    static std::filesystem::path root() {
        const std::filesystem::path memory = "/dev/shm";
        return std::filesystem::is_directory(memory) ? memory
                                                     : std::filesystem::temp_directory_path();
    }

    std::filesystem::path path_;
};

void check_whole(const kanon::Table& table) {
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const kanon::Column& column = table.column(j);
        KANON_CHECK(!column.name.empty());
        KANON_CHECK(column.codes.size() == table.row_count());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            KANON_CHECK(column.codes[row] < column.dictionary->size());
        }
    }
}

void check_same_cells(const kanon::Table& a, const kanon::Table& b) {
    KANON_CHECK(a.column_count() == b.column_count());
    KANON_CHECK(a.row_count() == b.row_count());
    for (std::size_t j = 0; j < a.column_count(); ++j) {
        const kanon::Column& left = a.column(j);
        const kanon::Column& right = b.column(j);
        KANON_CHECK(left.name == right.name);
        for (std::size_t row = 0; row < a.row_count(); ++row) {
            KANON_CHECK(left.dictionary->is_missing(left.codes[row]) ==
                        right.dictionary->is_missing(right.codes[row]));
            KANON_CHECK(left.text(row) == right.text(row));
        }
    }
}

kanon::Table write_and_read(const kanon::Table& table, const std::string& path) {
    kanon::WriteOptions write;
    write.force = true;
    kanon::PendingFile target(path, write.force);
    target.write_table(table, write, kanon::RunContext{});
    target.commit();
    kanon::ReadOptions read;
    read.delimiter = write.delimiter;
    read.quote = '"';
    read.header = true;
    for (const auto name : table.names()) {
        read.types.emplace(name, kanon::ValueType::text);
    }
    return kanon::read_table(path, read, kanon::RunContext{}).table;
}

std::optional<kanon::Table> read_bytes(const std::string& path) {
    try {
        return kanon::read_table(path, kanon::ReadOptions{}, kanon::RunContext{}).table;
    } catch (const kanon::Error&) {
        return std::nullopt;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    const std::string path = folder.file("input.csv");
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const std::optional<kanon::Table> table = read_bytes(path);
    if (table) {
        check_whole(*table);
        check_same_cells(*table, write_and_read(*table, folder.file("again.csv")));
    }
    return 0;
}

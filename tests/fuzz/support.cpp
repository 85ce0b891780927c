// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/table/values/exact_decimal.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>

namespace kanon::fuzz {
namespace {

std::filesystem::path root() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

}  // namespace

Folder::Folder() : path_(root() / ("kanon_fuzz." + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string text_of(const std::uint8_t* data, std::size_t size) {
    return {data, data + size};
}

void write_bytes(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<Table> table_or_refused(const std::string& path, const ReadOptions& options) {
    ReadOptions all = options;
    all.keep_blank_rows = true;
    try {
        return read_table(path, all, RunContext{}).table;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void write_table(const Table& table, const std::string& path) {
    PendingFile target(path, true);
    target.write_table(table, WriteOptions{}, RunContext{});
    target.commit();
}

void check_whole(const Table& table) {
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        KANON_CHECK(!column.name.empty());
        KANON_CHECK(column.codes.size() == table.row_count());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            KANON_CHECK(column.codes[row] < column.dictionary->size());
        }
    }
}

void check_same_cells(const Table& a, const Table& b) {
    KANON_CHECK(a.column_count() == b.column_count());
    KANON_CHECK(a.row_count() == b.row_count());
    for (std::size_t j = 0; j < a.column_count(); ++j) {
        const Column& left = a.column(j);
        const Column& right = b.column(j);
        KANON_CHECK(left.name == right.name);
        for (std::size_t row = 0; row < a.row_count(); ++row) {
            KANON_CHECK(left.dictionary->is_missing(left.codes[row]) ==
                        right.dictionary->is_missing(right.codes[row]));
            // A number may be spelled anew, as 30 is 30.0 among JSON's decimals.
            KANON_CHECK(left.text(row) == right.text(row) ||
                        (exact_decimal(left.text(row)) &&
                         exact_decimal(left.text(row)) == exact_decimal(right.text(row))));
        }
    }
}

void check_survives(const Table& table, const std::string& path) {
    check_whole(table);
    write_table(table, path);
    ReadOptions read;
    read.keep_blank_rows = true;
    read.header = true;
    read.find_values = false;
    for (const auto name : table.names()) {
        read.types.emplace(name, ValueType::text);
    }
    if (format_of_name(path) == Format::csv) {
        read.delimiter = ',';
        read.quote = '"';
    }
    check_same_cells(table, read_table(path, read, RunContext{}).table);
}

}  // namespace kanon::fuzz

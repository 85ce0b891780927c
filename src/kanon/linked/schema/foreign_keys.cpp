// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/foreign_keys.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/io/foreign/foreign_file.hpp"
#include "kanon/io/foreign/sqlite_table.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>
#include <utility>

namespace kanon::linked {
namespace {

constexpr std::string_view kDuckdb = "duckdb:";

/// One row for each column of each foreign key: its name, table, column, parent, key.
constexpr const char* kColumnsOfKeys =
    "SELECT r.constraint_name, k.table_name, k.column_name, c.table_name, c.column_name "
    "FROM information_schema.referential_constraints r "
    "JOIN information_schema.key_column_usage k ON k.constraint_name = r.constraint_name "
    "AND k.constraint_schema = r.constraint_schema "
    "JOIN information_schema.key_column_usage c ON c.constraint_name = r.unique_constraint_name "
    "AND c.constraint_schema = r.unique_constraint_schema";

using Rows = std::vector<std::vector<std::string>>;

/// Those of one column.
std::vector<ForeignKey> single_keys(const Rows& rows) {
    constexpr std::size_t kColumns = 5;
    std::map<std::pair<std::string, std::string>, std::vector<ForeignKey>> keys;
    for (const std::vector<std::string>& row : rows) {
        if (row.size() == kColumns) {
            keys[{row[0], row[1]}].push_back(
                {.table = row[1], .column = row[2], .parent = row[3], .key = row[4]});
        }
    }
    std::vector<ForeignKey> out;
    for (const auto& [name, columns] : keys) {
        if (columns.size() == 1) {
            out.push_back(columns.front());
        }
    }
    std::ranges::sort(out, [](const ForeignKey& a, const ForeignKey& b) {
        return std::tie(a.table, a.column, a.parent, a.key) <
               std::tie(b.table, b.column, b.parent, b.key);
    });
    return out;
}

Rows ask_engine(const std::string& database, const RunContext& context) {
    const auto address = engine::parse_address(database + "/t");
    if (!address) {
        throw Error(ErrorCode::bad_input, "this is no database", {.file = database});
    }
    try {
        const auto connection = engine::connect(*address, context, engine::Access::read);
        return engine::few_rows(*connection, kColumnsOfKeys);
    } catch (const engine::EngineFault& fault) {
        throw Error(ErrorCode::bad_input,
                    std::string("its catalogue has no foreign keys to read (") + fault.what() +
                        "); write `of` and `by` of each table",
                    {.file = engine::shown(*address)});
    }
}

bool is_sqlite_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, io::kForeignBytes> start{};
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return io::format_of_content({start.data(), static_cast<std::size_t>(file.gcount())}) ==
           Format::sqlite;
}

}  // namespace

std::string NamedDatabase::input_of(const std::string& table) const {
    std::string quoted = "\"";
    for (const char c : table) {
        quoted.append(c == '"' ? 2 : 1, c);
    }
    return is_sqlite ? name : name + "/" + quoted + "\"";
}

NamedDatabase find_database(const std::string& name) {
    const bool is_address = name.find("://") != std::string::npos || name.starts_with(kDuckdb) ||
                            name.starts_with("odbc:");
    if (is_address) {
        return {.name = name, .is_sqlite = false};
    }
    std::error_code none;
    if (!std::filesystem::is_regular_file(name, none)) {
        throw Error(ErrorCode::bad_input, "no such database; check the path", {.file = name});
    }
    const bool is_sqlite = is_sqlite_file(name);
    return {.name = is_sqlite ? name : std::string(kDuckdb) + name, .is_sqlite = is_sqlite};
}

std::vector<ForeignKey> foreign_keys_of(const NamedDatabase& database, const RunContext& context) {
    return single_keys(database.is_sqlite ? io::sqlite_foreign_keys(database.name, context)
                                          : ask_engine(database.name, context));
}

}  // namespace kanon::linked

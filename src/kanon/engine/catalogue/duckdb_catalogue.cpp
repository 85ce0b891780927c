// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/folded_text.hpp"
#include "kanon/engine/catalogue/text_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace kanon::engine {
namespace {

/// True if a text of SQL may read a file: by a function, or by the file's name in quotes.
bool names_files(const std::string& sql) {
    constexpr std::array<std::string_view, 6> kReaders{
        "read_", "_scan", "query", "glob", "st_read", "sniff_"};
    const std::string text = folded(sql);
    const auto is_in = [&](std::string_view word) { return text.find(word) != std::string::npos; };
    if (std::ranges::any_of(kReaders, is_in)) {
        return true;
    }
    for (std::size_t begin = text.find_first_of("'\""); begin != std::string::npos;) {
        const std::size_t end = text.find(text[begin], begin + 1);
        const std::string quoted = text.substr(begin + 1, end - begin - 1);
        if (end == std::string::npos || quoted.find_first_of("./") != std::string::npos) {
            return true;
        }
        begin = text.find_first_of("'\"", end + 1);
    }
    return false;
}

/// The tables of the file that is attached; names tell no case.
class DuckdbCatalogue final : public TextCatalogue {
public:
    DuckdbCatalogue(Connection& connection, const SourceAddress& address)
        : TextCatalogue(connection), file_(address.database) {}

    [[nodiscard]] std::vector<CatalogueColumn> columns(const SourceAddress& table) override {
        std::vector<CatalogueColumn> out;
        for (const auto& row :
             few_rows(connection(),
                      fmt::format("SELECT column_name, data_type FROM duckdb_columns() WHERE "
                                  "database_name = current_database() AND lower(schema_name) = "
                                  "lower({}) AND lower(table_name) = lower({}) ORDER BY "
                                  "column_index",
                                  schema_of(table),
                                  literal_of(table.table)))) {
            const std::string type = row[1].substr(0, row[1].find('('));
            out.push_back({.name = row[0], .type = type, .is_text = type == "VARCHAR"});
        }
        return out;
    }

    [[nodiscard]] std::vector<std::string> files() override { return {file_, file_ + ".wal"}; }

    [[nodiscard]] bool reads_files(const SourceAddress& source) override {
        const std::vector<std::string> texts = texts_of(source);
        return std::ranges::any_of(texts, names_files);
    }

    [[nodiscard]] std::string place() override { return "duckdb " + identity_of_file(file_); }

protected:
    [[nodiscard]] Entry find(const SourceAddress& address) override {
        for (Entry& entry : all(fmt::format("lower(schema) = lower({}) AND lower(name) = lower({})",
                                            schema_of(address),
                                            literal_of(address.table)))) {
            return std::move(entry);
        }
        return {};
    }

    [[nodiscard]] std::vector<Entry> entries() override {
        std::vector<Entry> out = all("kind = 'view'");
        for (const auto& row :
             few_rows(connection(),
                      "SELECT schema_name, function_name, macro_definition FROM duckdb_functions() "
                      "WHERE function_type IN ('macro', 'table_macro') AND NOT internal")) {
            out.push_back({.schema = row[0],
                           .name = row[1],
                           .kind = "macro",
                           .form = Entry::Form::text,
                           .sql = row[2]});
        }
        return out;
    }

    /// Before a name stands its schema, or what the file was called where it was attached.
    [[nodiscard]] NamedObject named(const Entry& table) override {
        return {.name = table.name,
                .qualifiers = {table.schema,
                               "kanon_source",
                               std::filesystem::path(file_).stem().string()},
                .needs_qualifier = folded(table.schema) != "main"};
    }

    [[nodiscard]] std::vector<std::string> functions() override {
        return {"query",
                "query_table",
                "sqlite_scan",
                "sqlite_query",
                "postgres_scan",
                "postgres_query",
                "mysql_scan",
                "mysql_query",
                "read_duckdb"};
    }

    void complete(const Entry& table, Standing& standing) override {
        for (const auto& row : few_rows(
                 connection(),
                 "SELECT DISTINCT schema_name, table_name, constraint_text FROM "
                 "duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = "
                 "current_database()")) {
            const bool is_own =
                folded(row[0]) == folded(table.schema) && folded(row[1]) == folded(table.name);
            const std::string refers = row[2].substr(std::min(row[2].find(')'), row[2].size()));
            if (!is_own && mentions(refers, {.name = table.name})) {
                standing.dependents.push_back("the foreign key of table " + row[1]);
            }
        }
    }

private:
    [[nodiscard]] std::string schema_of(const SourceAddress& address) const {
        return literal_of(address.schema.empty() ? "main" : address.schema);
    }

    [[nodiscard]] std::vector<Entry> all(const std::string& condition) {
        std::vector<Entry> out;
        for (const auto& row : few_rows(
                 connection(),
                 "SELECT * FROM (SELECT schema_name AS schema, table_name AS name, 'table' AS "
                 "kind, '' AS sql FROM duckdb_tables() WHERE database_name = current_database() "
                 "UNION ALL SELECT schema_name, view_name, 'view', sql FROM duckdb_views() WHERE "
                 "NOT internal AND database_name = current_database() UNION ALL SELECT "
                 "schema_name, sequence_name, 'sequence', '' FROM duckdb_sequences() WHERE "
                 "database_name = current_database()) WHERE " +
                     condition)) {
            using enum Entry::Form;
            out.push_back({.schema = row[0],
                           .name = row[1],
                           .kind = row[2],
                           .form = row[2] == "table"  ? rows
                                   : row[2] == "view" ? text
                                                      : elsewhere,
                           .sql = row[3]});
        }
        return out;
    }

    std::string file_;
};

}  // namespace

std::unique_ptr<Catalogue> duckdb_catalogue(Connection& connection, const SourceAddress& address) {
    return std::make_unique<DuckdbCatalogue>(connection, address);
}

}  // namespace kanon::engine

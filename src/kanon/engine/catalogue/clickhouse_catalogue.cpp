// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/text_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kanon::engine {
namespace {

/// The databases of a server, as far as the user may see them. Engines other than those that keep
/// rows of their own in the server have rows of other tables, or from other places.
class ClickhouseCatalogue final : public TextCatalogue {
public:
    using TextCatalogue::TextCatalogue;

    [[nodiscard]] std::vector<CatalogueColumn> columns(const SourceAddress& table) override {
        std::vector<CatalogueColumn> out;
        for (const auto& row : few_rows(
                 connection(),
                 fmt::format("SELECT name, type FROM system.columns WHERE database = {} AND table "
                             "= {} ORDER BY position",
                             schema_of(table),
                             literal_of(table.table)))) {
            out.push_back({.name = row[0],
                           .type = row[1],
                           .is_text = row[1].find("String") != std::string::npos});
        }
        return out;
    }

    [[nodiscard]] std::string place() override {
        return "clickhouse " + few_texts(connection(), "SELECT serverUUID()").front();
    }

protected:
    [[nodiscard]] Entry find(const SourceAddress& address) override {
        for (Entry& entry : all(fmt::format(
                 "database = {} AND name = {}", schema_of(address), literal_of(address.table)))) {
            return std::move(entry);
        }
        return {};
    }

    [[nodiscard]] std::vector<Entry> entries() override {
        std::vector<Entry> out =
            all("database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')");
        std::erase_if(out, [](const Entry& entry) { return entry.form == Entry::Form::rows; });
        return out;
    }

    [[nodiscard]] NamedObject named(const Entry& table) override {
        return {.name = table.name,
                .qualifiers = {table.schema},
                .needs_qualifier =
                    table.schema != few_texts(connection(), "SELECT currentDatabase()").front()};
    }

    [[nodiscard]] std::vector<std::string> functions() override {
        return few_texts(connection(),
                         "SELECT name FROM system.table_functions UNION ALL SELECT name FROM "
                         "system.functions WHERE name LIKE 'dict%' OR name = 'joinGet' OR name = "
                         "'joinGetOrNull' OR origin <> 'System'");
    }

    void complete(const Entry& /*table*/, Standing& standing) override {
        standing.cannot_fill = "ClickHouse cannot empty and fill a table at once";
    }

private:
    [[nodiscard]] std::string schema_of(const SourceAddress& address) const {
        return address.schema.empty() ? "currentDatabase()" : literal_of(address.schema);
    }

    [[nodiscard]] std::vector<Entry> all(const std::string& condition) {
        std::vector<Entry> out;
        for (const auto& row : few_rows(connection(),
                                        "SELECT database, name, engine, create_table_query FROM "
                                        "system.tables WHERE " +
                                            condition)) {
            using enum Entry::Form;
            const std::string& engine = row[2];
            const bool is_own =
                engine.ends_with("MergeTree") || engine.ends_with("Log") || engine == "Memory";
            const bool is_view = engine.ends_with("View");
            out.push_back({.schema = row[0],
                           .name = row[1],
                           .kind = is_own    ? "table"
                                   : is_view ? "view"
                                             : "table of engine " + engine,
                           .form = is_own    ? rows
                                   : is_view ? text
                                             : elsewhere,
                           .sql = row[3].empty() ? "-" : row[3]});
        }
        return out;
    }
};

}  // namespace

std::unique_ptr<Catalogue> clickhouse_catalogue(Connection& connection) {
    return std::make_unique<ClickhouseCatalogue>(connection);
}

}  // namespace kanon::engine

// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/text_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace kanon::engine {
namespace {

/// Engines of a server whose tables have rows of their own.
constexpr std::string_view kOwnRows =
    "'InnoDB', 'Aria', 'MyISAM', 'MEMORY', 'ARCHIVE', 'CSV', 'ROCKSDB', 'Columnstore', 'TokuDB'";

/// The databases of a server, as far as the user may see them: information_schema shows no more.
class MariadbCatalogue final : public TextCatalogue {
public:
    using TextCatalogue::TextCatalogue;

    [[nodiscard]] std::vector<CatalogueColumn> columns(const SourceAddress& table) override {
        std::vector<CatalogueColumn> out;
        for (const auto& row : few_rows(
                 connection(),
                 fmt::format("SELECT COLUMN_NAME, DATA_TYPE, EXTRA FROM information_schema.COLUMNS "
                             "WHERE {} ORDER BY ORDINAL_POSITION",
                             is_at(table)))) {
            constexpr std::array<std::string_view, 6> kTexts{
                "char", "varchar", "tinytext", "text", "mediumtext", "longtext"};
            const bool is_made = row[2].find("GENERATED") != std::string::npos ||
                                 row[2].find("auto_increment") != std::string::npos;
            out.push_back({.name = row[0],
                           .type = row[1],
                           .is_text = std::ranges::find(kTexts, row[1]) != kTexts.end(),
                           .is_made = is_made});
        }
        return out;
    }

    [[nodiscard]] std::string place() override {
        const std::vector<std::string> server =
            few_texts(connection(), "SELECT CONCAT(@@hostname, ' ', @@port, ' ', @@datadir)");
        return "mariadb " + server.front();
    }

protected:
    [[nodiscard]] Entry find(const SourceAddress& address) override {
        for (Entry& entry : all(is_at(address))) {
            return std::move(entry);
        }
        return {};
    }

    [[nodiscard]] std::vector<Entry> entries() override {
        std::vector<Entry> out =
            all(fmt::format("TABLE_SCHEMA <> 'information_schema' AND TABLE_TYPE <> 'SEQUENCE' AND "
                            "(ENGINE IS NULL OR ENGINE NOT IN ({}))",
                            kOwnRows));
        std::erase_if(out, [](const Entry& entry) { return entry.form == Entry::Form::rows; });
        return out;
    }

    [[nodiscard]] NamedObject named(const Entry& table) override {
        return {.name = table.name,
                .qualifiers = {table.schema},
                .needs_qualifier = table.schema != own_schema()};
    }

    [[nodiscard]] std::vector<std::string> functions() override {
        return few_texts(connection(),
                         "SELECT DISTINCT ROUTINE_NAME FROM information_schema.ROUTINES WHERE "
                         "ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA <> 'sys'");
    }

    /// As the server writes a view, names of stored functions alone stand in quotes before a
    /// bracket.
    [[nodiscard]] bool calls_stored(const std::string& sql) const override {
        return sql.find("`(") != std::string::npos;
    }

    void complete(const Entry& table, Standing& standing) override {
        add_keys(table, standing);
        const std::string is_table = fmt::format(
            "EVENT_OBJECT_SCHEMA = {} AND "
            "EVENT_OBJECT_TABLE = {}",
            literal_of(table.schema),
            literal_of(table.name));
        for (const std::string& trigger :
             few_texts(connection(),
                       "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE " + is_table)) {
            standing.set_off.push_back("trigger " + trigger);
        }
        if (!sees_triggers(table)) {
            standing.cannot_fill =
                "whether it has triggers is shown only to who has the right TRIGGER on it";
        }
        const std::vector<std::string> engine = few_texts(
            connection(),
            fmt::format("SELECT t.ENGINE FROM information_schema.TABLES t JOIN "
                        "information_schema.ENGINES e ON e.ENGINE = t.ENGINE WHERE "
                        "t.TABLE_SCHEMA = {} AND t.TABLE_NAME = {} AND e.TRANSACTIONS <> 'YES'",
                        literal_of(table.schema),
                        literal_of(table.name)));
        if (!engine.empty()) {
            standing.cannot_fill = "tables of engine " + engine.front() +
                                   " know no transactions (ALTER TABLE ... ENGINE = InnoDB)";
        }
    }

private:
    [[nodiscard]] std::string schema_of(const SourceAddress& address) const {
        return address.schema.empty() ? "DATABASE()" : literal_of(address.schema);
    }

    [[nodiscard]] std::string own_schema() {
        return few_texts(connection(), "SELECT DATABASE()").front();
    }

    /// A condition on tables and columns of information_schema; case tells where the server's files
    /// tell it.
    [[nodiscard]] std::string is_at(const SourceAddress& address) const {
        return fmt::format(
            "TABLE_SCHEMA = {0} AND TABLE_NAME = {1} AND (@@lower_case_table_names <> 0 OR (BINARY "
            "TABLE_SCHEMA = BINARY {0} AND BINARY TABLE_NAME = BINARY {1}))",
            schema_of(address),
            literal_of(address.table));
    }

    [[nodiscard]] std::vector<Entry> all(const std::string& condition) {
        std::vector<Entry> out;
        for (const auto& row : few_rows(
                 connection(),
                 fmt::format(
                     "SELECT t.TABLE_SCHEMA, t.TABLE_NAME, t.TABLE_TYPE, COALESCE(t.ENGINE IN "
                     "({}), "
                     "0), v.VIEW_DEFINITION, t.ENGINE FROM (SELECT * FROM "
                     "information_schema.TABLES WHERE {}) t LEFT JOIN information_schema.VIEWS v "
                     "ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME",
                     kOwnRows,
                     condition))) {
            out.push_back(entry_of(row));
        }
        return out;
    }

    [[nodiscard]] static Entry entry_of(const std::vector<std::string>& row) {
        using enum Entry::Form;
        Entry out{.schema = row[0], .name = row[1], .kind = "table"};
        if (row[2] == "VIEW" || row[2] == "SYSTEM VIEW") {
            out.kind = "view";
            out.form = text;
            out.sql = row[4];
        } else if (row[2] == "SEQUENCE") {
            out.kind = "sequence";
            out.form = elsewhere;
        } else if (row[2] != "BASE TABLE") {
            out.kind = "system-versioned table";
            out.form = elsewhere;
            out.sql = "-";
        } else if (row[3] != "1") {
            out.kind = "table of engine " + row[5];
            out.form = elsewhere;
            out.sql = "-";
        }
        return out;
    }

    void add_keys(const Entry& table, Standing& standing) {
        for (const auto& row : few_rows(
                 connection(),
                 fmt::format(
                     "SELECT DISTINCT r.CONSTRAINT_SCHEMA, r.TABLE_NAME, r.CONSTRAINT_NAME, "
                     "r.DELETE_RULE FROM information_schema.REFERENTIAL_CONSTRAINTS r WHERE "
                     "r.UNIQUE_CONSTRAINT_SCHEMA = {0} AND r.REFERENCED_TABLE_NAME = {1} AND NOT "
                     "(r.CONSTRAINT_SCHEMA = {0} AND r.TABLE_NAME = {1})",
                     literal_of(table.schema),
                     literal_of(table.name)))) {
            const std::string key =
                fmt::format("the foreign key {} of table {}.{}", row[2], row[0], row[1]);
            standing.dependents.push_back(key);
            if (row[3] != "RESTRICT" && row[3] != "NO ACTION") {
                standing.set_off.push_back(key + " (ON DELETE " + row[3] + ")");
            }
        }
    }

    [[nodiscard]] bool sees_triggers(const Entry& table) {
        return !few_texts(connection(),
                          fmt::format("SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE "
                                      "PRIVILEGE_TYPE = 'TRIGGER' UNION SELECT 1 FROM "
                                      "information_schema.SCHEMA_PRIVILEGES WHERE PRIVILEGE_TYPE = "
                                      "'TRIGGER' AND {0} LIKE TABLE_SCHEMA UNION SELECT 1 FROM "
                                      "information_schema.TABLE_PRIVILEGES WHERE PRIVILEGE_TYPE = "
                                      "'TRIGGER' AND TABLE_SCHEMA = {0} AND TABLE_NAME = {1}",
                                      literal_of(table.schema),
                                      literal_of(table.name)))
                    .empty();
    }
};

}  // namespace

std::unique_ptr<Catalogue> mariadb_catalogue(Connection& connection) {
    return std::make_unique<MariadbCatalogue>(connection);
}

}  // namespace kanon::engine

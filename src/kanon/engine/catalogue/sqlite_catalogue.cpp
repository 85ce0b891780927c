// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/folded_text.hpp"
#include "kanon/engine/catalogue/text_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kanon::engine {
namespace {

/// True for the actions of a foreign key that change rows which refer to deleted ones.
bool follows_deletes(std::string_view action) {
    return action != "NO ACTION" && action != "RESTRICT";
}

/// One file, whose tables are in `main`; names tell no case.
class SqliteCatalogue final : public TextCatalogue {
public:
    using TextCatalogue::TextCatalogue;

    [[nodiscard]] std::vector<CatalogueColumn> columns(const SourceAddress& table) override {
        std::vector<CatalogueColumn> out;
        for (const auto& row : few_rows(
                 connection(),
                 fmt::format("SELECT name, type, hidden FROM pragma_table_xinfo({}) ORDER BY cid",
                             literal_of(table.table)))) {
            const std::string type = affinity_of(row[1]);
            out.push_back({.name = row[0],
                           .type = type,
                           .is_text = type == "TEXT" || type.empty(),
                           .is_made = row[2] != "0"});
        }
        return out;
    }

    [[nodiscard]] std::vector<std::string> files() override {
        std::vector<std::string> out;
        for (const std::string& file :
             few_texts(connection(), "SELECT file FROM pragma_database_list WHERE file <> ''")) {
            out.insert(out.end(), {file, file + "-wal", file + "-journal"});
        }
        return out;
    }

    [[nodiscard]] std::string place() override {
        const std::vector<std::string> all = files();
        return "sqlite " + identity_of_file(all.empty() ? "" : all.front());
    }

protected:
    [[nodiscard]] Entry find(const SourceAddress& address) override {
        if (!address.schema.empty() && folded(address.schema) != "main") {
            return {.kind = "table of another database", .form = Entry::Form::elsewhere, .sql = {}};
        }
        for (Entry& entry : all("lower(name) = lower(" + literal_of(address.table) + ")")) {
            return std::move(entry);
        }
        return {};
    }

    [[nodiscard]] std::vector<Entry> entries() override {
        std::vector<Entry> out = all("1 = 1");
        std::erase_if(out, [](const Entry& entry) { return entry.form == Entry::Form::rows; });
        return out;
    }

    [[nodiscard]] NamedObject named(const Entry& table) override {
        return {.name = table.name, .qualifiers = {"main"}};
    }

    [[nodiscard]] std::vector<std::string> functions() override {
        return {"eval", "load_extension"};
    }

    void complete(const Entry& table, Standing& standing) override {
        const NamedObject object = named(table);
        for (const auto& row :
             few_rows(connection(),
                      "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")) {
            if (folded(row[1]) == folded(table.name)) {
                standing.set_off.push_back("trigger " + row[0]);
            } else if (mentions(row[2], object)) {
                standing.dependents.push_back(fmt::format("trigger {} of {}", row[0], row[1]));
            }
        }
        for (const auto& row :
             few_rows(connection(),
                      fmt::format("SELECT m.name, f.on_delete FROM sqlite_master m, "
                                  "pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND "
                                  "lower(f.\"table\") = lower({0}) AND lower(m.name) <> lower({0}) "
                                  "GROUP BY 1, 2",
                                  literal_of(table.name)))) {
            const std::string key = "the foreign key of table " + row[0];
            standing.dependents.push_back(key);
            if (follows_deletes(row[1])) {
                standing.set_off.push_back(key + " (ON DELETE " + row[1] + ")");
            }
        }
    }

private:
    [[nodiscard]] std::vector<Entry> all(const std::string& condition) {
        std::vector<Entry> out;
        for (const auto& row : few_rows(
                 connection(),
                 "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND " +
                     condition)) {
            using enum Entry::Form;
            const bool is_virtual = folded(row[2]).starts_with("create virtual");
            out.push_back({.schema = "",
                           .name = row[1],
                           .kind = is_virtual ? "virtual table" : row[0],
                           .form = row[0] == "view" ? text
                                   : is_virtual     ? elsewhere
                                                    : rows,
                           .sql = row[2]});
        }
        return out;
    }

    /// What a declared type means for the values of a column, by the rules of SQLite.
    static std::string affinity_of(const std::string& declared) {
        const std::string type = folded(declared);
        const auto has = [&](std::string_view part) {
            return type.find(part) != std::string::npos;
        };
        if (type.empty() || (!has("int") && has("blob"))) {
            return "";
        }
        if (has("int")) {
            return "INTEGER";
        }
        if (has("char") || has("clob") || has("text")) {
            return "TEXT";
        }
        return has("real") || has("floa") || has("doub") ? "REAL" : "NUMERIC";
    }
};

}  // namespace

std::unique_ptr<Catalogue> sqlite_catalogue(Connection& connection) {
    return std::make_unique<SqliteCatalogue>(connection);
}

}  // namespace kanon::engine

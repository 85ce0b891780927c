// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/replacing.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/release/written_release.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace kanon::engine {
namespace {

[[noreturn]] void refuse_replacing(const SourceAddress& target, const std::string& why) {
    throw Error(ErrorCode::usage, why, Where{.file = shown(target)});
}

/// Names that are too many for a line are counted.
std::string listed_names(std::span<const std::string> names) {
    constexpr std::size_t kMost = 5;
    const std::size_t shown = std::min(names.size(), kMost);
    std::string out = fmt::format("{}", fmt::join(names.first(shown), ", "));
    return shown < names.size() ? fmt::format("{} and {} more", out, names.size() - shown) : out;
}

void check_kind(const SourceAddress& target, const Standing& standing, Replacing how) {
    if (how == Replacing::none) {
        refuse_replacing(target,
                         standing.is_table
                             ? "the table is there already; --replace fills it in place, with its "
                               "rights, views and indexes, --force drops it and makes a new one"
                             : "a " + standing.kind + " is there already; name another table");
    }
    if (!standing.is_table) {
        refuse_replacing(target,
                         "a " + standing.kind +
                             " is there, and a release takes the place of a plain table alone; "
                             "name another");
    }
}

void check_sources(Catalogue& catalogue,
                   const SourceAddress& target,
                   std::span<const SourceAddress> sources) {
    for (const SourceAddress& source : sources) {
        const Dependence found = catalogue.dependence(source, target);
        if (found.is_there) {
            refuse_replacing(target,
                             "the original (" + shown(source) +
                                 ") is this table, or may be read from it, and would be lost; name "
                                 "another table");
        }
        if (!found.hidden.empty()) {
            refuse_replacing(target,
                             "the original (" + shown(source) +
                                 ") may be read from this table and would be lost: " +
                                 found.hidden + "; name a table that is not there yet");
        }
    }
}

/// That nothing goes with the old table but what is its own.
void check_drop(const SourceAddress& target, const Standing& standing) {
    if (!standing.owner.empty()) {
        refuse_replacing(target,
                         "the table is of " + standing.owner +
                             ", who alone may drop it, so --force may not; --replace fills it in "
                             "place");
    }
    if (!standing.dependents.empty()) {
        refuse_replacing(target,
                         listed_names(standing.dependents) +
                             (standing.dependents.size() == 1 ? " depends" : " depend") +
                             " on the table, so --force does not drop it; --replace fills it in "
                             "place and keeps what depends on it");
    }
    if (!standing.hidden.empty()) {
        refuse_replacing(
            target,
            "what depends on the table cannot be known, so --force does not drop it: " +
                standing.hidden + "; --replace fills it in place");
    }
}

/// Whether the session may do to the table what filling does.
void try_fill(Connection& connection, const SourceAddress& target) {
    const std::string table = from_clause(connection.dialect(), target);
    connection.begin();
    try {
        connection.execute("DELETE FROM " + table + " WHERE 1 = 0");
        connection.execute("INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0");
        connection.roll_back();
    } catch (...) {
        connection.roll_back();
        throw;
    }
}

/// That rows can be replaced at once, and nothing else changes with them.
void check_fill(Connection& connection,
                Catalogue& catalogue,
                const SourceAddress& target,
                const Standing& standing) {
    if (!standing.cannot_fill.empty()) {
        refuse_replacing(
            target, "--replace cannot fill the table: " + standing.cannot_fill + "; name another");
    }
    if (!standing.set_off.empty()) {
        refuse_replacing(target,
                         "--replace does not fill the table, for other rows may change with those "
                         "of it: " +
                             listed_names(standing.set_off) + "; name another");
    }
    for (const CatalogueColumn& column : catalogue.columns(target)) {
        if (column.is_made) {
            refuse_replacing(target,
                             "--replace cannot fill column " + column.name +
                                 ", whose values the engine makes; make it a plain column, or "
                                 "name another table");
        }
    }
    try_fill(connection, target);
}

std::string unlike(std::span<const std::string> release, std::span<const CatalogueColumn> table) {
    std::vector<std::string> missing;
    std::vector<std::string> extra;
    for (const std::string& name : release) {
        if (std::ranges::find(table, name, &CatalogueColumn::name) == table.end()) {
            missing.push_back(name);
        }
    }
    for (const CatalogueColumn& column : table) {
        if (std::ranges::find(release, column.name) == release.end()) {
            extra.push_back(column.name);
        }
    }
    if (missing.empty() && extra.empty()) {
        const auto first = std::ranges::mismatch(release, table, {}, {}, &CatalogueColumn::name);
        return fmt::format("their order is another: column {} is {} there and {} in the release",
                           first.in1 - release.begin() + 1,
                           first.in2->name,
                           *first.in1);
    }
    std::string out = missing.empty() ? "" : "it lacks " + listed_names(missing);
    if (!extra.empty()) {
        out += (out.empty() ? "" : ", and ") + ("the release lacks " + listed_names(extra));
    }
    return out;
}

}  // namespace

bool check_replacing(Connection& connection,
                     const SourceAddress& target,
                     std::span<const SourceAddress> sources,
                     Replacing how) {
    const std::unique_ptr<Catalogue> catalogue = catalogue_of(connection, target);
    if (catalogue == nullptr) {
        if (is_there(connection, target)) {
            refuse_replacing(target,
                             "the table is there already, and what depends on a table of " +
                                 std::string(connection.dialect().name) +
                                 " cannot be looked up; drop it first, or name another");
        }
        return false;
    }
    const Standing standing = catalogue->standing(target);
    if (standing.kind.empty()) {
        if (how == Replacing::fill) {
            refuse_replacing(target,
                             "there is no such table for --replace to fill; leave it out, and the "
                             "table is made");
        }
        return false;
    }
    check_kind(target, standing, how);
    check_sources(*catalogue, target, sources);
    if (how == Replacing::drop) {
        check_drop(target, standing);
    } else {
        check_fill(connection, *catalogue, target, standing);
    }
    return true;
}

void check_columns(Connection& connection,
                   const SourceAddress& target,
                   std::span<const std::string> columns) {
    const std::vector<CatalogueColumn> there = catalogue_of(connection, target)->columns(target);
    if (!std::ranges::equal(columns, there, {}, {}, &CatalogueColumn::name)) {
        refuse_replacing(target,
                         "--replace fills a table of the release's columns, and " +
                             unlike(columns, there) +
                             "; make them alike, or let --force make a new table");
    }
}

void check_width(Connection& connection,
                 const SourceAddress& source,
                 const SourceAddress& target,
                 std::span<const std::string> columns,
                 bool tries) {
    const Dialect& dialect = connection.dialect();
    if (dialect.most_columns != 0 && columns.size() > dialect.most_columns) {
        refuse_replacing(target,
                         fmt::format("{} columns are read, and {} takes {} at most on the way to a "
                                     "release; withhold some in a policy (`role: identifying`)",
                                     columns.size(),
                                     dialect.name,
                                     dialect.most_columns));
    }
    if (!tries || !dialect.limits_rows) {
        return;
    }
    std::string texts = "1 AS kanon_a, 2 AS kanon_b, 3 AS kanon_c";
    for (std::size_t column = 0; column < columns.size(); ++column) {
        texts += fmt::format(
            ", {} AS g{}", text_of(dialect, quoted_name(dialect, columns[column])), column);
    }
    PrivateTables tables(connection, target.schema);
    try {
        static_cast<void>(tables.make_of(
            fmt::format("SELECT {} FROM {} WHERE 1 = 0", texts, from_clause(dialect, source))));
    } catch (const EngineFault& fault) {
        refuse_replacing(target,
                         fmt::format("{} columns are read, and their texts do not fit into a table "
                                     "of {}; withhold some in a policy (`role: identifying`), or "
                                     "make them shorter; the engine says: {}",
                                     columns.size(),
                                     dialect.name,
                                     fault.what()));
    }
}

}  // namespace kanon::engine

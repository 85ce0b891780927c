// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/written_release.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/gathered_rows.hpp"
#include "kanon/release/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

/// Makes the query that carries a map out.
class Writing {
public:
    Writing(const Dialect& dialect,
            const KeyedRows& rows,
            const Table& original,
            const Table& release,
            const ReleaseMap& map,
            const MapTables& tables)
        : dialect_(dialect),
          rows_(rows),
          original_(original),
          release_(release),
          map_(map),
          tables_(tables) {}

    /// Where the order within holds, narrow rows are sorted, before they get their texts.
    [[nodiscard]] std::string query(bool shuffle) {
        const std::string shown = shown_columns();
        const std::string order = shuffle ? " ORDER BY " + random() : "";
        return fmt::format(
            "SELECT s.kanon_key AS kanon_key, s.tuple AS kanon_tuple{} FROM ({}{}) s LEFT JOIN {} "
            "u ON u.tuple = s.tuple{}{}",
            shown,
            rows_with_tuples(),
            dialect_.keeps_inner_order ? order : "",
            shown_tuples(),
            joins_,
            dialect_.keeps_inner_order ? "" : order);
    }

    [[nodiscard]] std::vector<WrittenRelease::Other> others() const {
        std::vector<WrittenRelease::Other> out;
        for (const ReleaseMap::Other& other : map_.others) {
            out.push_back({.original = other.original,
                           .released = other.released,
                           .is_kept = other.text_of_code.empty()});
        }
        return out;
    }

private:
    [[nodiscard]] std::string random() const {
        std::string out(dialect_.random);
        if (const std::size_t at = out.find("{key}"); at != std::string::npos) {
            out.replace(at, 5, "s.kanon_key");
        }
        return out;
    }

    /// Rows that find no partner are left out, but not by an inner join, of which engines that plan
    /// by columns one by one expect hardly a row.
    [[nodiscard]] std::string rows_with_tuples() const {
        const std::string tuple = fmt::format("COALESCE({}.tuple, 0)", map_.by_place ? "e" : "t");
        std::string out = fmt::format("SELECT s.kanon_key AS kanon_key, {} AS tuple", tuple);
        for (std::size_t other = 0; other < map_.others.size(); ++other) {
            const char form = is_native(other) ? 'n' : 'c';
            out += fmt::format(", s.{0}{1} AS {0}{1}", form, map_.others[other].original);
        }
        out += fmt::format(
            " FROM {} s LEFT JOIN {} t ON {}", source(), tables_.keys.table, key_of_row());
        if (map_.by_place) {
            out += fmt::format(
                " LEFT JOIN {} e ON e.kanon_type = t.kanon_type AND s.kanon_place "
                "BETWEEN e.first_place AND e.last_place",
                tables_.entries);
        }
        return out + fmt::format(" WHERE {} > 0", tuple);
    }

    /// The rows: key, texts of all columns, the columns themselves, the place among rows alike.
    [[nodiscard]] std::string source() const {
        std::string out = "(SELECT " + rows_.key + " AS kanon_key";
        for (std::size_t column = 0; column < rows_.columns.size(); ++column) {
            out += fmt::format(", {} AS c{}, {} AS n{}",
                               rows_.text(dialect_, column),
                               column,
                               rows_.columns[column],
                               column);
        }
        if (map_.by_place) {
            std::string alike;
            for (const std::size_t column : map_.keys) {
                alike += (alike.empty() ? "" : ", ") + rows_.text(dialect_, column);
            }
            out += fmt::format(", ROW_NUMBER() OVER (PARTITION BY {} ORDER BY {}) AS kanon_place",
                               alike,
                               rows_.key);
        }
        return out + " FROM " + rows_.table + rows_.where(dialect_) + ")";
    }

    [[nodiscard]] std::string key_of_row() const {
        std::string out;
        for (const KeyTable::Key& key : tables_.keys.keys) {
            const auto place = static_cast<std::size_t>(&key - tables_.keys.keys.data());
            out += fmt::format("{}t.k{} = s.{}{}",
                               out.empty() ? "" : " AND ",
                               place,
                               key.is_native ? "n" : "c",
                               key.column);
        }
        return out.empty() ? "1 = 1" : out;
    }

    /// The tuples as they are released: missing values are found in them, not in every row.
    [[nodiscard]] std::string shown_tuples() const {
        std::string out = "(SELECT tuple, suppressed";
        for (std::size_t place = 0; place < map_.recoded.size(); ++place) {
            out += fmt::format(", NULLIF(r{0}, '') AS r{0}", place);
        }
        return out + " FROM " + tables_.tuples + ")";
    }

    [[nodiscard]] std::string shown_columns() {
        std::vector<std::string> shown(release_.column_count());
        for (std::size_t place = 0; place < map_.recoded.size(); ++place) {
            shown[map_.recoded[place]] = fmt::format("u.r{}", place);
        }
        for (std::size_t other = 0; other < map_.others.size(); ++other) {
            shown[map_.others[other].released] = shown_other(other);
        }
        std::string out;
        for (std::size_t column = 0; column < shown.size(); ++column) {
            out += fmt::format(", {} AS q{}", shown[column], column);
        }
        return out;
    }

    /// True if a column is released as it is, not as text.
    [[nodiscard]] bool is_native(std::size_t other) const {
        const std::size_t original = map_.others[other].original;
        const bool marked = !rows_.missing_marks[original].empty() &&
                            original_.column(original).dictionary->missing().has_value();
        return tables_.values[other].empty() && !map_.has_stars && !marked;
    }

    [[nodiscard]] std::string shown_other(std::size_t place) {
        const ReleaseMap::Other& other = map_.others[place];
        if (is_native(place)) {
            return fmt::format("s.n{}", other.original);
        }
        std::string text = fmt::format("NULLIF(s.c{}, '')", other.original);
        if (const std::string& values = tables_.values[place]; !values.empty()) {
            joins_ += fmt::format(
                " LEFT JOIN {0} v{1} ON v{1}.k = s.c{2}", values, other.released, other.original);
            text = fmt::format("NULLIF(v{}.v, '')", other.released);
        }
        return map_.has_stars
                   ? fmt::format("CASE WHEN u.suppressed = 1 THEN '{}' ELSE {} END", kStar, text)
                   : text;
    }

    const Dialect& dialect_;
    const KeyedRows& rows_;
    const Table& original_;
    const Table& release_;
    const ReleaseMap& map_;
    const MapTables& tables_;
    std::string joins_;
};

/// True for `q1` and `Q1`, where the prefix is `q`.
bool is_numbered(std::string_view name, std::string_view prefix) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return name.size() > prefix.size() &&
           std::ranges::all_of(name.substr(prefix.size()), is_digit) &&
           (name.front() == 'q' || name.front() == 'Q') &&
           name.substr(1, prefix.size() - 1) == prefix.substr(1);
}

/// Give the columns their names. Where one is to be called as another is, q1 say, as columns of
/// questionnaires are, all get out of the way first.
void name_columns(Connection& connection, const WrittenRelease& written) {
    const auto rename = [&](const std::string& from, const std::string& to) {
        connection.execute(
            fmt::format("ALTER TABLE {} RENAME COLUMN {} TO {}", written.table, from, to));
    };
    std::string prefix = "q";
    const auto is_taken = [&](const std::string& name) { return is_numbered(name, prefix); };
    while (std::ranges::any_of(written.columns, is_taken)) {
        prefix += '_';
    }
    for (std::size_t column = 0; prefix != "q" && column < written.columns.size(); ++column) {
        rename(fmt::format("q{}", column), fmt::format("{}{}", prefix, column));
    }
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        rename(fmt::format("{}{}", prefix, column),
               quoted_name(connection.dialect(), written.columns[column]));
    }
}

void execute_if_any(Connection& connection, std::string_view sql) {
    if (!sql.empty()) {
        connection.execute(std::string(sql));
    }
}

/// Where rows are written to: behind those of a release, or, where there is none, into a table of
/// their own.
struct Destination {
    const WrittenRelease* before = nullptr;
    bool shuffle = true;
};

WrittenRelease write(PrivateTables& tables,
                     const KeyedRows& rows,
                     const Table& original,
                     const Table& release,
                     const ReleaseMap& map,
                     const Destination& to) {
    Connection& connection = tables.connection();
    const Dialect& dialect = connection.dialect();
    const std::uint64_t tuples_before = to.before == nullptr ? 0 : to.before->tuples;
    WrittenRelease out;
    for (const std::string_view name : release.names()) {
        out.columns.emplace_back(name);
    }
    out.recoded = map.recoded;
    out.tuples_before = tuples_before;
    out.tuples = tuples_before + map.row_of_tuple.size();
    out.types = rows.types;
    MapTables of_map = make_map_tables(tables, out.types, original, release, map, tuples_before);
    Writing writing(dialect, rows, original, release, map, of_map);
    out.others = writing.others();
    const std::string query = writing.query(to.shuffle);
    out.keys = std::move(of_map.keys);
    out.tuple_table = std::move(of_map.tuples);
    execute_if_any(connection, dialect.before_writing);
    if (to.before == nullptr) {
        out.table = tables.make_of(query);
    } else {
        out.table = to.before->table;
        connection.execute(
            fmt::format("INSERT INTO {} {}{}", out.table, query, dialect.query_settings));
    }
    execute_if_any(connection, dialect.after_writing);
    if (to.before == nullptr) {
        tables.index(out.table, {"kanon_key"}, false);
    }
    return out;
}

}  // namespace

WrittenRelease write_release(PrivateTables& tables,
                             const KeyedRows& rows,
                             const Table& original,
                             const Table& release,
                             const ReleaseMap& map,
                             bool shuffle) {
    return write(tables, rows, original, release, map, {.before = nullptr, .shuffle = shuffle});
}

WrittenRelease write_more(PrivateTables& tables,
                          const KeyedRows& rows,
                          const Table& original,
                          const Table& release,
                          const ReleaseMap& map,
                          const WrittenRelease& before) {
    WrittenRelease out = write(tables, rows, original, release, map, {.before = &before});
    out.condition = fmt::format("r.kanon_tuple BETWEEN {} AND {}", before.tuples + 1, out.tuples);
    return out;
}

bool is_there(Connection& connection, const SourceAddress& address) {
    try {
        return !connection.columns("SELECT * FROM " + from_clause(connection.dialect(), address))
                    .empty();
    } catch (const EngineFault&) {
        return false;
    }
}

void place(PrivateTables& tables,
           const WrittenRelease& written,
           const SourceAddress& source,
           const SourceAddress& target,
           bool replaces) {
    Connection& connection = tables.connection();
    for (const std::string_view column : {"kanon_key", "kanon_tuple"}) {
        connection.execute(fmt::format("ALTER TABLE {} DROP COLUMN {}", written.table, column));
    }
    name_columns(connection, written);
    if (replaces) {
        tables.put_aside(target.table);
        if (!is_there(connection, source)) {
            throw Error(ErrorCode::usage,
                        "the release is to replace the original itself; name another table",
                        Where{.file = shown(target)});
        }
    }
    tables.rename(written.table, target.table);
}

}  // namespace kanon::engine

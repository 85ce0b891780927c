// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/written_release.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/dialect/declared_types.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

constexpr const char* kWriting = "write the release";

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
            const auto place = static_cast<std::size_t>(&other - map_.others.data());
            out.push_back({.original = other.original,
                           .released = other.released,
                           .is_kept = other.text_of_code.empty(),
                           .blank = shows_stars(place) ? kStar : std::string_view()});
        }
        return out;
    }

    /// The columns with the types that they are to have, as a table is made of; "": the query's.
    [[nodiscard]] std::string columns() const {
        if (dialect_.declaring != Declaring::in_list && dialect_.declaring != Declaring::before) {
            return "";
        }
        std::vector<std::string> types(release_.column_count());
        for (const std::size_t column : map_.recoded) {
            types[column] = released_text(column);
        }
        for (std::size_t other = 0; other < map_.others.size(); ++other) {
            const ReleaseMap::Other& shown = map_.others[other];
            types[shown.released] =
                is_native(other) ? rows_.declared[shown.original] : released_text(shown.released);
        }
        std::string out;
        if (dialect_.declaring == Declaring::before) {
            out = fmt::format("kanon_key {0}, kanon_tuple {0}", dialect_.count_type);
        }
        for (std::size_t column = 0; column < types.size(); ++column) {
            if (!types[column].empty() || dialect_.declaring == Declaring::before) {
                out += fmt::format("{}q{} {}", out.empty() ? "" : ", ", column, types[column]);
            }
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
            const std::size_t original = map_.others[other].original;
            out += is_native(other) ? fmt::format(", s.n{0} AS n{0}", original) : "";
            out += needs_text(other) ? fmt::format(", s.c{0} AS c{0}", original) : "";
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

    /// The type of a released text.
    [[nodiscard]] std::string released_text(std::size_t column) const {
        constexpr std::size_t kMostTextBytes = 65535;  // of a TEXT
        const Dictionary& texts = *release_.column(column).dictionary;
        bool is_long = false;
        for (Code code = 0; code < texts.size() && !is_long; ++code) {
            is_long = texts.text(code).size() > kMostTextBytes;
        }
        return std::string(is_long ? dialect_.long_released_text : dialect_.released_text);
    }

    /// True if a column is released with its own type, not as text.
    [[nodiscard]] bool is_native(std::size_t other) const {
        const bool gives_way = map_.has_stars && map_.stars_as_text &&
                               !rows_.types[map_.others[other].original].takes_star;
        return tables_.values[other].empty() && !gives_way;
    }

    /// True if some cells of a column are missing by their spelling.
    [[nodiscard]] bool has_marks(std::size_t original) const {
        return !rows_.missing_marks[original].empty() &&
               original_.column(original).dictionary->missing().has_value();
    }

    /// True if the texts of a column are looked at.
    [[nodiscard]] bool needs_text(std::size_t other) const {
        return !is_native(other) || has_marks(map_.others[other].original);
    }

    /// True if a column shows stars in suppressed rows; else it misses their values.
    [[nodiscard]] bool shows_stars(std::size_t other) const {
        return !is_native(other) || rows_.types[map_.others[other].original].takes_star;
    }

    /// A column with its own type, but for what suppressed rows and missing marks show.
    [[nodiscard]] std::string shown_native(std::size_t place) const {
        const std::size_t original = map_.others[place].original;
        std::string cell = fmt::format("s.n{}", original);
        std::string cases;
        if (map_.has_stars) {
            cases += shows_stars(place) ? fmt::format(" WHEN u.suppressed = 1 THEN '{}'", kStar)
                                        : " WHEN u.suppressed = 1 THEN NULL";
        }
        if (has_marks(original)) {
            cases += fmt::format(" WHEN s.c{} = '' THEN NULL", original);
        }
        if (cases.empty()) {
            return cell;
        }
        cell = fmt::format("CASE{} ELSE {} END", cases, cell);
        const std::string& declared = rows_.declared[original];
        return dialect_.declaring == Declaring::by_cast && !declared.empty()
                   ? fmt::format("CAST({} AS {})", cell, declared)
                   : cell;
    }

    [[nodiscard]] std::string shown_other(std::size_t place) {
        if (is_native(place)) {
            return shown_native(place);
        }
        const ReleaseMap::Other& other = map_.others[place];
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

/// Make the table of the private one, which goes with the others.
void copy_into_place(Connection& connection,
                     const WrittenRelease& written,
                     const SourceAddress& target,
                     bool replaces) {
    const Dialect& dialect = connection.dialect();
    const std::string table = from_clause(dialect, target);
    std::vector<std::string> own;
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        own.push_back(fmt::format("q{}", column));
    }
    const std::vector<std::string> types =
        declared_types(connection, named_table(dialect, written.table), own);
    std::string columns;
    for (std::size_t column = 0; column < own.size(); ++column) {
        columns += fmt::format("{}{} {}",
                               column == 0 ? "" : ", ",
                               quoted_name(dialect, written.columns[column]),
                               types[column]);
    }
    if (replaces) {
        connection.execute("DROP TABLE " + table);
    }
    connection.execute(fmt::format("CREATE TABLE {} ({})", table, columns));
    connection.execute(fmt::format("INSERT INTO {} SELECT {} FROM {} ORDER BY rowid",
                                   table,
                                   fmt::join(own, ", "),
                                   written.table));
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
        out.table = tables.make_of(query, {.columns = writing.columns(), .stage = kWriting});
    } else {
        out.table = to.before->table;
        Stage stage(teller_of(connection), kWriting, 0);
        const WorkOn work(connection, stage);
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
           const SourceAddress& target,
           bool replaces) {
    Connection& connection = tables.connection();
    if (connection.dialect().copies_into_place) {
        copy_into_place(connection, written, target, replaces);
        return;
    }
    for (const std::string_view column : {"kanon_key", "kanon_tuple"}) {
        connection.execute(fmt::format("ALTER TABLE {} DROP COLUMN {}", written.table, column));
    }
    name_columns(connection, written);
    if (replaces) {
        tables.replace(written.table, target.table);
    } else {
        tables.rename(written.table, target.table);
    }
}

}  // namespace kanon::engine

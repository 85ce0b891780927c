// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/written_release.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/gathered_rows.hpp"
#include "kanon/engine/row_writer.hpp"
#include "kanon/release/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

/// Makes the tables that hold a map, and the statement that carries it out.
class Writing {
public:
    Writing(PrivateTables& tables,
            const KeyedRows& rows,
            const Table& original,
            const Table& release,
            const ReleaseMap& map)
        : tables_(tables),
          dialect_(tables.connection().dialect()),
          rows_(rows),
          original_(original),
          release_(release),
          map_(map),
          entries_(make_entries()),
          tuples_(make_tuples()) {}

    [[nodiscard]] std::string statement(const std::string& target, bool shuffle) {
        const std::string shown = shown_columns();
        return fmt::format("CREATE TABLE {} AS SELECT s.kanon_key AS kanon_key{} FROM {} s{}{}{}{}",
                           target,
                           shown,
                           source(),
                           " JOIN " + entries_ + " t ON " + entry_of_row(),
                           " JOIN " + tuples_ + " u ON u.tuple = t.tuple",
                           joins_,
                           shuffle ? fmt::format(" ORDER BY {}", dialect_.random) : "");
    }

private:
    using Value = RowWriter::Value;

    void make_table(const std::string& name, const std::string& columns) const {
        tables_.connection().execute("CREATE TABLE " + name + " (" + columns + ")");
    }

    [[nodiscard]] std::string make_entries() const {
        std::string name = tables_.new_name();
        std::string columns;
        std::vector<std::string> keys;
        for (std::size_t place = 0; place < map_.keys.size(); ++place) {
            keys.push_back(fmt::format("k{}", place));
            columns += fmt::format("{} {}, ", keys.back(), dialect_.text_type);
        }
        make_table(name,
                   fmt::format("{}first_place {}, last_place {}, tuple {}",
                               columns,
                               dialect_.count_type,
                               dialect_.count_type,
                               dialect_.count_type));
        RowWriter writer(tables_.connection(), name);
        std::vector<Value> values;
        for (const ReleaseMap::Entry& entry : map_.entries) {
            if (entry.tuple == ReleaseMap::kLeftOut) {
                continue;
            }
            values.clear();
            for (const std::size_t column : map_.keys) {
                values.emplace_back(original_.column(column).text(entry.original));
            }
            values.emplace_back(entry.first);
            values.emplace_back(entry.last);
            values.emplace_back(std::uint64_t{entry.tuple});
            writer.add(values);
        }
        writer.finish();
        tables_.index(name, keys, true);
        return name;
    }

    [[nodiscard]] std::string make_tuples() const {
        std::string name = tables_.new_name();
        std::string columns = fmt::format("tuple {0}, suppressed {0}", dialect_.count_type);
        for (std::size_t place = 0; place < map_.recoded.size(); ++place) {
            columns += fmt::format(", r{} {}", place, dialect_.text_type);
        }
        make_table(name, columns);
        RowWriter writer(tables_.connection(), name);
        std::vector<Value> values;
        for (std::size_t tuple = 0; tuple < map_.row_of_tuple.size(); ++tuple) {
            values.assign(
                {std::uint64_t{tuple}, std::uint64_t{map_.is_suppressed[tuple] ? 1U : 0U}});
            for (const std::size_t column : map_.recoded) {
                values.emplace_back(release_.column(column).text(map_.row_of_tuple[tuple]));
            }
            writer.add(values);
        }
        writer.finish();
        tables_.index(name, {"tuple"}, false);
        return name;
    }

    [[nodiscard]] std::string make_values(const ReleaseMap::Other& other) const {
        std::string name = tables_.new_name();
        make_table(name, fmt::format("k {0}, v {0}", dialect_.text_type));
        RowWriter writer(tables_.connection(), name);
        const Dictionary& dictionary = *original_.column(other.original).dictionary;
        for (Code code = 0; code < other.text_of_code.size(); ++code) {
            writer.add(std::vector<Value>{dictionary.text(code), other.text_of_code[code]});
        }
        writer.finish();
        tables_.index(name, {"k"}, true);
        return name;
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

    [[nodiscard]] std::string entry_of_row() const {
        std::string out;
        for (std::size_t place = 0; place < map_.keys.size(); ++place) {
            out +=
                fmt::format("{}t.k{} = s.c{}", out.empty() ? "" : " AND ", place, map_.keys[place]);
        }
        if (map_.by_place) {
            out += " AND s.kanon_place BETWEEN t.first_place AND t.last_place";
        }
        return out.empty() ? "1 = 1" : out;
    }

    [[nodiscard]] std::string shown_columns() {
        std::vector<std::string> shown(release_.column_count());
        for (std::size_t place = 0; place < map_.recoded.size(); ++place) {
            shown[map_.recoded[place]] = fmt::format("NULLIF(u.r{}, '')", place);
        }
        for (const ReleaseMap::Other& other : map_.others) {
            shown[other.released] = shown_other(other);
        }
        std::string out;
        for (std::size_t column = 0; column < shown.size(); ++column) {
            out += fmt::format(", {} AS q{}", shown[column], column);
        }
        return out;
    }

    [[nodiscard]] std::string shown_other(const ReleaseMap::Other& other) {
        std::string text = fmt::format("NULLIF(s.c{}, '')", other.original);
        const bool marked = !rows_.missing_marks[other.original].empty() &&
                            original_.column(other.original).dictionary->missing().has_value();
        if (!other.text_of_code.empty()) {
            joins_ += fmt::format(" JOIN {} v{} ON v{}.k = s.c{}",
                                  make_values(other),
                                  other.released,
                                  other.released,
                                  other.original);
            text = fmt::format("NULLIF(v{}.v, '')", other.released);
        } else if (!map_.has_stars && !marked) {
            return fmt::format("s.n{}", other.original);
        }
        return map_.has_stars
                   ? fmt::format("CASE WHEN u.suppressed = 1 THEN '{}' ELSE {} END", kStar, text)
                   : text;
    }

    PrivateTables& tables_;
    const Dialect& dialect_;
    const KeyedRows& rows_;
    const Table& original_;
    const Table& release_;
    const ReleaseMap& map_;
    std::string entries_;
    std::string tuples_;
    std::string joins_;
};

}  // namespace

WrittenRelease write_release(PrivateTables& tables,
                             const KeyedRows& rows,
                             const Table& original,
                             const Table& release,
                             const ReleaseMap& map,
                             bool shuffle) {
    WrittenRelease out;
    for (const std::string_view name : release.names()) {
        out.columns.emplace_back(name);
    }
    Writing writing(tables, rows, original, release, map);
    out.table = tables.new_name();
    tables.connection().execute(writing.statement(out.table, shuffle));
    tables.index(out.table, {"kanon_key"}, false);
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
    const Dialect& dialect = connection.dialect();
    connection.execute("ALTER TABLE " + written.table + " DROP COLUMN kanon_key");
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        connection.execute(fmt::format("ALTER TABLE {} RENAME COLUMN q{} TO {}",
                                       written.table,
                                       column,
                                       quoted_name(dialect, written.columns[column])));
    }
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

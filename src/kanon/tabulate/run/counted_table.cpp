// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/run/counted_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/problem/build_hierarchy.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/kept_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr std::size_t kMostColumns = 16;

/// What a word of `--by` names.
struct NamedColumn {
    std::string column;
    std::uint32_t level = 0;

    [[nodiscard]] std::string name() const {
        return level == 0 ? column : column + "@" + std::to_string(level);
    }

    bool operator==(const NamedColumn&) const = default;
};

using NamedTables = std::vector<std::vector<NamedColumn>>;

/// `age@2`, but not where a column has this name. \throws Error{usage}
NamedColumn named_column(const std::string& word, const std::vector<std::string_view>& there) {
    const std::size_t at = word.rfind('@');
    if (at == std::string::npos || std::ranges::find(there, word) != there.end()) {
        return {.column = word};
    }
    NamedColumn out{.column = word.substr(0, at)};
    const char* const end = word.data() + word.size();
    const auto [stop, failed] = std::from_chars(word.data() + at + 1, end, out.level);
    if (failed == std::errc{} && stop == end) {
        return out;
    }
    if (std::ranges::find(there, out.column) != there.end()) {
        throw Error(ErrorCode::usage,
                    "a level of its hierarchy is a number from 0, as in age@2",
                    {.attribute = word});
    }
    return {.column = word};
}

void check_table(const std::vector<NamedColumn>& table, const std::string& person) {
    std::set<std::string> columns;
    for (const NamedColumn& one : table) {
        columns.insert(one.column);
        if (one.column == person || one.name() == kCountColumn) {
            throw Error(ErrorCode::usage,
                        "a table cannot have the column of persons, or one named 'count'",
                        {.attribute = "by"});
        }
    }
    if (table.empty() || columns.size() != table.size()) {
        throw Error(ErrorCode::usage,
                    "a table needs columns, each once, and of each one level",
                    {.attribute = "by"});
    }
}

/// \throws Error{usage}
NamedTables named_tables(const TabulateOptions& options,
                         const std::vector<std::string_view>& there) {
    if (options.by.empty()) {
        throw Error(ErrorCode::usage, "name the columns of a table (--by)");
    }
    if (options.k < 2 || options.k > Table::kMostRows) {
        throw Error(ErrorCode::usage, "k must be at least 2, and no more than a table has rows");
    }
    NamedTables out;
    std::set<std::set<std::string>> known;
    for (const auto& words : options.by) {
        std::vector<NamedColumn>& table = out.emplace_back();
        std::set<std::string> names;
        for (const std::string& word : words) {
            table.push_back(named_column(word, there));
            names.insert(table.back().name());
        }
        check_table(table, options.person);
        if (!known.insert(std::move(names)).second) {
            throw Error(ErrorCode::usage,
                        "two tables have the same columns; name each table once",
                        {.attribute = "by"});
        }
    }
    return out;
}

/// Each once, in the order in which they are named.
std::vector<NamedColumn> distinct_columns(const NamedTables& tables) {
    std::vector<NamedColumn> out;
    for (const auto& table : tables) {
        for (const NamedColumn& one : table) {
            if (std::ranges::find(out, one) == out.end()) {
                out.push_back(one);
            }
        }
    }
    if (out.size() > kMostColumns) {
        throw Error(ErrorCode::usage,
                    "the tables of one run may have 16 columns in all",
                    {.attribute = "by"});
    }
    return out;
}

std::vector<std::uint32_t> sets_of(const NamedTables& tables,
                                   const std::vector<NamedColumn>& columns) {
    std::set<std::tuple<int, std::uint32_t, std::uint32_t>> sets;
    const auto add = [&](std::uint32_t set) {
        std::uint32_t levels = 0;
        for (std::size_t at = 0; at < columns.size(); ++at) {
            levels += (set >> at & 1U) * columns[at].level;
        }
        sets.emplace(-std::popcount(set), levels, set);
    };
    for (const auto& table : tables) {
        std::uint32_t all = 0;
        for (const NamedColumn& one : table) {
            all |= 1U << static_cast<unsigned>(std::ranges::find(columns, one) - columns.begin());
        }
        for (std::uint32_t part = all; part != 0; part = (part - 1) & all) {
            add(part);
        }
        add(0);
    }
    std::vector<std::uint32_t> out;
    out.reserve(sets.size());
    for (const auto& [size, levels, set] : sets) {
        out.push_back(set);
    }
    return out;
}

/// \throws Error{usage}
Level checked_level(const NamedColumn& wanted, const Hierarchy& hierarchy) {
    const Level height = hierarchy.height();
    if (wanted.level < height) {
        return static_cast<Level>(wanted.level);
    }
    throw Error(ErrorCode::usage,
                height == 1
                    ? std::string("nothing stands between its values and all of them together: "
                                  "give it a hierarchy (--hierarchy, --policy)")
                    : fmt::format("its hierarchy has levels up to {}; above are all values "
                                  "together, which every table has as its total",
                                  height - 1),
                {.attribute = wanted.column});
}

/// The labels of a level as a column.
std::shared_ptr<const Column> column_at_level(const Column& column,
                                              const NamedColumn& wanted,
                                              const Policy& policy) {
    const AttributePolicy* const said = policy.find(column.name);
    const Hierarchy hierarchy =
        build_hierarchy(policy, said == nullptr ? HierarchySpec{} : said->hierarchy, column);
    const Level level = checked_level(wanted, hierarchy);
    DictionaryBuilder labels;
    std::vector<Code> provisional;
    for (Code label = 0; label < hierarchy.label_count(level); ++label) {
        provisional.push_back(labels.add(hierarchy.text(level, label)));
    }
    DictionaryBuilder::Result sorted = labels.finish(ValueType::text);
    auto out = std::make_shared<Column>();
    out->name = wanted.name();
    out->dictionary = std::make_shared<const Dictionary>(std::move(sorted.dictionary));
    out->codes = CodeVector(column.codes.size(), out->dictionary->size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const Code label = hierarchy.label_of(level, column.codes[row]);
        out->codes.set(row, sorted.code_of_provisional[provisional[label]]);
    }
    return out;
}

/// The columns that are counted, then that of persons, if they are.
Table with_levels(const Table& table,
                  const std::vector<NamedColumn>& columns,
                  const TabulateOptions& options) {
    std::vector<std::shared_ptr<const Column>> out;
    for (const NamedColumn& one : columns) {
        const std::size_t place = place_of_column(table, one.column);
        out.push_back(one.level == 0 ? table.shared_column(place)
                                     : column_at_level(table.column(place), one, options.policy));
    }
    if (!options.person.empty()) {
        out.push_back(table.shared_column(place_of_column(table, options.person)));
    }
    return {std::move(out), table.row_count()};
}

void check_total(const Column& column, std::string_view total) {
    const Dictionary& values = *column.dictionary;
    for (Code code = 0; code < values.size(); ++code) {
        if (values.text(code) == total) {
            throw Error(ErrorCode::bad_input,
                        "a value is spelled as the total is: give the total another word "
                        "(--total)",
                        {.attribute = column.name});
        }
    }
}

/// One row of each person, who is in the last column. \throws Error{bad_input}
Table one_row_each(const Table& table) {
    const Column& persons = table.column(table.column_count() - 1);
    std::vector<std::optional<std::size_t>> first(persons.dictionary->size());
    std::vector<bool> kept(table.row_count(), false);
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        const Code person = persons.codes[row];
        if (persons.dictionary->is_missing(person)) {
            throw Error(ErrorCode::bad_input,
                        "row " + std::to_string(row + 1) + " names no person",
                        {.attribute = persons.name});
        }
        if (!first[person]) {
            first[person] = row;
            kept[row] = true;
            continue;
        }
        for (std::size_t at = 0; at + 1 < table.column_count(); ++at) {
            const Column& column = table.column(at);
            if (column.codes[row] != column.codes[*first[person]]) {
                throw Error(ErrorCode::bad_input,
                            "row " + std::to_string(row + 1) +
                                " has another value than an earlier row of the same person: count "
                                "rows, or leave this column out",
                            {.attribute = column.name});
            }
        }
    }
    return kept_rows(table, kept);
}

std::vector<CountColumn> count_columns(const std::vector<NamedColumn>& columns) {
    std::vector<std::string> families;
    std::vector<CountColumn> out;
    for (const NamedColumn& one : columns) {
        const auto found = std::ranges::find(families, one.column);
        const auto family = static_cast<std::uint32_t>(found - families.begin());
        if (found == families.end()) {
            families.push_back(one.column);
        }
        out.push_back({.place = out.size(), .family = family, .level = one.level});
    }
    return out;
}

}  // namespace

std::size_t place_of_column(const Table& table, std::string_view name) {
    const std::optional<std::size_t> found = table.find(name);
    if (!found) {
        throw Error(ErrorCode::usage,
                    "the table has no such column" + suggestion(name, table.names()),
                    {.attribute = std::string(name)});
    }
    return *found;
}

CountedTable counted_table(const Table& table, const TabulateOptions& options) {
    const NamedTables named = named_tables(options, table.names());
    const std::vector<NamedColumn> columns = distinct_columns(named);
    if (table.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the table has no rows to count");
    }
    Table counted = with_levels(table, columns, options);
    CountedTable out{.table = options.person.empty() ? std::move(counted) : one_row_each(counted),
                     .columns = count_columns(columns),
                     .sets = sets_of(named, columns)};
    for (const CountColumn& column : out.columns) {
        check_total(out.table.column(column.place), options.total);
    }
    return out;
}

std::vector<std::string> needed_columns(const TabulateOptions& options,
                                        const std::vector<std::string_view>& there) {
    std::set<std::string> out;
    for (const NamedColumn& one : distinct_columns(named_tables(options, there))) {
        out.insert(one.column);
    }
    if (!options.person.empty()) {
        out.insert(options.person);
    }
    return {out.begin(), out.end()};
}

}  // namespace kanon::tabulate

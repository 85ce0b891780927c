// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/found_columns.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace kanon::io {
namespace {

using Doubt = FoundValues::Doubt;

bool has_notation(const FoundColumn& one, Notation notation) {
    return one.column.dictionary->notation() == notation;
}

/// Understand the values of a column anew.
void read_again(FoundColumn& one, const ValueRules& rules) {
    const auto as_it_is = [](std::string_view text) { return std::string(text); };
    FoundColumn again = respelled(one.column, as_it_is, rules);
    again.found.missing.insert(
        again.found.missing.end(), one.found.missing.begin(), one.found.missing.end());
    one = std::move(again);
}

/// True for decimals whose points may all part thousands: `1.234`, `12.500`.
bool may_have_thousands(const Dictionary& dictionary) {
    if (dictionary.type() != ValueType::decimal || dictionary.notation() != Notation::standard) {
        return false;
    }
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (!parse_number(dictionary.text(code), ValueType::integer, Notation::decimal_comma)) {
            return false;
        }
    }
    return true;
}

/// The order of days and months that the dates of the file have; none if there is none, or two.
std::optional<Notation> one_order(const std::vector<FoundColumn>& columns) {
    std::optional<Notation> out;
    for (const FoundColumn& one : columns) {
        const Notation notation = one.column.dictionary->notation();
        if (notation == Notation::day_first || notation == Notation::month_first) {
            if (out.value_or(notation) != notation) {
                return std::nullopt;
            }
            out = notation;
        }
    }
    return out;
}

/// The columns for which something holds, by name.
template <class Holds>
std::vector<std::string> names_where(const std::vector<FoundColumn>& columns, const Holds& holds) {
    std::vector<std::string> out;
    for (const FoundColumn& one : columns) {
        if (holds(one)) {
            out.push_back(one.column.name);
        }
    }
    return out;
}

void add_line(std::vector<std::string>& lines,
              const std::vector<std::string>& names,
              std::string_view before,
              std::string_view after) {
    if (!names.empty()) {
        lines.push_back(std::string(before) + names_text(names) + std::string(after));
    }
}

void add_missing_lines(const std::vector<FoundColumn>& columns, std::vector<std::string>& lines) {
    std::map<std::string, std::vector<std::string>> columns_of_mark;
    for (const FoundColumn& one : columns) {
        for (const std::string& mark : one.found.missing) {
            columns_of_mark[mark].push_back(one.column.name);
        }
    }
    for (const auto& [mark, names] : columns_of_mark) {
        if (is_blank(mark)) {
            add_line(lines,
                     names,
                     "cells of blanks alone are taken for missing values in ",
                     "; --types NAME=text overrides this");
            continue;
        }
        add_line(lines,
                 names,
                 "'" + mark + "' is taken for a missing value in ",
                 "; --missing overrides this");
    }
}

/// Let the columns of a file tell each other what is in doubt in one of them: where one has decimal
/// commas, all have, and so it is with commas between thousands and with the order of dates.
void settle_doubts(std::vector<FoundColumn>& columns, const ReadOptions& options) {
    const auto some_have = [&columns](Notation notation) {
        return std::ranges::any_of(
            columns, [notation](const FoundColumn& one) { return has_notation(one, notation); });
    };
    const bool commas = some_have(Notation::decimal_comma);
    const bool thousands = !commas && some_have(Notation::thousands);
    const std::optional<Notation> order = one_order(columns);
    for (FoundColumn& one : columns) {
        ValueRules rules = rules_of(options, one.column.name);
        const bool is_doubted = one.found.doubt == Doubt::commas;
        const bool comma_here =
            is_doubted || (!rules.declared && may_have_thousands(*one.column.dictionary));
        if (rules.find_notation && ((commas && comma_here) || (thousands && is_doubted))) {
            rules.decimal_comma = commas;
            rules.thousands = thousands;
            read_again(one, rules);
        } else if (order && (one.found.doubt == Doubt::dates || one.found.doubt == Doubt::years)) {
            rules.dates = order;
            read_again(one, rules);
        }
    }
}

/// What was found of the columns, one line for each thing.
std::vector<std::string> lines_on_values(const std::vector<FoundColumn>& columns,
                                         const ReadOptions& options) {
    std::vector<std::string> lines;
    add_missing_lines(columns, lines);
    const auto found = [&](Notation notation) {
        return names_where(columns, [&](const FoundColumn& one) {
            const ValueRules rules = rules_of(options, one.column.name);
            const bool told = rules.decimal_comma || rules.thousands || rules.dates;
            return !told && has_notation(one, notation);
        });
    };
    const auto doubted = [&](Doubt doubt) {
        return names_where(columns,
                           [&](const FoundColumn& one) { return one.found.doubt == doubt; });
    };
    add_line(lines, found(Notation::decimal_comma), "decimal commas are read in ", "");
    add_line(lines, found(Notation::thousands), "commas are read as parting thousands in ", "");
    add_line(lines,
             found(Notation::day_first),
             "dates are read with the day first in ",
             "; --date-format overrides this");
    add_line(lines,
             found(Notation::month_first),
             "dates are read with the month first in ",
             "; --date-format overrides this");
    add_line(lines,
             doubted(Doubt::dates),
             "taken for text, as the day or the month may come first: ",
             "; --date-format DD/MM/YYYY or MM/DD/YYYY says which");
    add_line(lines,
             doubted(Doubt::years),
             "taken for text, as dates may begin or end with their year of two digits: ",
             "; --date-format YY/MM/DD, DD/MM/YY or MM/DD/YY says which");
    add_line(lines,
             doubted(Doubt::zones),
             "taken for text, as some times state their zone and others do not: ",
             "; give each a zone, or none");
    add_line(lines,
             names_where(columns, [](const FoundColumn& one) { return one.found.short_years; }),
             "years of two digits are read as 1930 to 2029 in ",
             "; write them with four digits where they are others");
    add_line(lines,
             doubted(Doubt::commas),
             "taken for text, as commas may part thousands or be decimal ones: ",
             "; --decimal-comma or --thousands says which");
    add_line(lines,
             doubted(Doubt::zeros),
             "taken for text, as some numbers begin with zeros and some do not: ",
             "; --types NAME=integer says that they are numbers");
    return lines;
}

/// Note the marks in columns that must have a value; false if there are none that were not known.
bool note_marks(const FoundTable& found, const ReadOptions& options, MarksOf& marks) {
    bool any = false;
    for (const FoundColumn& one : found.columns) {
        const bool needed = std::ranges::find(options.drop_rows_missing, one.column.name) !=
                            options.drop_rows_missing.end();
        if (needed && !one.found.missing.empty()) {
            std::vector<std::string>& known = marks[one.column.name];
            known.insert(known.end(), one.found.missing.begin(), one.found.missing.end());
            any = true;
        }
    }
    return any;
}

/// Refuse a column of which it was said how its dates are written, and that has none.
void require_dates(const Column& column, const ReadOptions& options) {
    const Dictionary& values = *column.dictionary;
    if (options.dates_of.contains(column.name) && !options.types.contains(column.name) &&
        values.value_count() > 0 && !is_of_calendar(values.type())) {
        throw Error(ErrorCode::bad_input,
                    "its values are not all dates of the format that --date-format says; declare "
                    "others missing, or take it out there",
                    {.attribute = column.name});
    }
}

ReadTable table_of(FoundTable found, const MarksOf& marks, const ReadOptions& options) {
    ReadTable out;
    for (FoundColumn& one : found.columns) {
        if (const auto known = marks.find(one.column.name); known != marks.end()) {
            one.found.missing = known->second;
        }
    }
    if (found.blank_rows > 0) {
        out.said.push_back(
            "left out, as no column has a value there: " + count_text(found.blank_rows, "row") +
            "; --keep-blank-rows overrides this");
    }
    const std::vector<std::string> on_values = lines_on_values(found.columns, options);
    out.said.insert(out.said.end(), on_values.begin(), on_values.end());
    std::vector<std::shared_ptr<const Column>> columns;
    for (FoundColumn& one : found.columns) {
        require_dates(one.column, options);
        std::vector<std::string>& missing = out.missing_marks[one.column.name];
        missing = options.missing_marks;
        missing.insert(missing.end(), one.found.missing.begin(), one.found.missing.end());
        columns.push_back(std::make_shared<const Column>(std::move(one.column)));
    }
    out.dropped_rows = found.dropped_rows;
    out.blank_rows = found.blank_rows;
    out.table = Table(std::move(columns), found.rows);
    return out;
}

}  // namespace

ValueRules rules_of(const ReadOptions& options, const std::string& column) {
    ValueRules rules{.declared = std::nullopt,
                     .find_missing = options.find_values && options.missing_marks.empty(),
                     .find_notation = options.find_values,
                     .decimal_comma = options.decimal_comma,
                     .thousands = options.thousands,
                     .dates = options.dates};
    if (const auto declared = options.types.find(column); declared != options.types.end()) {
        rules.declared = declared->second;
    }
    if (const auto order = options.dates_of.find(column); order != options.dates_of.end()) {
        rules.dates = order->second;
    }
    return rules;
}

std::vector<std::string> marks_of(const std::string& column,
                                  const ReadOptions& options,
                                  const MarksOf& marks) {
    std::vector<std::string> out = options.missing_marks;
    if (const auto more = marks.find(column); more != marks.end()) {
        out.insert(out.end(), more->second.begin(), more->second.end());
    }
    return out;
}

ReadTable read_with_marks(const std::function<FoundTable(const MarksOf&)>& read,
                          const ReadOptions& options) {
    return read_some_with_marks([&](const MarksOf& marks) { return std::optional(read(marks)); },
                                options)
        .value();
}

std::optional<ReadTable> read_some_with_marks(
    const std::function<std::optional<FoundTable>(const MarksOf&)>& read,
    const ReadOptions& options) {
    MarksOf marks;
    while (true) {
        std::optional<FoundTable> found = read(marks);
        if (!found) {
            return std::nullopt;
        }
        settle_doubts(found->columns, options);
        if (!note_marks(*found, options, marks)) {
            return table_of(std::move(*found), marks, options);
        }
    }
}

std::string names_text(const std::vector<std::string>& names) {
    constexpr std::size_t kFew = 12;
    std::string out;
    for (std::size_t j = 0; j < std::min(names.size(), kFew); ++j) {
        out += (j == 0 ? "'" : ", '") + names[j] + "'";
    }
    return names.size() <= kFew ? out
                                : out + " and " + count_text(names.size() - kFew, "more column");
}

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#include "kanon/views/view_set.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kanon {
namespace {

/// Names of columns that a view, a condition or an association has, and who has them.
using NamedColumns = std::vector<std::pair<std::string, std::string>>;

NamedColumns columns_of(const ViewSet& views) {
    NamedColumns out;
    for (const View& view : views.views) {
        const std::string who = "view '" + view.name + "'";
        for (const std::string& column : view.columns) {
            out.emplace_back(column, who);
        }
        for (const ViewCondition& condition : view.where) {
            out.emplace_back(condition.column, who);
        }
    }
    for (const Association& association : views.associations) {
        out.emplace_back(association.identifier, "an association");
        out.emplace_back(association.sensitive, "an association");
    }
    return out;
}

/// The ends of a range; infinite where they are open.
struct Range {
    double from = 0;
    double to = 0;
};

double end_of(const std::string& text, ValueType type, double open) {
    return text.empty() ? open : parse_number(text, type).value_or(std::nan(""));
}

Range range_of(const ViewCondition& condition, const Dictionary& dictionary) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    // Ends of whole numbers may be decimals.
    const ValueType type =
        dictionary.type() == ValueType::integer ? ValueType::decimal : dictionary.type();
    return {.from = end_of(condition.from, type, -kInfinite),
            .to = end_of(condition.to, type, kInfinite)};
}

void check_condition(const ViewCondition& condition, const std::string& where, const Table& table) {
    if (condition.from.empty() && condition.to.empty()) {
        return;
    }
    const Dictionary& dictionary = *table.column(table.find(condition.column).value()).dictionary;
    if (!dictionary.is_numeric()) {
        throw Error(ErrorCode::bad_policy,
                    where + " asks for a range of '" + condition.column +
                        "', which holds texts; list values instead");
    }
    const Range range = range_of(condition, dictionary);
    if (std::isnan(range.from) || std::isnan(range.to)) {
        throw Error(ErrorCode::bad_policy,
                    where + ": the ends of a range of '" + condition.column +
                        "' need to be of its type, " + std::string(to_string(dictionary.type())));
    }
}

std::vector<bool> codes_shown(const ViewCondition& condition, const Dictionary& dictionary) {
    std::vector<bool> out(dictionary.size());
    for (const std::string& value : condition.values) {
        if (const auto code = dictionary.find(value)) {
            out[*code] = true;
        }
    }
    if (condition.values.empty()) {
        const Range range = range_of(condition, dictionary);
        for (Code code = 0; code < dictionary.value_count(); ++code) {
            const double number = dictionary.number(code);
            out[code] = range.from <= number && number <= range.to;
        }
    }
    return out;
}

}  // namespace

std::set<std::string> check_view_columns(const ViewSet& views,
                                         std::span<const std::string_view> known) {
    std::set<std::string> out;
    for (auto& [column, who] : columns_of(views)) {
        if (std::ranges::find(known, column) == known.end()) {
            throw Error(ErrorCode::bad_policy,
                        who + " names '" + column + "', which the table does not have" +
                            suggestion(column, known));
        }
        out.insert(column);
    }
    if (out.size() > kMostViewColumns) {
        throw Error(ErrorCode::bad_policy,
                    "the views have " + std::to_string(out.size()) + " columns; at most " +
                        std::to_string(kMostViewColumns) + " can be judged together");
    }
    return out;
}

void check_views(const ViewSet& views, const Table& table) {
    static_cast<void>(check_view_columns(views, table.names()));
    for (const View& view : views.views) {
        for (const ViewCondition& condition : view.where) {
            check_condition(condition, "view '" + view.name + "'", table);
        }
    }
}

std::vector<std::uint8_t> rows_shown(const View& view, const Table& table) {
    std::vector<std::uint8_t> out(table.row_count(), 1);
    for (const ViewCondition& condition : view.where) {
        const Column& column = table.column(table.find(condition.column).value());
        const std::vector<bool> shown = codes_shown(condition, *column.dictionary);
        column.codes.visit([&](const auto codes) {
            for (std::size_t row = 0; row < codes.size(); ++row) {
                if (!shown[codes[row]]) {
                    out[row] = 0;
                }
            }
        });
    }
    return out;
}

}  // namespace kanon

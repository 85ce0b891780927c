// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/grouping.hpp"

#include "kanon/engine/dialect/sql_pattern.hpp"
#include "kanon/engine/dialect/text_query.hpp"

#include <fmt/format.h>

#include <string_view>

namespace kanon::engine {
namespace {

constexpr std::string_view kCut =
    "holds a text with a NUL byte, or one that the driver changes: the engine counts other bytes "
    "in it than come here. Convert it in a query (REPLACE, HEX), or leave the column out (--drop, "
    "or identifying in a policy)";
}  // namespace

std::string Grouping::grouped_as(const std::string& expression) {
    std::string name = fmt::format("g{}", columns_);
    ++columns_;
    grouped_ += fmt::format("{} AS {}, ", expression, name);
    places_ += fmt::format("{}{}", columns_ == 1 ? "" : ", ", columns_);
    return name;
}

Grouping::Grouped Grouping::group(const std::string& expression,
                                  const ColumnType& type,
                                  std::span<const std::string> missing_marks) {
    if (is_exact_type(dialect_, type.name)) {
        const std::string name = grouped_as(expression);
        return {.value = name, .text = text_of(dialect_, name, missing_marks)};
    }
    const std::string name = grouped_as(text_of(dialect_, type, expression, missing_marks));
    return {.value = name, .text = name};
}

void Grouping::add(const std::string& expression,
                   const ColumnType& type,
                   std::span<const std::string> missing_marks) {
    const Grouped grouped = group(expression, type, missing_marks);
    if (grouped.text == grouped.value) {
        texts_.push_back({.place = shown_.size(), .name = grouped.text});
    }
    show(grouped.text);
}

void Grouping::add_own(const std::string& column) {
    show(text_of(dialect_, grouped_as(column)));
}

std::string Grouping::groups(const std::string& from) const {
    return fmt::format(
        "SELECT {}count(*) AS kanon_count FROM {} GROUP BY {}", grouped_, from, places_);
}

std::string Grouping::bytes() const {
    // In brackets, so many at a time: engines limit how deep an expression is.
    constexpr std::size_t kTogether = 32;
    std::string out = "(0";
    for (std::size_t place = 0; place < texts_.size(); ++place) {
        out += fmt::format("{}COALESCE({}, 0)",
                           place % kTogether == 0 && place > 0 ? ") + (" : " + ",
                           with_pattern(dialect_.octets, texts_[place].name));
    }
    return text_of(dialect_, "(" + out + "))");
}

void Grouping::check(const Cell& counted, std::span<const Cell> row) const {
    std::uint64_t here = 0;
    for (const Text& text : texts_) {
        here += row[text.place].value_or("").size();
    }
    if (counted != std::to_string(here)) {
        throw CutText(std::string(kCut));
    }
}

void Grouping::query_of(Connection& connection,
                        const std::string& groups,
                        const std::string& joined,
                        const RowTaker& take) const {
    std::vector<std::string> shown = shown_;
    shown.push_back(text_of(dialect_, "kanon_count"));
    const std::string from = groups + " kanon_groups" + joined;
    if (check_ == Check::none || texts_.empty()) {
        query_texts(connection, shown, from, take);
        return;
    }
    shown.push_back(bytes());
    query_texts(connection, shown, from, [&](std::span<const Cell> cells) {
        const std::span<const Cell> row = cells.first(cells.size() - 1);
        check(cells.back(), row);
        return take(row);
    });
}

}  // namespace kanon::engine

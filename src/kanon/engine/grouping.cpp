// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/grouping.hpp"

#include "kanon/engine/text_query.hpp"

#include <fmt/format.h>

namespace kanon::engine {
namespace {

/// True if a word is on a list with commas between its words.
bool names(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = list.find(',');
        if (list.substr(0, end) == word) {
            return true;
        }
        list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
    }
    return false;
}

}  // namespace

bool is_exact_type(const Dialect& dialect, std::string_view type) {
    return !type.empty() && names(dialect.exact_types, type);
}

std::string Grouping::grouped_as(const std::string& expression) {
    std::string name = fmt::format("g{}", columns_);
    ++columns_;
    grouped_ += fmt::format("{} AS {}, ", expression, name);
    places_ += fmt::format("{}{}", columns_ == 1 ? "" : ", ", columns_);
    return name;
}

Grouping::Grouped Grouping::group(const std::string& expression,
                                  std::string_view type,
                                  std::span<const std::string> missing_marks) {
    if (!is_exact_type(dialect_, type)) {
        const std::string name = grouped_as(text_of(dialect_, expression, missing_marks));
        return {.value = name, .text = name};
    }
    const std::string name = grouped_as(expression);
    return {.value = name, .text = text_of(dialect_, name, missing_marks)};
}

void Grouping::add_own(const std::string& column) {
    show(text_of(dialect_, grouped_as(column)));
}

std::string Grouping::groups(const std::string& from) const {
    return fmt::format(
        "SELECT {}count(*) AS kanon_count FROM {} GROUP BY {}", grouped_, from, places_);
}

void Grouping::query_of(Connection& connection,
                        const std::string& groups,
                        const std::string& joined,
                        const RowTaker& take) const {
    std::vector<std::string> shown = shown_;
    shown.push_back(text_of(dialect_, "kanon_count"));
    query_texts(connection, shown, groups + " kanon_groups" + joined, take);
}

std::vector<std::string> types_of(Connection& connection,
                                  std::span<const std::string> expressions,
                                  const std::string& from) {
    std::vector<std::string> out(expressions.size());
    const std::string_view type_name = connection.dialect().type_name;
    if (type_name.empty()) {
        return out;
    }
    std::string types;
    for (const std::string& expression : expressions) {
        std::string type(type_name);
        type.replace(type.find("{}"), 2, expression);
        types += (types.empty() ? "" : ", ") + type;
    }
    connection.query("SELECT " + types + " FROM " + from + " LIMIT 1",
                     [&](std::span<const Cell> cells) {
                         for (std::size_t place = 0; place < out.size(); ++place) {
                             out[place] = cells[place].value_or("");
                         }
                     });
    return out;
}

}  // namespace kanon::engine

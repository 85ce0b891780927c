// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// Rows that a view shows, by one column: those of some values, or within a range.
struct ViewCondition {
    std::string column;
    std::vector<std::string> values{};  ///< as they are spelled in the table
    std::string from{};                 ///< a number or date; both ends are in; "": open
    std::string to{};

    friend bool operator==(const ViewCondition&, const ViewCondition&) = default;
};

/// A selection and projection of a table that is published: some columns of the rows that hold
/// every condition.
struct View {
    std::string name;
    std::vector<std::string> columns;
    std::vector<ViewCondition> where{};
};

/// What views of one table must not tell: which value of `sensitive` goes with one of `identifier`.
struct Association {
    std::string identifier;
    std::string sensitive;
};

/// Views of one table that are published together, and what is asked of them.
struct ViewSet {
    std::uint64_t k = 2;          ///< values at least that each identifier may go with, >= 1
    bool keep_duplicates = true;  ///< a view shows equal rows as often as they are; false: once
    std::vector<Association> associations;
    std::vector<View> views;
};

/// Columns that the views of one set may show or select by, at most.
inline constexpr std::size_t kMostViewColumns = 64;

/// Read a set of views from YAML (docs/views.md); `name` stands in messages.
/// \throws Error{bad_policy} with file:line:column
[[nodiscard]] ViewSet parse_views(std::string_view text,
                                  const std::string& name,
                                  const RunContext& context = {});

/// The columns that views, conditions and associations name.
/// \throws Error{bad_policy} where `known` lacks one, or they are more than kMostViewColumns
[[nodiscard]] std::set<std::string> check_view_columns(const ViewSet& views,
                                                       std::span<const std::string_view> known);

/// \throws Error{bad_policy} as above, or where a range is asked of texts or its ends are of
/// another type than the column.
void check_views(const ViewSet& views, const Table& table);

/// Per row 1 if the view shows it, else 0. \pre check_views(). Cost O(n conditions).
[[nodiscard]] std::vector<std::uint8_t> rows_shown(const View& view, const Table& table);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "answers/release_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::serve {

ReleaseRows::ReleaseRows(std::shared_ptr<const Result> result) : result_(std::move(result)) {
    const Release& release = result_->whole().release;
    const std::vector<std::size_t>& columns = result_->problem->columns;
    for (std::size_t j = 0; j < release.original_column.size(); ++j) {
        if (std::ranges::find(columns, release.original_column[j]) != columns.end()) {
            quasi_identifiers_.push_back(j);
        }
    }
    classes_ = make_row_types(release.table, quasi_identifiers_, {}, Threads(0));
    by_class_.resize(release.table.row_count());
    std::iota(by_class_.begin(), by_class_.end(), 0U);
    std::ranges::stable_sort(by_class_, {}, [this](std::uint32_t row) {
        const std::uint32_t at = classes_.type_of_row[row];
        return std::pair(classes_.counts[at], at);
    });
}

const Column& ReleaseRows::original_of(std::size_t released) const {
    const Problem& problem = *result_->problem;
    const Table& table = problem.uncoded.column_count() > 0 ? problem.uncoded : problem.table;
    return table.column(result_->whole().release.original_column[released]);
}

Json ReleaseRows::columns() const {
    const Table& table = result_->whole().release.table;
    Json out = Json::array();
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const bool is_known = std::ranges::find(quasi_identifiers_, j) != quasi_identifiers_.end();
        out.push_back({{"name", table.column(j).name}, {"known", is_known}});
    }
    return out;
}

Json ReleaseRows::row(std::size_t released_row) const {
    const Release& release = result_->whole().release;
    const std::size_t original =
        release.original_row.empty() ? released_row : release.original_row[released_row];
    Json before = Json::array();
    Json after = Json::array();
    for (std::size_t j = 0; j < release.table.column_count(); ++j) {
        before.push_back(original_of(j).text(original));
        after.push_back(release.table.column(j).text(released_row));
    }
    const std::uint32_t at = classes_.type_of_row[released_row];
    return {{"row", original + 1},
            {"class", at},
            {"size", classes_.counts[at]},
            {"before", std::move(before)},
            {"after", std::move(after)}};
}

Json ReleaseRows::rows(std::size_t from, std::size_t count, Order order) const {
    const std::size_t all = by_class_.size();
    const std::size_t first = std::min(from, all);
    const std::size_t stop = std::min(all, first + std::min(count, kMostRows));
    Json out = Json::array();
    for (std::size_t i = first; i < stop; ++i) {
        out.push_back(row(order == Order::classes ? by_class_[i] : i));
    }
    return {{"rows", all}, {"from", first}, {"part", std::move(out)}};
}

Json ReleaseRows::classes() const {
    constexpr std::size_t kShown = 5;
    const Table& table = result_->whole().release.table;
    std::vector<std::uint32_t> order(classes_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [this](std::uint32_t at) { return classes_.counts[at]; });
    const auto shown = [&](std::uint32_t at) {
        Json cells = Json::array();
        for (std::size_t j = 0; j < quasi_identifiers_.size(); ++j) {
            const Column& column = table.column(quasi_identifiers_[j]);
            cells.push_back(column.dictionary->text(classes_.columns[j][at]));
        }
        return Json{{"rows", classes_.counts[at]}, {"cells", std::move(cells)}};
    };
    Json names = Json::array();
    for (const std::size_t j : quasi_identifiers_) {
        names.push_back(table.column(j).name);
    }
    Json smallest = Json::array();
    Json largest = Json::array();
    for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
        smallest.push_back(shown(order[i]));
        largest.push_back(shown(order[order.size() - 1 - i]));
    }
    return {
        {"count", order.size()}, {"names", names}, {"smallest", smallest}, {"largest", largest}};
}

}  // namespace kanon::serve

// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/list_risk.hpp"

#include "kanon/audit/lists/released_lists.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kanon::detail {
namespace {

constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();

/// The place of an item in the list of a row that has all items of a set before it.
struct HeldItem {
    std::uint32_t group = 0;
    std::uint32_t item = 0;
    std::uint32_t row = 0;
    std::uint32_t place = 0;

    friend bool operator<(const HeldItem& a, const HeldItem& b) {
        return std::tie(a.group, a.item, a.row) < std::tie(b.group, b.item, b.row);
    }
};

class HolderCounts {
public:
    HolderCounts(const RowLists& lists,
                 std::span<const std::uint32_t> group_of_row,
                 const RunContext& context)
        : lists_(lists), groups_(group_of_row), context_(context), fewest_(lists.rows(), kNobody) {}

    std::vector<std::uint64_t> operator()(std::size_t most) {
        std::vector<HeldItem> all;
        for (std::uint32_t row = 0; row < lists_.rows(); ++row) {
            add_items_from(row, 0, all);
        }
        count(all, most);
        std::ranges::replace(fewest_, kNobody, std::uint64_t{0});
        return std::move(fewest_);
    }

private:
    void add_items_from(std::uint32_t row, std::size_t place, std::vector<HeldItem>& to) const {
        const auto list = lists_.row(row);
        for (; place < list.size(); ++place) {
            to.push_back({groups_[row], list[place], row, static_cast<std::uint32_t>(place)});
        }
    }

    /// Sets that go on with one of these items: runs of one item are rows that hold the set.
    void count(std::vector<HeldItem>& held, std::size_t most) {
        throw_if_cancelled(context_);
        std::sort(held.begin(), held.end());
        std::vector<HeldItem> next;
        for (std::size_t begin = 0; begin < held.size();) {
            std::size_t end = begin;
            while (end < held.size() && held[end].group == held[begin].group &&
                   held[end].item == held[begin].item) {
                ++end;
            }
            next.clear();
            for (std::size_t i = begin; i < end; ++i) {
                fewest_[held[i].row] = std::min<std::uint64_t>(fewest_[held[i].row], end - begin);
                if (most > 1 && end - begin > 1) {
                    add_items_from(held[i].row, held[i].place + std::size_t{1}, next);
                }
            }
            if (!next.empty()) {
                count(next, most - 1);
            }
            begin = end;
        }
    }

    const RowLists& lists_;
    std::span<const std::uint32_t> groups_;
    const RunContext& context_;
    std::vector<std::uint64_t> fewest_;
};

risk::ItemsKnown figures_of(const std::vector<std::uint64_t>& fewest, double threshold) {
    risk::ItemsKnown out;
    for (const std::uint64_t holders : fewest) {
        if (holders == 0) {
            continue;
        }
        ++out.rows;
        out.alone += holders == 1 ? 1U : 0U;
        out.above += 1.0 / static_cast<double>(holders) > threshold ? 1U : 0U;
        out.expected += 1.0 / static_cast<double>(holders);
    }
    return out;
}

risk::ListRiskOf risk_of(const RowLists& lists,
                         std::span<const std::uint32_t> groups,
                         std::size_t most,
                         double threshold,
                         const RunContext& context) {
    const std::vector<std::uint32_t> together(lists.rows(), 0);
    return {.by_items = figures_of(fewest_holders(lists, together, most, context), threshold),
            .with_columns = figures_of(fewest_holders(lists, groups, most, context), threshold)};
}

}  // namespace

void RowLists::add(std::span<const std::uint32_t> list) {
    items.insert(items.end(), list.begin(), list.end());
    starts.push_back(items.size());
}

std::vector<std::uint64_t> fewest_holders(const RowLists& lists,
                                          std::span<const std::uint32_t> group_of_row,
                                          std::size_t most,
                                          const RunContext& context) {
    return HolderCounts(lists, group_of_row, context)(most);
}

std::optional<risk::ListRisk> list_risk(const Problem& problem,
                                        const TypedRows& types,
                                        double threshold,
                                        const RunContext& context) {
    if (!problem.list) {
        return std::nullopt;
    }
    const ListColumn& list = *problem.list;
    const Column& column = problem.table.column(list.column);
    RowLists lists;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        lists.add(list.items_of(column.codes[row]));
    }
    risk::ListRisk out{.column = column.name, .most = list.promise.m};
    out.before = risk_of(lists, types.type_of_row, out.most, threshold, context);
    return out;
}

void add_released_lists(const Problem& problem,
                        const Release& release,
                        const ReleasedClasses& classes,
                        double threshold,
                        const RunContext& context,
                        risk::ListRisk& risk) {
    const auto place = release.table.find(risk.column);
    if (!place) {
        return;  // nobody sees a list
    }
    const Column& column = release.table.column(*place);
    const auditing::ReleasedLists read = auditing::read_lists(*problem.list, column);
    RowLists lists;
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        const auto& items = read.of_code[column.codes[row]];
        const bool is_shown = items && !classes.is_suppressed_row(row);
        lists.add(is_shown ? std::span<const std::uint32_t>(*items)
                           : std::span<const std::uint32_t>());
    }
    risk.after = risk_of(lists, classes.class_of_row(), risk.most, threshold, context);
}

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/set_search.hpp"

#include <algorithm>

namespace kanon::lists {

/// The branch under way, and room for its counts.
struct SetSearch::Branch {
    std::size_t most = 0;
    const SetVisitor* visitor = nullptr;
    std::vector<ItemNode> set{};
    std::vector<std::uint32_t> counts{};  ///< per node; 0 between uses
};

SetSearch::SetSearch(const ItemLists& lists, std::size_t nodes)
    : lists_(&lists), starts_(nodes + 1), rows_(lists.size()) {
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        for (const ItemNode node : lists.row(row)) {
            ++starts_[node + std::size_t{1}];
        }
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        starts_[node + 1] += starts_[node];
    }
    std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t row = 0; row < lists.rows(); ++row) {
        const auto list = lists.row(row);
        for (std::uint32_t place = 0; place < list.size(); ++place) {
            rows_[next[list[place]]++] = {.row = row, .place = place};
        }
    }
}

void SetSearch::visit(std::size_t begin,
                      std::size_t end,
                      std::size_t most,
                      const SetVisitor& visitor) const {
    Branch branch{.most = most, .visitor = &visitor};
    branch.counts.resize(starts_.size() - 1);
    for (std::size_t node = begin; node < end; ++node) {
        const auto rows = rows_of(static_cast<ItemNode>(node));
        if (rows.empty()) {
            continue;
        }
        branch.set.assign(1, static_cast<ItemNode>(node));
        if (visitor(branch.set, rows) && most > 1) {
            extend(branch, rows);
        }
    }
}

void SetSearch::extend(Branch& branch, std::span<const PlaceInRow> rows) const {
    std::vector<ItemNode> found;
    std::size_t total = 0;
    for (const PlaceInRow& at : rows) {
        const auto behind = lists_->row(at.row).subspan(at.place + std::size_t{1});
        total += behind.size();
        for (const ItemNode node : behind) {
            if (branch.counts[node]++ == 0) {
                found.push_back(node);
            }
        }
    }
    std::ranges::sort(found);
    // The counts become the places where the rows of each node go.
    std::vector<PlaceInRow> rows_behind(total);
    std::vector<std::uint32_t> ends;
    std::uint32_t sum = 0;
    for (const ItemNode node : found) {
        sum += branch.counts[node];
        branch.counts[node] = sum - branch.counts[node];
        ends.push_back(sum);
    }
    for (const PlaceInRow& at : rows) {
        const auto list = lists_->row(at.row);
        for (std::uint32_t place = at.place + 1; place < list.size(); ++place) {
            rows_behind[branch.counts[list[place]]++] = {.row = at.row, .place = place};
        }
    }
    for (const ItemNode node : found) {
        branch.counts[node] = 0;
    }
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto of_node = std::span(rows_behind).subspan(begin, ends[i] - begin);
        branch.set.push_back(found[i]);
        if ((*branch.visitor)(branch.set, of_node) && branch.set.size() < branch.most) {
            extend(branch, of_node);
        }
        branch.set.pop_back();
        begin = ends[i];
    }
}

std::uint64_t count_sets(const ItemLists& lists, std::size_t most, std::uint64_t limit) {
    const auto cap = static_cast<double>(limit);
    double all = 0;
    for (std::size_t row = 0; row < lists.rows() && all < cap; ++row) {
        const auto length = static_cast<double>(lists.row(row).size());
        double sets = 1;
        for (std::size_t size = 1; size <= most; ++size) {
            const auto chosen = static_cast<double>(size);
            sets *= std::max(0.0, length - chosen + 1) / chosen;
            all += sets;
        }
    }
    return all < cap ? static_cast<std::uint64_t>(all) : limit;
}

}  // namespace kanon::lists

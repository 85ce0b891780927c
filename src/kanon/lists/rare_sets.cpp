// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/rare_sets.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/lists/set_search.hpp"

#include <algorithm>

namespace kanon::lists {

void RareSets::append(const RareSets& other) {
    const std::uint64_t nodes = nodes_.size();
    const std::uint64_t rows = rows_.size();
    nodes_.insert(nodes_.end(), other.nodes_.begin(), other.nodes_.end());
    rows_.insert(rows_.end(), other.rows_.begin(), other.rows_.end());
    std::ranges::transform(
        other.set_ends_, std::back_inserter(set_ends_), [&](auto end) { return end + nodes; });
    std::ranges::transform(
        other.row_ends_, std::back_inserter(row_ends_), [&](auto end) { return end + rows; });
}

RareSets find_rare_sets(const ItemLists& lists,
                        std::size_t nodes,
                        const ListRule& rule,
                        const RunContext& context) {
    constexpr std::size_t kParts = 64;
    constexpr std::size_t kMostRows = std::size_t{1} << 24U;  // of all parts: some 400 MB
    const SetSearch search(lists, nodes);
    const auto is_rare = [&](std::size_t held) { return held < rule.k; };
    const std::size_t parts = std::clamp<std::size_t>(lists.size() / 4096, 1, kParts);
    std::vector<RareSets> found(parts);
    parallel_parts(
        nodes, parts, context.threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
            RareSets& out = found[part];
            search.visit(begin, end, rule.m, [&](const auto set, const auto rows) {
                const ItemNode last = set.back();
                const bool alone = set.size() == 1;
                if (!alone && is_rare(search.rows_of(last).size())) {
                    return false;
                }
                if (!is_rare(rows.size())) {
                    return !context.cancelled();
                }
                if (out.row_count() >= kMostRows / parts) {
                    return false;
                }
                std::ranges::for_each(set, [&](ItemNode node) { out.add_node(node); });
                std::ranges::for_each(rows, [&](const PlaceInRow& at) { out.add_row(at.row); });
                out.end_set();
                return false;
            });
        });
    throw_if_cancelled(context);
    RareSets out = std::move(found.front());
    for (std::size_t part = 1; part < parts; ++part) {
        out.append(found[part]);
    }
    return out;
}

}  // namespace kanon::lists

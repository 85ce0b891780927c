// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/horizontal.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/lists/apriori.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// Lists in which the items have numbers by how often they occur, the most frequent first.
ItemLists by_frequency(const ItemLists& lists, std::size_t nodes) {
    std::vector<std::uint64_t> occurrences(nodes);
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        std::ranges::for_each(lists.row(row), [&](ItemNode item) { ++occurrences[item]; });
    }
    std::vector<ItemNode> order(nodes);
    std::iota(order.begin(), order.end(), ItemNode{0});
    std::ranges::stable_sort(
        order, [&](ItemNode a, ItemNode b) { return occurrences[a] > occurrences[b]; });
    std::vector<ItemNode> rank(nodes);
    for (ItemNode place = 0; place < nodes; ++place) {
        rank[order[place]] = place;
    }
    ItemLists out;
    std::vector<ItemNode> list;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        list.clear();
        std::ranges::transform(
            lists.row(row), std::back_inserter(list), [&](ItemNode item) { return rank[item]; });
        std::ranges::sort(list);
        out.add(list);
    }
    return out;
}

/// The order of lists as bits in reflected Gray code: up to the first item in which they differ
/// both have the same; an odd number of these turns the order around.
bool is_before(std::span<const ItemNode> a, std::span<const ItemNode> b) {
    std::size_t same = 0;
    while (same < a.size() && same < b.size() && a[same] == b[same]) {
        ++same;
    }
    if (same == a.size() && same == b.size()) {
        return false;
    }
    // Who has the first item in which they differ: a bit that is set.
    const bool a_has_it = same == b.size() || (same < a.size() && a[same] < b[same]);
    return (same % 2 == 0) != a_has_it;
}

std::vector<std::uint32_t> gray_order(const ItemLists& lists, std::size_t nodes) {
    const ItemLists ranked = by_frequency(lists, nodes);
    std::vector<std::uint32_t> order(lists.rows());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return is_before(ranked.row(a), ranked.row(b));
    });
    return order;
}

/// Some rows recoded by themselves.
ItemLists recode_part(const ListTask& task,
                      std::span<const std::uint32_t> rows,
                      const RunContext& context) {
    ItemLists own;
    std::ranges::for_each(rows, [&](std::uint32_t row) { own.add(task.lists->row(row)); });
    ListTask part = task;
    part.lists = &own;
    return apriori(part, context);
}

/// All rows, in parts; in their own order.
ItemLists recode_in_parts(const ListTask& task,
                          const std::vector<std::uint32_t>& order,
                          std::size_t parts,
                          const RunContext& context) {
    std::vector<ItemLists> recoded(parts);
    std::vector<std::pair<std::size_t, std::size_t>> place_of(order.size());
    RunContext alone = context;
    alone.threads = parts > 1 ? 1U : static_cast<unsigned>(context.threads);
    parallel_parts(order.size(),
                   parts,
                   context.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       for (std::size_t i = begin; i < end; ++i) {
                           place_of[order[i]] = {part, i - begin};
                       }
                       const auto rows = std::span(order).subspan(begin, end - begin);
                       recoded[part] = recode_part(task, rows, alone);
                   });
    ItemLists out;
    for (const auto& place : place_of) {
        out.add(recoded[place.first].row(place.second));
    }
    return out;
}

}  // namespace

ItemLists local_recoding(const ListTask& task, const RunContext& context) {
    constexpr std::size_t kRowsPerK = 20;
    constexpr std::size_t kGrowth = 4;
    const std::vector<std::uint32_t> order = gray_order(*task.lists, task.tree->size());
    ItemLists best;
    double least = std::numeric_limits<double>::infinity();
    const std::size_t most = std::max<std::size_t>(order.size() / (kRowsPerK * task.rule.k), 1);
    for (std::size_t parts = 1; parts <= most; parts *= kGrowth) {
        if (parts > 1 && is_time_up(task, context)) {
            break;
        }
        ItemLists found = recode_in_parts(task, order, parts, context);
        const double loss = loss_of(*task.tree, *task.lists, found);
        if (loss < least) {
            least = loss;
            best = std::move(found);
        }
    }
    return best;
}

}  // namespace kanon::lists

// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/recode_lists.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// Rows by class, those of a class ascending.
struct RowsByClass {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint64_t> starts;  ///< of each class, and the end

    explicit RowsByClass(std::span<const std::uint32_t> class_of_row) : rows(class_of_row.size()) {
        std::iota(rows.begin(), rows.end(), std::uint32_t{0});
        std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return class_of_row[row]; });
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i == 0 || class_of_row[rows[i]] != class_of_row[rows[i - 1]]) {
                starts.push_back(i);
            }
        }
        starts.push_back(rows.size());
    }
};

/// The lists of one class, in nodes of the whole tree.
ItemLists recode_one(const ListTask& task,
                     std::span<const std::uint32_t> rows,
                     const ListMethodInfo& method,
                     const RunContext& context) {
    ItemLists own;
    std::ranges::for_each(rows, [&](std::uint32_t row) { own.add(task.lists->row(row)); });
    if (own.size() == 0) {  // nobody has an item
        return own;
    }
    const TreePart part = part_of(*task.tree, own);
    ListTask of_class = task;
    of_class.tree = &part.tree;
    of_class.lists = &part.lists;
    of_class.sensitive.clear();
    for (const ItemNode node : part.whole) {
        of_class.sensitive.push_back(!task.sensitive.empty() && task.sensitive[node]);
    }
    const ItemLists recoded = method.run(of_class, context);
    ItemLists out;
    std::vector<ItemNode> list;
    for (std::size_t row = 0; row < recoded.rows(); ++row) {
        list.clear();
        for (const ItemNode node : recoded.row(row)) {
            list.push_back(part.whole[node]);
        }
        out.add(list);
    }
    return out;
}

}  // namespace

ItemLists recode_by_class(const ListTask& task,
                          std::span<const std::uint32_t> class_of_row,
                          const ListMethodInfo& method,
                          const RunContext& context) {
    constexpr std::size_t kParts = 256;
    KANON_CHECK(class_of_row.size() == task.lists->rows());
    const RowsByClass by_class(class_of_row);
    const std::size_t classes = by_class.starts.size() - 1;
    std::vector<ItemLists> recoded(classes);
    RunContext each = context;
    each.threads = classes > 1 ? 1U : static_cast<unsigned>(context.threads);
    parallel_parts(classes,
                   std::clamp<std::size_t>(classes, 1, kParts),
                   context.threads,
                   [&](std::size_t, std::size_t begin, std::size_t end) {
                       for (std::size_t i = begin; i < end; ++i) {
                           const auto rows =
                               std::span(by_class.rows)
                                   .subspan(by_class.starts[i],
                                            by_class.starts[i + 1] - by_class.starts[i]);
                           recoded[i] = recode_one(task, rows, method, each);
                       }
                   });
    std::vector<std::pair<std::size_t, std::size_t>> place_of(class_of_row.size());
    for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t at = by_class.starts[i]; at < by_class.starts[i + 1]; ++at) {
            place_of[by_class.rows[at]] = {i, at - by_class.starts[i]};
        }
    }
    ItemLists out;
    for (const auto& place : place_of) {
        out.add(recoded[place.first].row(place.second));
    }
    return out;
}

}  // namespace kanon::lists

// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/release_lists.hpp"

#include "kanon/lists/recode_lists.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/release/spelling/list_cell.hpp"
#include "kanon/report/list_wording.hpp"
#include "kanon/table/column_builder.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::string_view kListLoss = "list-loss";

/// The lists of the rows that are released, and their classes.
struct OwnLists {
    lists::ItemLists items;
    std::vector<std::uint32_t> class_of_row;
};

OwnLists own_lists(const Problem& problem, const ReleasedClasses& classes, const Release& release) {
    OwnLists out;
    const Column& column = problem.table.column(problem.list->column);
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        if (!classes.is_suppressed_row(row)) {
            const std::size_t original =
                release.original_row.empty() ? row : release.original_row[row];
            out.items.add(problem.list->items_of(column.codes[original]));
            out.class_of_row.push_back(classes.class_of_row()[row]);
        }
    }
    return out;
}

/// A node is sensitive if every item below it is.
std::vector<bool> sensitive_nodes(const lists::ItemTree& tree, const ListColumn& list) {
    std::vector<bool> out(tree.size(), true);
    for (lists::ItemNode node = 0; node < tree.size(); ++node) {
        if (node < list.sensitive.size()) {
            out[node] = list.sensitive[node];
        }
        const lists::ItemNode up = tree.parent[node];
        out[up] = out[up] && out[node];
    }
    return out;
}

/// A list as it is written: its texts in their order.
std::string spelled(const lists::ItemTree& tree,
                    std::span<const lists::ItemNode> list,
                    std::string_view separator) {
    std::vector<std::string_view> texts;
    for (const lists::ItemNode node : list) {
        texts.emplace_back(tree.text[node]);
    }
    std::ranges::sort(texts);
    return join_list(texts, separator);
}

}  // namespace

bool release_lists(const Problem& problem,
                   const ReleasedClasses& classes,
                   const RunContext& context,
                   Release& release) {
    if (!problem.list) {
        return true;
    }
    const ListColumn& list = *problem.list;
    const lists::ItemTree tree = lists::tree_of(list.hierarchy);
    const OwnLists own = own_lists(problem, classes, release);
    std::atomic<bool> was_cut_short = false;
    const lists::ListTask task{
        .tree = &tree,
        .lists = &own.items,
        .rule = {.k = list.promise.k, .m = list.promise.m, .l = list.promise.l},
        .sensitive = sensitive_nodes(tree, list),
        .may_drop = list.may_drop,
        .was_cut_short = &was_cut_short};
    const lists::ItemLists recoded = lists::recode_by_class(
        task, own.class_of_row, lists::find_list_method(list.method), context);
    const Column& original = problem.table.column(list.column);
    ColumnBuilder builder(original.name, original.storage_type);
    std::size_t next = 0;
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        builder.append(builder.code_of(classes.is_suppressed_row(row)
                                           ? std::string(kStar)
                                           : spelled(tree, recoded.row(next++), list.separator)));
    }
    const std::size_t place = *release.table.find(original.name);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < release.table.column_count(); ++j) {
        columns.push_back(j == place
                              ? std::make_shared<const Column>(builder.finish(ValueType::text))
                              : release.table.shared_column(j));
    }
    release.table = Table(std::move(columns), release.table.row_count());
    return !was_cut_short;
}

void warn_of_list_loss(Result& result) {
    constexpr double kMost = 0.5;
    std::erase_if(result.facts.warnings,
                  [](const Warning& known) { return known.code == kListLoss; });
    const std::optional<ListFigures>& lists = result.audit.lists;
    if (lists && lists->loss > kMost) {
        result.facts.warnings.push_back(warning_of(result.problem->policy,
                                                   kListLoss,
                                                   "lists lose " + list_loss_text(*lists),
                                                   {lists->column}));
    }
}

}  // namespace kanon::detail

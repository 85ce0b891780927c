// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/item_tree.hpp"
#include "kanon/lists/rare_sets.hpp"

#include <atomic>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::lists {

/// Lists of items that are to keep a rule by themselves: of a whole table, or of a class.
struct ListTask {
    const ItemTree* tree = nullptr;
    const ItemLists* lists = nullptr;  ///< of items
    ListRule rule{};
    /// Per node: whoever knows it knows that the person has a sensitive item. Where rule.l is 1
    /// nobody looks at it.
    std::vector<bool> sensitive{};
    /// Items may be left out of single lists where that loses less than groups do; else only what
    /// no group can keep.
    bool may_drop = true;
    /// Set where a search ended for its time was up; null: nobody asks.
    std::atomic<bool>* was_cut_short = nullptr;
};

/// True once the time is up: a search ends with the best lists that it has, and says so.
[[nodiscard]] inline bool is_time_up(const ListTask& task, const RunContext& context) {
    const bool out = context.past_deadline();
    if (out && task.was_cut_short != nullptr) {
        *task.was_cut_short = true;
    }
    return out;
}

/// One row per method.
struct ListMethodInfo {
    std::string_view name;
    std::string_view summary;
    std::string_view citation;
    /// The lists in nodes of the tree, which keep the rule. \throws Error{cancelled}
    ItemLists (*run)(const ListTask& task, const RunContext& context) = nullptr;
};

/// The catalogue, sorted by name.
[[nodiscard]] std::span<const ListMethodInfo> list_methods();

/// \throws Error{bad_policy} with the nearest known name.
[[nodiscard]] const ListMethodInfo& find_list_method(std::string_view name);

}  // namespace kanon::lists

// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

/// Depth-first walk that lists the leaves of a tree with their ancestors. Depth is bounded before
/// each descent, so the recursion is too.
class TreeWalk {
public:
    explicit TreeWalk(const BuildContext& context) : context_(context) {}

    std::vector<std::vector<std::string>> rows(const HierarchyTree& tree) {
        if (tree.children.empty()) {
            detail::refuse(context_, "the tree is a single value; give a root label over values");
        }
        visit(tree);
        std::size_t width = 0;
        for (const auto& row : rows_) {
            width = std::max(width, row.size());
        }
        for (auto& row : rows_) {
            row.insert(row.begin(), width - row.size(), row.front());
        }
        return std::move(rows_);
    }

private:
    void visit(const HierarchyTree& node) {
        ancestors_.push_back(&node.label);
        if (ancestors_.size() > kMaxHeight + 1) {
            detail::refuse(context_,
                           "the tree has more than " + std::to_string(kMaxHeight) + " levels");
        }
        if (node.children.empty()) {
            add_leaf(node.label);
        } else if (const auto [place, added] = groups_.try_emplace(node.label, rows_.size());
                   !added) {
            detail::refuse(context_,
                           "two groups of the tree have the same label, before leaf " +
                               std::to_string(place->second + 1) + " and before leaf " +
                               std::to_string(rows_.size() + 1) + "; rename one");
        }
        for (const HierarchyTree& child : node.children) {
            visit(child);
        }
        ancestors_.pop_back();
    }

    void add_leaf(std::string_view label) {
        const auto [place, added] = places_.try_emplace(label, rows_.size());
        if (!added) {
            detail::refuse(context_,
                           "a value stands in two places of the tree, as leaf " +
                               std::to_string(place->second + 1) + " and as leaf " +
                               std::to_string(rows_.size() + 1) + "; keep one");
        }
        std::vector<std::string> row;
        for (std::size_t i = ancestors_.size(); i-- > 0;) {
            row.push_back(*ancestors_[i]);
        }
        rows_.push_back(std::move(row));
    }

    const BuildContext& context_;
    std::vector<const std::string*> ancestors_;
    std::unordered_map<std::string_view, std::size_t> places_;  ///< leaf -> row
    std::unordered_map<std::string_view, std::size_t> groups_;  ///< inner node -> first row
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace

Hierarchy tree_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                         const HierarchyTree& tree,
                         const BuildContext& context) {
    const auto rows = TreeWalk(context).rows(tree);
    return detail::build_from_paths(std::move(dictionary),
                                    {.rows = rows, .lines = {}, .file = ""},
                                    context,
                                    HierarchyKind::tree);
}

}  // namespace kanon

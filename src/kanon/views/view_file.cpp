// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_reader.hpp"
#include "kanon/views/view_set.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace kanon {
namespace {

using detail::PolicyReader;
using Kind = ConfigNode::Kind;

constexpr std::array<std::string_view, 4> kSetKeys{"k", "duplicates", "associations", "views"};
constexpr std::array<std::string_view, 2> kDuplicates{"dropped", "kept"};
constexpr std::array<std::string_view, 2> kAssociationKeys{"identifier", "sensitive"};
constexpr std::array<std::string_view, 3> kViewKeys{"name", "columns", "where"};
constexpr std::array<std::string_view, 2> kRangeKeys{"from", "to"};

/// The value of a key that must be there.
const ConfigNode& needed(const PolicyReader& reader,
                         const ConfigNode& node,
                         std::string_view key,
                         std::string_view what) {
    const ConfigNode* found = node.find(key);
    if (found == nullptr) {
        reader.fail(node, std::string(what) + " needs `" + std::string(key) + "`");
    }
    return *found;
}

/// The items of a list that must have some.
const std::vector<ConfigNode>& some(const PolicyReader& reader,
                                    const ConfigNode& node,
                                    std::string_view what) {
    if (node.kind != Kind::list || node.items.empty()) {
        reader.fail(node, std::string(what) + " takes a list, and of one at least");
    }
    return node.items;
}

Association read_association(const PolicyReader& reader, const ConfigNode& node) {
    reader.check_keys(node, "an association", kAssociationKeys);
    Association out;
    out.identifier =
        reader.text(needed(reader, node, "identifier", "an association"), "identifier");
    out.sensitive = reader.text(needed(reader, node, "sensitive", "an association"), "sensitive");
    if (out.identifier == out.sensitive) {
        reader.fail(node,
                    "an association is of two columns, not of '" + out.identifier + "' alone");
    }
    return out;
}

ViewCondition read_condition(const PolicyReader& reader,
                             const ConfigNode& key,
                             const ConfigNode& node) {
    ViewCondition out{.column = key.text};
    if (node.kind == Kind::list) {
        for (const ConfigNode& item : some(reader, node, "a condition")) {
            out.values.push_back(reader.text(item, "a condition"));
        }
        std::ranges::sort(out.values);
        return out;
    }
    if (node.kind == Kind::scalar) {
        out.values.push_back(reader.text(node, "a condition"));
        return out;
    }
    reader.check_keys(node, "a condition", kRangeKeys);
    if (const ConfigNode* from = node.find("from")) {
        out.from = reader.text(*from, "from");
    }
    if (const ConfigNode* to = node.find("to")) {
        out.to = reader.text(*to, "to");
    }
    if (out.from.empty() && out.to.empty()) {
        reader.fail(node, "a range needs `from`, `to` or both");
    }
    return out;
}

View read_view(const PolicyReader& reader, const ConfigNode& node, std::size_t number) {
    reader.check_keys(node, "a view", kViewKeys);
    View out;
    const ConfigNode* name = node.find("name");
    out.name = name == nullptr ? std::to_string(number) : reader.text(*name, "name");
    const ConfigNode& columns = needed(reader, node, "columns", "a view");
    out.columns = reader.names(columns, "columns");
    if (out.columns.empty()) {
        reader.fail(columns, "a view shows one column at least");
    }
    if (const ConfigNode* where = node.find("where")) {
        if (where->kind != Kind::map) {
            reader.fail(*where, "where takes columns, such as {age: {from: 20, to: 39}, sex: [F]}");
        }
        for (std::size_t i = 0; i < where->keys.size(); ++i) {
            out.where.push_back(read_condition(reader, where->keys[i], where->items[i]));
        }
    }
    return out;
}

void refuse_same_names(const PolicyReader& reader,
                       const std::vector<ConfigNode>& nodes,
                       const std::vector<View>& views) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < views.size(); ++i) {
        if (!seen.insert(views[i].name).second) {
            reader.fail(nodes[i], "two views are called '" + views[i].name + "'");
        }
    }
}

}  // namespace

ViewSet parse_views(std::string_view text, const std::string& name, const RunContext& context) {
    const ConfigTree tree = parse_config(text, name, context);
    const PolicyReader reader(tree);
    reader.check_keys(tree.root, "a set of views", kSetKeys);
    ViewSet out;
    if (const ConfigNode* k = tree.root.find("k")) {
        out.k = reader.whole(*k, "k", 1, std::numeric_limits<std::uint32_t>::max());
    }
    if (const ConfigNode* duplicates = tree.root.find("duplicates")) {
        out.keep_duplicates = reader.word(*duplicates, "duplicates", kDuplicates) == 1;
    }
    const auto& associations = needed(reader, tree.root, "associations", "a set of views");
    for (const ConfigNode& node : some(reader, associations, "associations")) {
        out.associations.push_back(read_association(reader, node));
    }
    const auto& views = some(reader, needed(reader, tree.root, "views", "a set of views"), "views");
    for (const ConfigNode& node : views) {
        out.views.push_back(read_view(reader, node, out.views.size() + 1));
    }
    refuse_same_names(reader, views, out.views);
    return out;
}

}  // namespace kanon

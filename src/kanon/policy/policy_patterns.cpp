// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <algorithm>
#include <limits>

namespace kanon::detail {
namespace {

using Kind = ConfigNode::Kind;
using Names = PatternPolicy::Names;

std::vector<Names> read_groups(const PolicyReader& reader,
                               const ConfigNode& node,
                               std::string_view what,
                               std::size_t least) {
    if (node.kind != Kind::list || node.items.empty()) {
        reader.fail(node,
                    std::string(what) +
                        " takes a list of lists of attributes, such as "
                        "[[age, sex], [zip]]");
    }
    std::vector<Names> out;
    for (const ConfigNode& item : node.items) {
        out.push_back(reader.names(item, what));
        if (out.back().size() < least) {
            reader.fail(item, std::string(what) + " needs two attributes or more in each list");
        }
    }
    return out;
}

void read_rules(const PolicyReader& reader, const ConfigNode& node, PatternPolicy& out) {
    if (const ConfigNode* stars = node.find("max_stars")) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        out.max_stars = reader.whole(*stars, "max_stars", 0, kMost);
    }
    if (const ConfigNode* never = node.find("never")) {
        out.never = reader.names(*never, "never");
    }
    if (const ConfigNode* together = node.find("together")) {
        out.together = read_groups(reader, *together, "together", 2);
    }
    if (const ConfigNode* one = node.find("at_most_one")) {
        out.at_most_one = read_groups(reader, *one, "at_most_one", 2);
    }
    if (const ConfigNode* list = node.find("list")) {
        if (out.max_stars || !out.never.empty() || !out.together.empty() ||
            !out.at_most_one.empty()) {
            reader.fail(*list,
                        "patterns are listed one by one, and rules are given as well; keep the "
                        "list or the rules");
        }
        out.list = read_groups(reader, *list, "list", 0);
    }
}

std::string names_text(const Names& names) {
    std::string out = "[";
    for (const std::string& name : names) {
        out += (out.size() > 1 ? ", " : "") + yaml_scalar(name);
    }
    return out + "]";
}

std::string groups_text(const std::vector<Names>& groups) {
    std::string out = "[";
    for (const Names& names : groups) {
        out += (out.size() > 1 ? ", " : "") + names_text(names);
    }
    return out + "]";
}

}  // namespace

PatternPolicy read_patterns(const PolicyReader& reader, const ConfigNode& node) {
    PatternPolicy out;
    out.line = node.line;
    out.column = node.column;
    if (node.kind == Kind::list) {
        out.list = read_groups(reader, node, "patterns", 0);
        return out;
    }
    reader.check_keys(node, "patterns", policy_keys::kPatterns);
    if (node.keys.empty()) {
        reader.fail(node, "patterns has neither a rule nor a list; leave it out for all patterns");
    }
    read_rules(reader, node, out);
    if (const ConfigNode* all = node.find("all_star")) {
        out.all_star = static_cast<AllStar>(reader.word(*all, "all_star", policy_keys::kAllStar));
    }
    return out;
}

std::string patterns_text(const PatternPolicy& patterns) {
    std::string out;
    const auto add = [&out](std::string_view key, const std::string& value) {
        out += (out.empty() ? "{" : ", ") + std::string(key) + ": " + value;
    };
    if (patterns.max_stars) {
        add("max_stars", std::to_string(*patterns.max_stars));
    }
    if (!patterns.never.empty()) {
        add("never", names_text(patterns.never));
    }
    if (!patterns.together.empty()) {
        add("together", groups_text(patterns.together));
    }
    if (!patterns.at_most_one.empty()) {
        add("at_most_one", groups_text(patterns.at_most_one));
    }
    if (!patterns.list.empty()) {
        add("list", groups_text(patterns.list));
    }
    add("all_star", std::string(to_string(patterns.all_star)));
    return out + "}";
}

}  // namespace kanon::detail

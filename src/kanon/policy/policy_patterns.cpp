// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/pattern_settings.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

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
    return groups.empty() ? "" : out + "]";
}

bool has_rules(const PatternPolicy& patterns) {
    return patterns.max_stars || !patterns.never.empty() || !patterns.together.empty() ||
           !patterns.at_most_one.empty();
}

using Reader = const PolicyReader&;
using Node = const ConfigNode&;
using Patterns = const PatternPolicy&;

constexpr std::array<PatternSetting, 6> kSettings{{
    {.key = "max-stars",
     .old_key = "max_stars",
     .meaning = "in a row, at most",
     .takes = PatternValue::whole,
     .read =
         [](Reader reader, Node node, PatternPolicy& out) {
             constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
             out.max_stars = reader.whole(node, "max-stars", 0, kMost);
         },
     .text =
         [](Patterns patterns) {
             return patterns.max_stars ? std::to_string(*patterns.max_stars) : std::string();
         }},
    {.key = "never",
     .meaning = "never suppressed",
     .takes = PatternValue::names,
     .read = [](Reader reader,
                Node node,
                PatternPolicy& out) { out.never = reader.names(node, "never"); },
     .text =
         [](Patterns patterns) {
             return patterns.never.empty() ? std::string() : names_text(patterns.never);
         }},
    {.key = "together",
     .meaning = "suppressed all or none",
     .read = [](Reader reader,
                Node node,
                PatternPolicy& out) { out.together = read_groups(reader, node, "together", 2); },
     .text = [](Patterns patterns) { return groups_text(patterns.together); }},
    {.key = "at-most-one",
     .old_key = "at_most_one",
     .meaning = "of each, one suppressed at most",
     .read =
         [](Reader reader, Node node, PatternPolicy& out) {
             out.at_most_one = read_groups(reader, node, "at-most-one", 2);
         },
     .text = [](Patterns patterns) { return groups_text(patterns.at_most_one); }},
    {.key = "list",
     .meaning = "patterns, each by what it stars",
     .read =
         [](Reader reader, Node node, PatternPolicy& out) {
             if (has_rules(out)) {
                 reader.fail(node,
                             "patterns are listed one by one, and rules are given as well; keep "
                             "the list or the rules");
             }
             out.list = read_groups(reader, node, "list", 0);
         },
     .text = [](Patterns patterns) { return groups_text(patterns.list); }},
    {.key = "all-star",
     .old_key = "all_star",
     .meaning = "rows of stars alone",
     .takes = PatternValue::word,
     .read =
         [](Reader reader, Node node, PatternPolicy& out) {
             out.all_star =
                 static_cast<AllStar>(reader.word(node, "all-star", policy_keys::kAllStar));
         },
     .text = [](Patterns patterns) { return std::string(to_string(patterns.all_star)); }},
}};

/// The keys that are read, the old ones as well.
std::vector<std::string_view> keys_read(const ConfigNode& node) {
    std::vector<std::string_view> out;
    for (const PatternSetting& setting : kSettings) {
        out.push_back(setting.key);
        if (!setting.old_key.empty() && node.find(setting.old_key) != nullptr) {
            out.push_back(setting.old_key);
        }
    }
    return out;
}

void read_setting(const PolicyReader& reader,
                  const ConfigNode& node,
                  const PatternSetting& setting,
                  PatternPolicy& out) {
    const ConfigNode* value = node.find(setting.key);
    const ConfigNode* const old = setting.old_key.empty() ? nullptr : node.find(setting.old_key);
    if (value != nullptr && old != nullptr) {
        reader.fail(*old,
                    std::string(setting.old_key) + " is an old name of " +
                        std::string(setting.key) + ", which is given as well; keep one");
    }
    if (old != nullptr) {
        out.old_keys.emplace_back(setting.old_key);
        value = old;
    }
    if (value != nullptr) {
        setting.read(reader, *value, out);
    }
}

}  // namespace

std::span<const PatternSetting> pattern_settings() {
    return kSettings;
}

std::string_view new_pattern_key(std::string_view old_key) {
    return std::ranges::find(kSettings, old_key, &PatternSetting::old_key)->key;
}

PatternPolicy read_patterns(const PolicyReader& reader, const ConfigNode& node) {
    PatternPolicy out;
    out.line = node.line;
    out.column = node.column;
    if (node.kind == Kind::list) {
        out.list = read_groups(reader, node, "patterns", 0);
        return out;
    }
    reader.check_keys(node, "patterns", keys_read(node));
    if (node.keys.empty()) {
        reader.fail(node, "patterns has neither a rule nor a list; leave it out for all patterns");
    }
    for (const PatternSetting& setting : kSettings) {
        read_setting(reader, node, setting, out);
    }
    return out;
}

std::string patterns_text(const PatternPolicy& patterns) {
    std::string out;
    for (const PatternSetting& setting : kSettings) {
        const std::string value = setting.text(patterns);
        if (!value.empty()) {
            out += (out.empty() ? "{" : ", ") + std::string(setting.key) + ": " + value;
        }
    }
    return out + "}";
}

}  // namespace kanon::detail

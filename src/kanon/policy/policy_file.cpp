// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"

#include "kanon/base/sha256.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/policy/policy_keyed.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"
#include "kanon/policy/policy_settings.hpp"
#include "kanon/policy/warnings.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace kanon {
namespace {

namespace keys = detail::policy_keys;
using detail::PolicyReader;
using detail::read_setting;
using Kind = ConfigNode::Kind;

constexpr std::size_t kLargestPolicy = std::size_t{16} << 20U;

std::pair<Level, Level> read_levels(const PolicyReader& reader, const ConfigNode& node) {
    if (node.kind != Kind::list || node.items.size() != 2) {
        reader.fail(node, "levels needs the least and the greatest level, such as [1, 3]");
    }
    constexpr std::uint64_t kMost = std::numeric_limits<Level>::max();
    const std::uint64_t least = reader.whole(node.items[0], "the least level", 0, kMost);
    const std::uint64_t greatest = reader.whole(node.items[1], "the greatest level", 0, kMost);
    if (least > greatest) {
        reader.fail(node, "the least level is above the greatest; write [least, greatest]");
    }
    return {static_cast<Level>(least), static_cast<Level>(greatest)};
}

/// Take the keys of a map that hold one value each.
template <class Of>
void read_settings_of(const PolicyReader& reader,
                      const ConfigNode& map,
                      std::span<const Setting<Of>> settings,
                      Of& to) {
    for (const Setting<Of>& setting : settings) {
        const ConfigNode* const node = map.find(setting.key);
        if (node != nullptr && setting.type != SettingType::rule) {
            const std::string& text = reader.text(*node, setting.key);
            reader.at(*node, [&] { setting.set(to, text); });
        }
    }
}

/// Items in rows of another file: whose, and which; a list in any case.
void check_items(const PolicyReader& reader, const ConfigNode& node, AttributePolicy& attribute) {
    const bool any = !attribute.items_file.empty() || !attribute.items_by.empty() ||
                     !attribute.items_column.empty();
    if (!any) {
        return;
    }
    if (attribute.items_file.empty() || attribute.items_by.empty() ||
        attribute.items_column.empty() || !attribute.is_list) {
        reader.fail(node,
                    "items of another table take `type: list`, `items-file`, `items-by` and "
                    "`items-column`, all of them");
    }
    if (attribute.separator.empty()) {
        attribute.separator = ";";
    }
}

AttributePolicy read_attribute(const PolicyReader& reader,
                               const ConfigNode& key,
                               const ConfigNode& node) {
    AttributePolicy out;
    out.name = reader.text(key, "an attribute's name");
    out.line = key.line;
    out.column = key.column;
    if (node.kind == Kind::null) {
        return out;
    }
    reader.check_keys(node, "attribute '" + out.name + "'", keys::of_attribute());
    read_settings_of(reader, node, attribute_settings(), out);
    check_items(reader, node, out);
    if (const ConfigNode* hierarchy = node.find("hierarchy")) {
        out.hierarchy = detail::read_hierarchy_spec(reader, *hierarchy);
    }
    if (const ConfigNode* pseudonym = node.find("pseudonym")) {
        detail::read_pseudonym(reader, *pseudonym, out);
    }
    if (const ConfigNode* shift = node.find("shift")) {
        detail::read_shift(reader, *shift, out);
    }
    if (const ConfigNode* levels = node.find("levels")) {
        out.levels = read_levels(reader, *levels);
    }
    return out;
}

bool is_empty(const ConfigNode* node) {
    return node == nullptr || node->kind == Kind::null || node->items.empty();
}

void read_attributes(const PolicyReader& reader,
                     const ConfigNode& all,
                     const ConfigNode* node,
                     Policy& policy) {
    if (is_empty(node)) {
        reader.fail(node == nullptr ? all : *node,
                    "the policy names no column; add them under `attributes:` (`kanon inspect` "
                    "writes a policy to start from)");
    }
    if (node->kind != Kind::map) {
        reader.fail(*node, "attributes takes `column: {role: ...}` pairs");
    }
    const AttributePolicy* class_attribute = nullptr;
    policy.attributes.reserve(node->items.size());
    for (std::size_t i = 0; i < node->items.size(); ++i) {
        policy.attributes.push_back(read_attribute(reader, node->keys[i], node->items[i]));
        const AttributePolicy& attribute = policy.attributes.back();
        if (attribute.is_class && class_attribute != nullptr) {
            reader.fail(node->keys[i],
                        "two class attributes, '" + class_attribute->name + "' and '" +
                            attribute.name + "'; keep one");
        }
        class_attribute = attribute.is_class ? &attribute : class_attribute;
    }
}

/// Columns by the quasi-identifiers that they are, or a list of those that are named alike.
std::map<std::string, std::string> read_on(const PolicyReader& reader, const ConfigNode& node) {
    std::map<std::string, std::string> out;
    if (node.kind == Kind::map) {
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            out[reader.text(node.keys[i], "a quasi-identifier")] =
                reader.text(node.items[i], "a column of the population");
        }
        return out;
    }
    for (const std::string& name : reader.names(node, "on")) {
        out[name] = name;
    }
    return out;
}

void read_population(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    PopulationPolicy& out = policy.population;
    out.line = node.line;
    out.column = node.column;
    if (node.kind == Kind::scalar) {
        out.file = reader.text(node, "population");
        return;
    }
    reader.check_keys(node, "population", keys::of_population());
    const ConfigNode* file = node.find("file");
    if (file == nullptr) {
        reader.fail(node, "population needs its table: write {file: ..., on: [column, ...]}");
    }
    out.file = reader.text(*file, "file");
    if (const ConfigNode* on = node.find("on")) {
        out.on = read_on(reader, *on);
    }
    for (const ReadSetting& setting : read_settings()) {
        read_setting(reader, node, setting.name, out.read);
    }
}

void read_method(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind != Kind::map) {
        policy.method = reader.text(node, "method");
        return;
    }
    const ConfigNode* name = node.find("name");
    if (name == nullptr) {
        reader.fail(node, "method needs its name: write {name: ..., option: value}");
    }
    policy.method = reader.text(*name, "method's name");
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        const std::string& key = reader.text(node.keys[i], "an option's name");
        if (key != "name") {
            policy.method_options[key] = reader.text(node.items[i], "option '" + key + "'");
        }
    }
}

void read_suppression(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    reader.check_keys(node, "suppression", keys::of_suppression());
    read_settings_of(reader, node, suppression_settings(), policy);
}

/// A spelling of the missing value; the empty one changes nothing, and need not be kept.
void read_mark(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind != Kind::scalar || !node.text.empty()) {
        policy.missing_marks.push_back(reader.text(node, "a mark of the missing value"));
    }
}

void read_missing(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind == Kind::scalar) {
        read_mark(reader, node, policy);
        return;
    }
    if (node.kind != Kind::list) {
        reader.fail(node, "missing takes a list of marks, such as [\"?\", NA]");
    }
    for (const ConfigNode& item : node.items) {
        read_mark(reader, item, policy);
    }
}

void read_accepted(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind != Kind::map) {
        reader.fail(node, "accept takes `code: \"reason\"` pairs, of warnings that were weighed");
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        const std::string& code = reader.text(node.keys[i], "a warning's code");
        reader.at(node.keys[i], [&] { static_cast<void>(find_warning(code)); });
        const std::string& reason = reader.text(node.items[i], "the reason");
        if (reason.find_first_not_of(" \t\n") == std::string::npos) {
            reader.fail(node.items[i], "say why the warning is accepted");
        }
        policy.accept[code] = reason;
    }
}

void read_rest(const PolicyReader& reader, const ConfigNode& root, Policy& policy) {
    read_settings_of(reader, root, policy_settings(), policy);
    if (const ConfigNode* privacy = root.find("privacy")) {
        detail::read_privacy(reader, *privacy, policy);
    }
    if (const ConfigNode* population = root.find("population")) {
        read_population(reader, *population, policy);
    }
    if (const ConfigNode* suppression = root.find("suppression")) {
        read_suppression(reader, *suppression, policy);
    }
    if (const ConfigNode* patterns = root.find("patterns")) {
        policy.patterns = detail::read_patterns(reader, *patterns);
    }
    if (const ConfigNode* method = root.find("method")) {
        read_method(reader, *method, policy);
    }
    if (const ConfigNode* missing = root.find("missing")) {
        read_missing(reader, *missing, policy);
    }
    if (const ConfigNode* accept = root.find("accept")) {
        read_accepted(reader, *accept, policy);
    }
}

/// Where a single table is meant, a policy of linked ones says of none what is asked.
void refuse_schema(const PolicyReader& reader, const ConfigNode& node) {
    if (node.kind != Kind::map) {
        return;
    }
    for (const ConfigNode& key : node.keys) {
        if (key.text == "schema" || key.text == "household") {
            reader.fail(key,
                        "'" + key.text +
                            "' is of linked tables, and this is for a single one; kanon anonymize, "
                            "verify, risk and attack tables take such a policy, in Python "
                            "anonymize_schema() and verify_schema()");
        }
    }
}

}  // namespace

Policy detail::read_policy(const PolicyReader& reader,
                           const ConfigNode& node,
                           UnnamedColumns unnamed) {
    Policy policy;
    policy.file = reader.tree().file;
    if (node.kind == Kind::null) {
        if (unnamed == UnnamedColumns::suggested) {
            return policy;
        }
        reader.fail(node, "the policy is empty; `kanon inspect` writes one to start from");
    }
    refuse_schema(reader, node);
    reader.check_keys(node, "the policy", keys::of_policy());
    const ConfigNode* const attributes = node.find("attributes");
    if (unnamed == UnnamedColumns::refused || !is_empty(attributes)) {
        read_attributes(reader, node, attributes, policy);
    }
    read_rest(reader, node, policy);
    return policy;
}

Policy parse_policy(std::string_view text,
                    const std::string& name,
                    UnnamedColumns unnamed,
                    const RunContext& context) {
    const ConfigTree tree = parse_config(text, name, context);
    return detail::read_policy(PolicyReader(tree), tree.root, unnamed);
}

Policy read_policy_file(const std::string& path, const RunContext& context) {
    const std::string text =
        read_text_file(path, "policy", ErrorCode::bad_policy, kLargestPolicy, context);
    Policy policy = parse_policy(text, path, UnnamedColumns::refused, context);
    policy.sha256 = sha256_of(text);
    return policy;
}

}  // namespace kanon

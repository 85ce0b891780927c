// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"

#include "kanon/base/sha256.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"
#include "kanon/policy/warnings.hpp"
#include "kanon/quality/objective.hpp"

#include <algorithm>
#include <array>
#include <limits>

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

ValueCoding read_coding(const PolicyReader& reader, const ConfigNode& node) {
    ValueCoding out;
    const auto read = [&](std::string_view key, std::string& to) {
        if (const ConfigNode* value = node.find(key)) {
            to = reader.text(*value, key);
            reader.at(*value, [&] { check_coding(out); });
        }
    };
    read("bottom", out.bottom);
    read("top", out.top);
    read("round", out.round);
    return out;
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
    reader.check_keys(node, "attribute '" + out.name + "'", keys::kAttribute);
    if (const ConfigNode* role = node.find("role")) {
        out.role = static_cast<Role>(reader.word(*role, "role", keys::kRoles));
    }
    if (const ConfigNode* type = node.find("type")) {
        out.type = static_cast<ValueType>(reader.word(*type, "type", keys::kTypes));
    }
    if (const ConfigNode* hierarchy = node.find("hierarchy")) {
        out.hierarchy = detail::read_hierarchy_spec(reader, *hierarchy);
    }
    if (const ConfigNode* weight = node.find("weight")) {
        out.weight = reader.number(*weight, "weight");
        if (out.weight < 0) {
            reader.fail(*weight, "weight must not be below 0");
        }
    }
    if (const ConfigNode* recode = node.find("recode")) {
        reader.at(*recode, [&] { set_recoding(out, reader.text(*recode, "recode")); });
    }
    if (const ConfigNode* digits = node.find("digits")) {
        out.digits =
            static_cast<unsigned>(reader.whole(*digits, "digits", 0, Aggregate::kMostDigits));
    }
    if (const ConfigNode* levels = node.find("levels")) {
        out.levels = read_levels(reader, *levels);
    }
    out.coding = read_coding(reader, node);
    if (const ConfigNode* is_class = node.find("class")) {
        out.is_class = reader.word(*is_class, "class", keys::kFlags) == 1;
    }
    if (const ConfigNode* missing = node.find("missing")) {
        out.missing_is_value = reader.word(*missing, "missing", keys::kMissing) == 1;
    }
    return out;
}

bool is_empty(const ConfigNode* node) {
    return node == nullptr || node->kind == Kind::null || node->items.empty();
}

void read_attributes(const PolicyReader& reader, const ConfigNode* node, Policy& policy) {
    if (is_empty(node)) {
        reader.fail(node == nullptr ? reader.tree().root : *node,
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
    reader.check_keys(node, "suppression", keys::kSuppression);
    if (const ConfigNode* max = node.find("max")) {
        const std::string& text = reader.text(*max, "max");
        reader.at(*max, [&] { policy.suppression = SuppressionLimit::parse(text); });
    }
    if (const ConfigNode* cells = node.find("cells")) {
        const std::string& text = reader.text(*cells, "cells");
        reader.at(*cells, [&] { policy.cell_suppression = SuppressionLimit::parse(text); });
    }
    if (const ConfigNode* rows = node.find("rows")) {
        policy.suppressed = reader.word(*rows, "rows", keys::kSuppressed) == 0
                                ? SuppressedRows::star_as_text
                                : SuppressedRows::drop;
    }
}

/// A spelling of the missing value; the empty one changes nothing, and need not be kept.
void read_mark(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind != Kind::scalar || !node.text.empty()) {
        policy.missing_marks.push_back(reader.text(node, "a spelling of the missing value"));
    }
}

void read_missing(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind == Kind::scalar) {
        read_mark(reader, node, policy);
        return;
    }
    if (node.kind != Kind::list) {
        reader.fail(node, "missing takes a list of spellings, such as [\"?\", NA]");
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
    if (const ConfigNode* privacy = root.find("privacy")) {
        detail::read_privacy(reader, *privacy, policy);
    }
    if (const ConfigNode* person = root.find("person")) {
        policy.person = reader.text(*person, "person");
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
    if (const ConfigNode* recoding = root.find("recoding")) {
        const std::string& word = reader.text(*recoding, "recoding");
        reader.at(*recoding, [&] { policy.recoding_model = find_recoding_model(word); });
    }
    if (const ConfigNode* objective = root.find("objective")) {
        policy.objective = reader.text(*objective, "objective");
        reader.at(*objective, [&] { static_cast<void>(find_objective(policy.objective)); });
    }
    if (const ConfigNode* factor = root.find("gs-factor")) {
        policy.gs_factor = reader.number(*factor, "gs-factor");
        reader.at(*factor, [&] { check_gs_factor(*policy.gs_factor); });
    }
    if (const ConfigNode* most = root.find("max-set-values")) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        policy.max_set_values = reader.whole(*most, "max-set-values", 1, kMost);
    }
    if (const ConfigNode* missing = root.find("missing")) {
        read_missing(reader, *missing, policy);
    }
    if (const ConfigNode* blank = root.find("keep-blank-rows")) {
        policy.keep_blank_rows = reader.word(*blank, "keep-blank-rows", keys::kFlags) == 1;
    }
    if (const ConfigNode* accept = root.find("accept")) {
        read_accepted(reader, *accept, policy);
    }
}

}  // namespace

Policy parse_policy(std::string_view text,
                    const std::string& name,
                    UnnamedColumns unnamed,
                    const RunContext& context) {
    const ConfigTree tree = parse_config(text, name, context);
    const PolicyReader reader(tree);
    Policy policy;
    policy.file = name;
    if (tree.root.kind == Kind::null) {
        if (unnamed == UnnamedColumns::suggested) {
            return policy;
        }
        reader.fail(tree.root, "the policy is empty; `kanon inspect` writes one to start from");
    }
    reader.check_keys(tree.root, "the policy", keys::kTop);
    const ConfigNode* const attributes = tree.root.find("attributes");
    if (unnamed == UnnamedColumns::refused || !is_empty(attributes)) {
        read_attributes(reader, attributes, policy);
    }
    read_rest(reader, tree.root, policy);
    return policy;
}

Policy read_policy_file(const std::string& path, const RunContext& context) {
    const std::string text =
        read_text_file(path, "policy", ErrorCode::bad_policy, kLargestPolicy, context);
    Policy policy = parse_policy(text, path, UnnamedColumns::refused, context);
    policy.sha256 = sha256_of(text);
    return policy;
}

}  // namespace kanon

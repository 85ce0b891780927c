// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::detail {
namespace {

using Kind = ConfigNode::Kind;

PrivacyRequirement read_requirement(const PolicyReader& reader,
                                    const ModelInfo& info,
                                    const ConfigNode& node) {
    PrivacyRequirement out;
    out.model = info.name;
    if (node.kind == Kind::scalar) {
        const std::string_view first = info.parameters.front().name;
        out.parameters[std::string(first)] = reader.number_or_share(node, first);
        return out;
    }
    reader.check_keys(node, info.name, policy_keys::of_model(info));
    for (const ModelParameter& parameter : info.parameters) {
        if (const ConfigNode* value = node.find(parameter.name)) {
            out.parameters[std::string(parameter.name)] =
                reader.number_or_share(*value, parameter.name);
        }
    }
    const auto read = [&](std::string_view key, std::string& to) {
        if (const ConfigNode* text = node.find(key)) {
            to = reader.text(*text, key);
        }
    };
    if (const ConfigNode* with = node.find("with")) {
        out.with = with->kind == Kind::scalar ? std::vector{reader.text(*with, "with")}
                                              : reader.names(*with, "with");
        if (out.with.empty()) {
            reader.fail(*with, "with names no attribute; name those to be joined, or leave it out");
        }
    }
    read("attribute", out.attribute);
    read("kind", out.kind);
    read("value", out.value);
    return out;
}

/// The value of `against`: names of columns, or `{any: 3}`.
Adversary read_adversary(const PolicyReader& reader, const ConfigNode& node) {
    constexpr std::uint64_t kMostKnown = 64;
    constexpr std::array<std::string_view, 1> kKnown{"any"};
    Adversary out;
    if (node.kind == Kind::map) {
        reader.check_keys(node, "against", kKnown);
        const ConfigNode* any = node.find("any");
        if (any == nullptr) {
            reader.fail(node, "against says nothing; write {any: 3}, or a list of columns");
        }
        out.any = static_cast<std::size_t>(reader.whole(*any, "any", 1, kMostKnown));
        return out;
    }
    out.columns = node.kind == Kind::scalar ? std::vector{reader.text(node, "against")}
                                            : reader.names(node, "against");
    if (out.columns.empty()) {
        reader.fail(node,
                    "against names no column; name those that are known, write {any: 3}, or leave "
                    "it out");
    }
    return out;
}

void read_model(const PolicyReader& reader,
                const ConfigNode& key,
                const ConfigNode& node,
                const Adversary& against,
                Policy& policy) {
    const ModelInfo* info = nullptr;
    reader.at(key, [&] { info = &find_privacy_model(key.text); });
    const bool list = node.kind == Kind::list;
    const bool several = list && info->needs.attribute && !node.items.empty();
    if (list && !several) {
        reader.fail(node,
                    std::string(info->name) + (node.items.empty()
                                                   ? " is asked for by an empty list; leave it out"
                                                   : " takes one value, not this list"));
    }
    const std::vector<ConfigNode> one = list ? std::vector<ConfigNode>() : std::vector{node};
    for (const ConfigNode& item : list ? node.items : one) {
        PrivacyRequirement requirement = read_requirement(reader, *info, item);
        requirement.against = against;
        // A trial: the model itself knows which parameters it takes.
        reader.at(item, [&] {
            static_cast<void>(info->make(
                requirement, info->needs.attribute ? std::optional(ModelContext{}) : std::nullopt));
        });
        policy.privacy.push_back(requirement);
    }
}

/// What is promised against one adversary, or everybody.
void read_promises(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    std::vector<std::string_view> known{"against"};
    for (const ModelInfo& info : privacy_models()) {
        known.push_back(info.name);
    }
    reader.check_keys(node, "privacy", known);
    const ConfigNode* whom = node.find("against");
    const Adversary against = whom == nullptr ? Adversary{} : read_adversary(reader, *whom);
    if (whom != nullptr && node.items.size() == 1) {
        reader.fail(node, "nothing is promised against this adversary; add `k-anonymity: 5`");
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (&node.items[i] != whom) {
            read_model(reader, node.keys[i], node.items[i], against, policy);
        }
    }
}

}  // namespace

void read_privacy(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    if (node.kind != Kind::list) {
        read_promises(reader, node, policy);
        return;
    }
    if (node.items.empty()) {
        reader.fail(node, "privacy is an empty list; leave it out, or say what is promised");
    }
    for (const ConfigNode& item : node.items) {
        read_promises(reader, item, policy);
    }
}

}  // namespace kanon::detail

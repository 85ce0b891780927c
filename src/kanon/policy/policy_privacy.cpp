// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_reader.hpp"

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

void read_model(const PolicyReader& reader,
                const ConfigNode& key,
                const ConfigNode& node,
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
        const PrivacyRequirement requirement = read_requirement(reader, *info, item);
        // A trial: the model itself knows which parameters it takes.
        reader.at(item, [&] {
            static_cast<void>(info->make(
                requirement, info->needs.attribute ? std::optional(ModelContext{}) : std::nullopt));
        });
        policy.privacy.push_back(requirement);
    }
}

}  // namespace

void read_privacy(const PolicyReader& reader, const ConfigNode& node, Policy& policy) {
    std::vector<std::string_view> known;
    for (const ModelInfo& info : privacy_models()) {
        known.push_back(info.name);
    }
    reader.check_keys(node, "privacy", known);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        read_model(reader, node.keys[i], node.items[i], policy);
    }
}

}  // namespace kanon::detail

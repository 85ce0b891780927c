// SPDX-License-Identifier: Apache-2.0
#include "state/policy_tree.hpp"

#include "kanon/api/policy_tree.hpp"

#include <algorithm>
#include <charconv>

namespace kanon::serve {
namespace {

Json scalar_of(const ConfigNode& node) {
    if (node.quoted) {
        return node.text;
    }
    if (node.text == "true" || node.text == "false") {
        return node.text == "true";
    }
    std::int64_t number = 0;
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, fault] = std::from_chars(node.text.data(), end, number);
    const bool is_number =
        fault == std::errc{} && stop == end && std::to_string(number) == node.text;
    return is_number ? Json(number) : Json(node.text);
}

Json json_of(const ConfigNode& node) {
    Json out;
    switch (node.kind) {
        case ConfigNode::Kind::null:
            break;
        case ConfigNode::Kind::scalar:
            out = scalar_of(node);
            break;
        case ConfigNode::Kind::list:
            out = Json::array();
            for (const ConfigNode& item : node.items) {
                out.push_back(json_of(item));
            }
            break;
        case ConfigNode::Kind::map:
            out = Json::object();
            for (std::size_t i = 0; i < node.keys.size(); ++i) {
                out[node.keys[i].text] = json_of(node.items[i]);
            }
            break;
    }
    return out;
}

[[noreturn]] void refuse_change() {
    throw Error(ErrorCode::usage, "this is no change of a policy");
}

/// Set one key, or take it away; maps on the way to it are made.
void apply_change(Json& tree, const Json& change) {
    const bool is_change = change.is_object() && change.contains("at") && change["at"].is_array() &&
                           !change["at"].empty() && change.contains("value");
    if (!is_change) {
        refuse_change();
    }
    const Json& at = change["at"];
    Json* place = &tree;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (!at[i].is_string() || !(place->is_object() || place->is_null())) {
            refuse_change();
        }
        const std::string key = at[i].get<std::string>();
        if (i + 1 == at.size() && change["value"].is_null()) {
            place->erase(key);
            return;
        }
        place = &(*place)[key];
    }
    *place = change["value"];
}

/// A message without the place in a text that nobody typed.
std::string message_of(const Error& error) {
    const std::string message = error.what();
    const std::string place = error.where().text() + ": ";
    return message.starts_with(place) ? message.substr(place.size()) : message;
}

/// A page has no lines: none is named in messages.
void forget_lines(Policy& policy) {
    const auto forget = [](auto& of) {
        of.line = 0;
        of.column = 0;
    };
    std::ranges::for_each(policy.attributes, forget);
    forget(policy.population);
    if (policy.patterns) {
        forget(*policy.patterns);
    }
}

}  // namespace

Json policy_tree(const Policy& policy) {
    return json_of(parse_config(policy_text(policy), "policy").root);
}

Policy changed_policy(const Policy& policy, const Json& changes) {
    Json tree = policy_tree(policy);
    if (!changes.is_array()) {
        refuse_change();
    }
    for (const Json& change : changes) {
        apply_change(tree, change);
    }
    Policy out;
    try {
        out = parse_policy(tree.dump(), "page", UnnamedColumns::suggested);
    } catch (const Error& error) {
        throw Error(error.code(), message_of(error), Where{.attribute = error.where().attribute});
    }
    forget_lines(out);
    out.file = policy.file;
    out.sha256.clear();
    return out;
}

}  // namespace kanon::serve

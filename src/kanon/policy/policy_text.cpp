// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/fraction.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/policy/policy_reader.hpp"
#include "kanon/policy/policy_settings.hpp"
#include "kanon/privacy/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using detail::yaml_scalar;

bool is_plain_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
}

/// Safe without quotes anywhere: word characters alone, a letter first, no word with a meaning.
bool is_plain(std::string_view text) {
    constexpr std::array<std::string_view, 3> kNull{"null", "Null", "NULL"};
    const bool starts_well = !text.empty() && is_plain_character(text[0]) && text[0] != '-' &&
                             text[0] != '.' && !is_digit(text[0]);
    return starts_well && std::all_of(text.begin(), text.end(), is_plain_character) &&
           std::find(kNull.begin(), kNull.end(), text) == kNull.end();
}

std::string join(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) {
        out += (out.empty() ? "" : ", ") + part;
    }
    return out;
}

/// Stands above attributes some of which have a hierarchy that nobody asked for.
constexpr std::string_view kAboutHierarchies =
    "# Without `hierarchy`, values are generalized no further than each class needs. To release "
    "the\n"
    "# fixed levels named behind a column instead, write them as its key; that loses more "
    "detail.\n";

bool has_default_hierarchies(const Policy& policy) {
    return std::ranges::any_of(policy.attributes, [](const AttributePolicy& attribute) {
        return attribute.hierarchy.made_up;
    });
}

/// What kanon makes up itself, as a comment: to write it as a key would be to ask for its labels.
std::string made_up_text(const AttributePolicy& attribute) {
    if (!attribute.hierarchy.made_up) {
        return "";
    }
    return "  # fixed levels: hierarchy: " + detail::hierarchy_spec_text(attribute.hierarchy);
}

std::string attribute_text(const AttributePolicy& attribute) {
    std::vector<std::string> parts;
    for (const AttributeSetting& setting : attribute_settings()) {
        if (const std::string text = setting.text(attribute); !text.empty()) {
            const bool is_text = setting.type == SettingType::text;
            parts.push_back(std::string(setting.key) + ": " + (is_text ? yaml_scalar(text) : text));
        }
        if (setting.key == "type" && attribute.asks_for_hierarchy()) {
            parts.push_back("hierarchy: " + detail::hierarchy_spec_text(attribute.hierarchy));
        }
        if (setting.key == "digits" && attribute.levels) {
            parts.push_back(
                fmt::format("levels: [{}, {}]", attribute.levels->first, attribute.levels->second));
        }
    }
    return "{" + join(parts) + "}" + made_up_text(attribute);
}

/// A number alone where it says all: the first parameter of a model.
std::string requirement_text(const PrivacyRequirement& requirement) {
    const ModelInfo& info = find_privacy_model(requirement.model);
    std::vector<std::string> parts;
    const auto add = [&parts](std::string_view key, const std::string& text) {
        if (!text.empty()) {
            parts.push_back(std::string(key) + ": " + yaml_scalar(text));
        }
    };
    add("attribute", requirement.attribute);
    if (!requirement.with.empty()) {
        std::vector<std::string> names;
        std::ranges::transform(requirement.with, std::back_inserter(names), yaml_scalar);
        parts.push_back("with: [" + join(names) + "]");
    }
    add("kind", requirement.kind);
    add("value", requirement.value);
    const auto& parameters = requirement.parameters;
    const auto first = parameters.find(info.parameters.front().name);
    if (parts.empty() && parameters.size() == 1 && first != parameters.end()) {
        return fraction_text(first->second);
    }
    for (const auto& [name, value] : parameters) {
        parts.push_back(name + ": " + fraction_text(value));
    }
    return "{" + join(parts) + "}";
}

/// The requirements of a model; those of a model without an attribute are one, as in a policy.
std::vector<PrivacyRequirement> joined_by_model(const std::vector<PrivacyRequirement>& privacy,
                                                const std::string& model) {
    const bool several = find_privacy_model(model).needs.attribute;
    std::vector<PrivacyRequirement> out;
    for (const PrivacyRequirement& requirement : privacy) {
        if (requirement.model != model) {
            continue;
        }
        if (several || out.empty()) {
            out.push_back(requirement);
        } else {
            out.front().parameters.insert(requirement.parameters.begin(),
                                          requirement.parameters.end());
        }
    }
    return out;
}

/// `model: what is asked of it`, models in the order of their first requirement.
std::vector<std::string> model_texts(const std::vector<PrivacyRequirement>& privacy) {
    std::vector<std::string> models;
    for (const PrivacyRequirement& requirement : privacy) {
        if (std::find(models.begin(), models.end(), requirement.model) == models.end()) {
            models.push_back(requirement.model);
        }
    }
    std::vector<std::string> out;
    for (const std::string& model : models) {
        std::vector<std::string> texts;
        for (const PrivacyRequirement& requirement : joined_by_model(privacy, model)) {
            texts.push_back(requirement_text(requirement));
        }
        out.push_back(yaml_scalar(model) + ": " +
                      (texts.size() == 1 ? texts[0] : "[" + join(texts) + "]"));
    }
    return out;
}

/// The requirements by adversary, adversaries in the order of their first one.
std::vector<std::vector<PrivacyRequirement>> by_adversary(
    const std::vector<PrivacyRequirement>& privacy) {
    std::vector<std::vector<PrivacyRequirement>> out;
    for (const PrivacyRequirement& requirement : privacy) {
        const auto found = std::ranges::find_if(
            out, [&](const auto& other) { return other.front().against == requirement.against; });
        if (found == out.end()) {
            out.push_back({requirement});
        } else {
            found->push_back(requirement);
        }
    }
    return out;
}

std::string adversary_text(const Adversary& adversary) {
    if (adversary.any > 0) {
        return fmt::format("{{any: {}}}", adversary.any);
    }
    std::vector<std::string> names;
    std::ranges::transform(adversary.columns, std::back_inserter(names), yaml_scalar);
    return "[" + join(names) + "]";
}

/// Requirements of one adversary, and of one model of it, stand together; a map where there is but
/// one who knows all.
std::string privacy_text(const std::vector<PrivacyRequirement>& privacy) {
    std::string out;
    const auto adversaries = by_adversary(privacy);
    if (adversaries.size() == 1 && privacy.front().against.knows_all()) {
        for (const std::string& text : model_texts(privacy)) {
            out += "  " + text + "\n";
        }
        return out;
    }
    for (const std::vector<PrivacyRequirement>& promises : adversaries) {
        std::vector<std::string> texts = model_texts(promises);
        const Adversary& against = promises.front().against;
        if (!against.knows_all()) {
            texts.insert(texts.begin(), "against: " + adversary_text(against));
        }
        out += "  - {" + join(texts) + "}\n";
    }
    return out;
}

std::string population_text(const PopulationPolicy& population) {
    std::string out = "{file: " + yaml_scalar(population.file);
    std::vector<std::string> pairs;
    pairs.reserve(population.on.size());
    for (const auto& [attribute, column] : population.on) {
        pairs.push_back(yaml_scalar(attribute) + ": " + yaml_scalar(column));
    }
    out += pairs.empty() ? "" : ", on: {" + join(pairs) + "}";
    return out + detail::settings_text(population.read) + "}";
}

std::string method_text(const Policy& policy) {
    if (policy.method_options.empty()) {
        return yaml_scalar(policy.method);
    }
    std::vector<std::string> parts{"name: " + yaml_scalar(policy.method)};
    for (const auto& [name, value] : policy.method_options) {
        parts.push_back(yaml_scalar(name) + ": " + yaml_scalar(value));
    }
    return "{" + join(parts) + "}";
}

std::string suppression_text(const Policy& policy) {
    std::vector<std::string> parts;
    for (const PolicySetting& setting : suppression_settings()) {
        if (const std::string text = setting.text(policy); !text.empty()) {
            parts.push_back(std::string(setting.key) + ": " + text);
        }
    }
    return "{" + join(parts) + "}";
}

/// A line of a key that holds one value, if the policy says anything of it.
std::string line_of(const Policy& policy, const PolicySetting& setting) {
    const std::string text = setting.text(policy);
    const std::string value = setting.type == SettingType::text ? yaml_scalar(text) : text;
    return text.empty() ? "" : std::string(setting.key) + ": " + value + "\n";
}

}  // namespace

std::string detail::yaml_scalar(std::string_view text) {
    if (is_plain(text)) {
        return std::string(text);
    }
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20U || byte == 0x7FU) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string policy_text(const Policy& policy) {
    std::string out(has_default_hierarchies(policy) ? kAboutHierarchies : "");
    out += "attributes:\n";
    for (const AttributePolicy& attribute : policy.attributes) {
        out += "  " + yaml_scalar(attribute.name) + ": " + attribute_text(attribute) + "\n";
    }
    if (!policy.privacy.empty()) {
        out += "privacy:\n" + privacy_text(policy.privacy);
    }
    const std::span<const PolicySetting> settings = policy_settings();
    out += line_of(policy, settings.front());  // persons, beside what is promised of them
    if (!policy.population.file.empty()) {
        out += "population: " + population_text(policy.population) + "\n";
    }
    out += "suppression: " + suppression_text(policy) + "\n";
    if (policy.patterns) {
        out += "patterns: " + detail::patterns_text(*policy.patterns) + "\n";
    }
    out += "method: " + method_text(policy) + "\n";
    for (const PolicySetting& setting : settings.subspan(1)) {
        out += line_of(policy, setting);
    }
    if (!policy.missing_marks.empty()) {
        std::vector<std::string> marks;
        for (const std::string& mark : policy.missing_marks) {
            marks.push_back(yaml_scalar(mark));
        }
        out += "missing: [" + join(marks) + "]\n";
    }
    if (!policy.accept.empty()) {
        out += "accept:\n";
        for (const auto& [code, reason] : policy.accept) {
            out += "  " + code + ": " + yaml_scalar(reason) + "\n";
        }
    }
    return out;
}

}  // namespace kanon

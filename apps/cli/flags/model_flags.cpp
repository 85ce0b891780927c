// SPDX-License-Identifier: Apache-2.0
#include "model_flags.hpp"

#include "terminal/flags.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kanon::cli {
namespace {

/// How the flag of a model is written: `COLUMN:L[:KIND][:NAME=NUMBER][:value=VALUE]`, without the
/// column where the model has none.
std::string form_of(const ModelInfo& info) {
    std::string first(info.parameters.front().name);
    std::ranges::transform(
        first, first.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const bool has_more = std::ranges::any_of(info.parameters, [&](const auto& parameter) {
        return parameter.name != info.parameters.front().name;
    });
    return (info.needs.attribute ? "COLUMN:" : "") + first + (info.kinds.empty() ? "" : "[:KIND]") +
           (has_more ? "[:NAME=NUMBER]" : "") + (info.needs.value ? "[:value=VALUE]" : "");
}

std::string how_to_write(const ModelInfo& info) {
    return fmt::format("write it as {}, such as {}{}",
                       form_of(info),
                       info.needs.attribute ? "disease:" : "",
                       info.parameters.front().whole ? "3" : "0.5");
}

/// Takes the last part of `a:b:c` off.
class Parts {
public:
    Parts(std::string text, std::string flag, const ModelInfo& info)
        : rest_(std::move(text)), flag_(std::move(flag)), info_(info) {}

    [[nodiscard]] std::string cut_last() {
        const std::size_t colon = rest_.rfind(':');
        if (colon == std::string::npos && !info_.needs.attribute && !rest_.empty()) {
            return std::exchange(rest_, "");
        }
        if (colon == std::string::npos || colon == 0) {
            refuse_flag(flag_, how_to_write(info_));
        }
        std::string last = rest_.substr(colon + 1);
        rest_.resize(colon);
        return last;
    }

    [[nodiscard]] const std::string& rest() const { return rest_; }

private:
    std::string rest_;
    std::string flag_;
    const ModelInfo& info_;
};

bool is_number(std::string_view text) {
    return text.empty() ||
           std::string_view("0123456789.+-").find(text[0]) != std::string_view::npos;
}

/// Refuse a name that the model has no parameter of, whatever its kind.
void check_name(const std::string& name, const std::string& flag, const ModelInfo& info) {
    std::vector<std::string_view> known;
    for (const ModelParameter& parameter : info.parameters) {
        if (std::ranges::find(known, parameter.name) == known.end()) {
            known.push_back(parameter.name);
        }
    }
    if (info.needs.attribute) {
        known.emplace_back("with");
    }
    if (info.needs.value) {
        known.emplace_back("value");
    }
    if (std::ranges::find(known, name) == known.end()) {
        refuse_flag(flag, fmt::format("it has no '{}'{}", name, suggestion(name, known)));
    }
}

/// A number, of a parameter of that name. \throws Error{usage}, which says what the flag takes
double parameter_of(const std::string& name,
                    std::string_view text,
                    const std::string& flag,
                    const ModelInfo& info) {
    try {
        return share_of(text, flag);
    } catch (const Error& fault) {
        check_name(name, flag, info);
        throw Error(fault.code(), std::string(fault.what()) + "; " + how_to_write(info));
    }
}

/// `disease:3`, `disease:3:entropy` or `disease:3:recursive:c=2`; a column's name may hold colons
/// itself. Without a column, commas part as colons do: `highest=0.2,average=0.05`.
PrivacyRequirement requirement_of(const ModelInfo& info, std::string text) {
    const std::string flag = "--" + std::string(info.name);
    if (!info.needs.attribute) {
        std::ranges::replace(text, ',', ':');
    }
    PrivacyRequirement out{.model = std::string(info.name)};
    Parts parts(text, flag, info);
    std::string last = parts.cut_last();
    for (std::size_t cut = last.find('='); cut != std::string::npos; cut = last.find('=')) {
        const std::string name = last.substr(0, cut);
        if (info.needs.value && name == "value") {
            out.value = last.substr(cut + 1);
        } else if (info.needs.attribute && name == "with") {
            out.with.insert(out.with.begin(), last.substr(cut + 1));
        } else {
            out.parameters[name] = parameter_of(name, last.substr(cut + 1), flag, info);
        }
        if (parts.rest().empty() && !info.needs.attribute) {
            return out;  // all by name
        }
        last = parts.cut_last();
    }
    if (!is_number(last)) {
        out.kind = last;
        last = parts.cut_last();
    }
    const std::string first(info.parameters.front().name);
    out.parameters[first] = parameter_of(first, last, flag, info);
    out.attribute = parts.rest();
    return out;
}

bool speak_of_the_same(const PrivacyRequirement& one, const PrivacyRequirement& other) {
    return one.model == other.model && one.attribute == other.attribute && one.with == other.with &&
           (one.against == other.against || one.against.knows_all());
}

/// What flags ask for stands in place of what the policy asks for of the same model and attributes;
/// flags beside each other add up.
class AskedFor {
public:
    explicit AskedFor(std::vector<PrivacyRequirement>& privacy)
        : privacy_(privacy), by_flag_(privacy.size()) {}

    void take(const PrivacyRequirement& requirement) {
        for (std::size_t i = 0; i < privacy_.size(); ++i) {
            if (!by_flag_[i] && speak_of_the_same(privacy_[i], requirement)) {
                privacy_[i] = requirement;
                by_flag_[i] = true;
                return;
            }
        }
        const bool first = requirement.model == "k-anonymity";
        privacy_.insert(first ? privacy_.begin() : privacy_.end(), requirement);
        by_flag_.insert(first ? by_flag_.begin() : by_flag_.end(), true);
    }

    /// The policy's other requirements of a model and attributes that flags speak of, such as of
    /// another kind, go as well.
    void drop_replaced() {
        std::vector<PrivacyRequirement> kept;
        for (std::size_t i = 0; i < privacy_.size(); ++i) {
            bool replaced = false;
            for (std::size_t j = 0; j < privacy_.size() && !by_flag_[i]; ++j) {
                replaced = replaced || (by_flag_[j] && speak_of_the_same(privacy_[i], privacy_[j]));
            }
            if (!replaced) {
                kept.push_back(privacy_[i]);
            }
        }
        privacy_ = std::move(kept);
    }

private:
    std::vector<PrivacyRequirement>& privacy_;
    std::vector<bool> by_flag_;
};

/// Columns that a model protects are sensitive, where nothing else is said of them.
void take_role(Policy& policy, const PrivacyRequirement& requirement) {
    std::vector<std::string> names = requirement.with;
    names.push_back(requirement.attribute);
    for (const std::string& name : names) {
        AttributePolicy& attribute = policy.attribute(name);
        attribute.role_source.implied = attribute.role_source.implied || !attribute.role;
        attribute.role = attribute.role.value_or(Role::sensitive);
    }
}

}  // namespace

void add_model_flags(CLI::App& app, ModelFlags& flags, const char* group) {
    for (const ModelInfo& info : privacy_models()) {
        if (info.name != "k-anonymity") {
            const std::string name(info.name);
            const char* more = info.needs.attribute ? "; may be repeated" : "";
            app.add_option("--" + name, flags[name], std::string(info.summary) + more)
                ->allow_extra_args(false)
                ->type_name(form_of(info))
                ->group(group);
        }
    }
}

void set_privacy(Policy& policy,
                 const std::optional<std::uint64_t>& k,
                 const ModelFlags& flags,
                 const std::optional<std::uint64_t>& any) {
    AskedFor asked(policy.privacy);
    const Adversary against{.any = static_cast<std::size_t>(any.value_or(0))};
    if (any && !k) {
        throw Error(ErrorCode::usage,
                    "--any says how many columns somebody knows, and not what is promised; give "
                    "--k with it");
    }
    if (k) {
        asked.take({.model = "k-anonymity",
                    .parameters = {{"k", static_cast<double>(*k)}},
                    .against = against});
    }
    for (const auto& [model, texts] : flags) {
        const ModelInfo& info = find_privacy_model(model);
        if (texts.size() > 1 && !info.needs.attribute) {
            throw Error(ErrorCode::usage,
                        fmt::format("--{} is given {} times; give it once", model, texts.size()));
        }
        for (const std::string& text : texts) {
            PrivacyRequirement requirement = requirement_of(info, text);
            requirement.against = against;
            if (info.needs.attribute) {
                take_role(policy, requirement);
            }
            asked.take(requirement);
        }
    }
    asked.drop_replaced();
}

}  // namespace kanon::cli

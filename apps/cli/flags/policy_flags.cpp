// SPDX-License-Identifier: Apache-2.0
#include "policy_flags.hpp"

#include "kanon/api/policy_settings.hpp"

#include "file_flags.hpp"
#include "model_flags.hpp"
#include "terminal/flags.hpp"
#include "terminal/signals.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace kanon::cli {
namespace {

/// `left=right`, cut at the first `=` of the right side's kind.
std::pair<std::string, std::string> split_pair(const std::string& text,
                                               std::string_view flag,
                                               bool at_last) {
    const std::size_t cut = at_last ? text.rfind('=') : text.find('=');
    if (cut == std::string::npos || cut == 0 || cut + 1 == text.size()) {
        refuse_flag(flag, "write it as COLUMN=VALUE");
    }
    return {text.substr(0, cut), text.substr(cut + 1)};
}

/// The pairs of a flag, by column; none has two. \throws Error{usage}
std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& texts,
                                                          std::string_view flag,
                                                          bool at_last = true) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& text : texts) {
        std::pair<std::string, std::string> pair = split_pair(text, flag, at_last);
        if (std::ranges::any_of(out, [&](const auto& one) { return one.first == pair.first; })) {
            refuse_flag(flag, "'" + pair.first + "' is given twice; give it once");
        }
        out.push_back(std::move(pair));
    }
    return out;
}

/// The columns of a flag that says what they are.
struct RoleFlag {
    std::string_view flag;
    const std::vector<std::string>& names;
    Role role;
};

void set_roles(Policy& policy, const PolicyFlags& flags) {
    const std::array<RoleFlag, 4> all{
        RoleFlag{"--qi", flags.quasi_identifiers, Role::quasi_identifying},
        RoleFlag{"--sensitive", flags.sensitive, Role::sensitive},
        RoleFlag{"--drop", flags.drop, Role::identifying},
        RoleFlag{"--keep", flags.keep, Role::insensitive}};
    std::map<std::string, std::string_view> given;
    for (const RoleFlag& each : all) {
        for (const std::string& name : each.names) {
            const std::string_view other = given.try_emplace(name, each.flag).first->second;
            if (other != each.flag) {
                refuse_flag(each.flag,
                            "'" + name + "' is given by " + std::string(other) +
                                " as well; give it by one of them");
            }
            policy.give_role(name, each.role, each.flag);
        }
    }
}

/// A path as typed here, as the policy file would have to write it.
std::string relative_to_policy(const std::string& path, const Policy& policy) {
    namespace fs = std::filesystem;
    if (policy.file.empty() || fs::path(path).is_absolute()) {
        return path;
    }
    const fs::path folder = fs::absolute(policy.file).parent_path();
    return fs::absolute(path).lexically_proximate(folder).string();
}

void set_population(Policy& policy, const PolicyFlags& flags) {
    if (!flags.population.empty()) {
        policy.population = {.file = relative_to_policy(flags.population, policy)};
    }
    for (const auto& pair : pairs_of(flags.population_on, "--population-on")) {
        policy.population.on[pair.first] = pair.second;
    }
    for (const auto& [name, texts] : read_words(flags.population_read, "--population-read")) {
        policy.population.read[name] = texts;
    }
}

/// Let a setting take what its flag says. \throws Error{bad_policy} that names the flag
template <class Of>
void set_by_flag(const Setting<Of>& setting, const std::string& text, Of& to) {
    try {
        setting.set(to, text);
    } catch (const Error& fault) {
        throw Error(fault.code(), std::string(setting.flag.name) + ": " + fault.what());
    }
}

void set_columns(Policy& policy, const PolicyFlags& flags) {
    for (const AttributeSetting& setting : attribute_settings()) {
        const auto said = flags.of_columns.find(setting.flag.name);
        if (said == flags.of_columns.end()) {
            continue;
        }
        for (const auto& [column, text] : pairs_of(said->second, setting.flag.name)) {
            AttributePolicy& attribute = policy.attribute(column);
            set_by_flag(setting, text, attribute);
            if (setting.type == SettingType::rule) {
                std::string& key =
                    setting.key == "shift" ? attribute.shift->key : attribute.pseudonym->key;
                key = relative_to_policy(key, policy);
            }
        }
    }
}

void set_settings(Policy& policy,
                  std::span<const PolicySetting> settings,
                  const PolicyFlags& flags) {
    for (const PolicySetting& setting : settings) {
        const auto said = flags.settings.find(setting.flag.name);
        if (said != flags.settings.end() && !said->second.empty()) {
            set_by_flag(setting, said->second, policy);
        }
    }
}

void set_attributes(Policy& policy, const PolicyFlags& flags) {
    set_roles(policy, flags);
    for (const auto& pair : pairs_of(flags.hierarchies, "--hierarchy", false)) {
        HierarchySpec& spec = policy.attribute(pair.first).hierarchy;
        spec = HierarchySpec{};
        spec.form = HierarchySpec::Form::file;
        spec.file = relative_to_policy(pair.second, policy);
    }
    set_columns(policy, flags);
    if (!flags.class_attribute.empty()) {
        for (AttributePolicy& attribute : policy.attributes) {
            attribute.is_class = false;
        }
        policy.attribute(flags.class_attribute).is_class = true;
    }
}

void set_search(Policy& policy, const PolicyFlags& flags) {
    if (!flags.method.empty()) {
        if (flags.method != "auto") {
            static_cast<void>(find_method(flags.method));
        }
        policy.method = flags.method;
        policy.method_options.clear();
    }
    if (!flags.effort.empty()) {
        policy.method_options["effort"] = flags.effort;
    }
    for (const auto& pair : pairs_of(flags.method_options, "--method-option", false)) {
        policy.method_options[pair.first] = pair.second;
    }
}

/// The flags of settings that stand in a group of help.
void add_settings(CLI::App& app,
                  SettingFlag::Group group,
                  const std::string& title,
                  PolicyFlags& flags) {
    for (const auto settings : {policy_settings(), suppression_settings()}) {
        for (const PolicySetting& setting : settings) {
            if (setting.flag.name.empty() || setting.flag.group != group) {
                continue;
            }
            CLI::Option* const option = app.add_option(std::string(setting.flag.name),
                                                       flags.settings[setting.flag.name],
                                                       std::string(setting.flag.meaning));
            option->type_name(std::string(setting.flag.takes))->group(title);
            if (setting.type == SettingType::whole) {
                whole(option);
            }
        }
    }
    for (const AttributeSetting& setting : attribute_settings()) {
        if (!setting.flag.name.empty() && setting.flag.group == group) {
            add_list(app,
                     std::string(setting.flag.name),
                     flags.of_columns[setting.flag.name],
                     std::string(setting.flag.meaning))
                ->type_name(std::string(setting.flag.takes))
                ->group(title);
        }
    }
}

void add_column_flags(CLI::App& app, PolicyFlags& flags) {
    constexpr const char* kWhat = "What the columns are (over the policy)";
    add_list(app, "--qi,--quasi-identifying", flags.quasi_identifiers, "quasi-identifying columns")
        ->group(kWhat);
    add_list(app, "--sensitive", flags.sensitive, "sensitive columns")->group(kWhat);
    add_list(app, "--drop,--identifying", flags.drop, "identifying columns, never released")
        ->group(kWhat);
    add_list(app, "--keep,--insensitive", flags.keep, "insensitive columns, released unchanged")
        ->group(kWhat);
    add_marks(app, "--missing", flags.missing, "marks of a missing value besides the empty cell")
        ->group(kWhat);
    app.add_option("--hierarchy", flags.hierarchies, "hierarchy file of a column; may be repeated")
        ->allow_extra_args(false)
        ->type_name("COLUMN=FILE")
        ->group(kWhat);
    add_settings(app, SettingFlag::Group::columns, kWhat, flags);
}

}  // namespace

void add_promise_flags(CLI::App& app, PolicyFlags& flags) {
    constexpr const char* kPromise = "What is promised (over the policy)";
    app.add_option("-p,--policy", flags.policy, "policy file (YAML)")->type_name("FILE");
    add_column_flags(app, flags);
    app.add_option("--k", flags.k, "each released row is like at least k-1 others")
        ->type_name("K")
        ->group(kPromise);
    app.add_option("--any",
                   flags.any,
                   "promise this and other models against whoever knows any M quasi-identifiers, "
                   "not all of them")
        ->type_name("M")
        ->group(kPromise);
    add_model_flags(app, flags.models, kPromise);
    app.add_option("--population",
                   flags.population,
                   "table of the people among whom k-map and delta-presence count")
        ->type_name("FILE")
        ->group(kPromise);
    add_list(app,
             "--population-on",
             flags.population_on,
             "its columns, where they are not named as the quasi-identifiers that they are")
        ->type_name("COLUMN=COLUMN,...")
        ->group(kPromise);
    add_read_words(app, "--population-read", flags.population_read, "the population's file")
        ->group(kPromise);
    add_settings(app, SettingFlag::Group::promise, kPromise, flags);
    whole(app.get_option("--k"));
    whole(app.get_option("--any"));
}

void add_search_flags(CLI::App& app, PolicyFlags& flags) {
    constexpr const char* kSearch = "How to get there (over the policy)";
    app.add_option("--method", flags.method, "auto, or a name that `kanon methods` lists")
        ->type_name("NAME")
        ->group(kSearch);
    app.add_option("--effort",
                   flags.effort,
                   "steps of a search that nothing else ends, as in option effort of refine")
        ->type_name("low|normal|high")
        ->group(kSearch);
    app.add_option("--method-option", flags.method_options, "option of the method; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE")
        ->group(kSearch);
    add_settings(app, SettingFlag::Group::search, kSearch, flags);
    app.add_option("--class", flags.class_attribute, "class attribute of classification measures")
        ->type_name("COLUMN")
        ->group(kSearch);
}

void add_hierarchy_flags(CLI::App& app, PolicyFlags& flags, const std::string& of_policy) {
    app.add_option("-p,--policy", flags.policy, of_policy)->type_name("FILE");
    app.add_option("--hierarchy", flags.hierarchies, "hierarchy file of a column; may be repeated")
        ->allow_extra_args(false)
        ->type_name("COLUMN=FILE");
    add_list(app,
             "--types",
             flags.of_columns["--types"],
             "types: integer, decimal, date, datetime or text")
        ->type_name("COLUMN=TYPE,...");
    add_marks(app, "--missing", flags.missing, "marks of a missing value");
}

Policy make_policy(const PolicyFlags& flags) {
    RunContext context;
    context.cancel = &stop_requested();
    Policy policy = flags.policy.empty() ? Policy{} : read_policy_file(flags.policy, context);
    set_attributes(policy, flags);
    set_privacy(policy, flags.k, flags.models, flags.any);
    set_population(policy, flags);
    set_search(policy, flags);
    set_settings(policy, suppression_settings(), flags);
    set_settings(policy, policy_settings(), flags);
    policy.missing_marks.insert(
        policy.missing_marks.end(), flags.missing.begin(), flags.missing.end());
    return policy;
}

}  // namespace kanon::cli

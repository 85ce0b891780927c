// SPDX-License-Identifier: Apache-2.0
#include "policy_flags.hpp"

#include "file_flags.hpp"
#include "model_flags.hpp"
#include "terminal/flags.hpp"
#include "terminal/signals.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
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

ValueType value_type_of(std::string_view word) {
    constexpr std::array<std::string_view, 5> kTypes{
        "integer", "decimal", "date", "datetime", "text"};
    return static_cast<ValueType>(place_of(word, kTypes, "--types"));
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

SuppressionLimit limit_of(const std::string& text, std::string_view flag) {
    try {
        return SuppressionLimit::parse(text);
    } catch (const Error& fault) {
        throw Error(fault.code(), std::string(flag) + ": " + fault.what());
    }
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

void set_codings(Policy& policy,
                 const std::vector<std::string>& texts,
                 std::string_view flag,
                 std::string ValueCoding::*key) {
    for (const auto& pair : pairs_of(texts, flag)) {
        ValueCoding coding;
        coding.*key = pair.second;
        try {
            check_coding(coding);
        } catch (const Error& fault) {
            refuse_flag(flag, fault.what());
        }
        policy.attribute(pair.first).coding.*key = pair.second;
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
    for (const auto& pair : pairs_of(flags.weights, "--weight")) {
        const double weight = number_of(pair.second, "--weight");
        if (weight < 0) {
            refuse_flag("--weight", "a weight is 0 or more");
        }
        policy.attribute(pair.first).weight = weight;
    }
    for (const auto& pair : pairs_of(flags.types, "--types")) {
        policy.attribute(pair.first).type = value_type_of(pair.second);
    }
    for (const auto& pair : pairs_of(flags.recode, "--recode")) {
        try {
            set_recoding(policy.attribute(pair.first), pair.second);
        } catch (const Error& fault) {
            refuse_flag("--recode", fault.what());
        }
    }
    set_codings(policy, flags.bottom, "--bottom", &ValueCoding::bottom);
    set_codings(policy, flags.top, "--top", &ValueCoding::top);
    set_codings(policy, flags.round, "--round", &ValueCoding::round);
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
    if (!flags.objective.empty()) {
        static_cast<void>(find_objective(flags.objective));
        policy.objective = flags.objective;
    }
    if (!flags.gs_factor.empty()) {
        policy.gs_factor = number_of(flags.gs_factor, "--gs-factor");
        try {
            check_gs_factor(*policy.gs_factor);
        } catch (const Error& fault) {
            refuse_flag("--gs-factor", fault.what());
        }
    }
    policy.max_set_values = flags.max_set_values.value_or(policy.max_set_values);
}

void add_column_flags(CLI::App& app, PolicyFlags& flags) {
    constexpr const char* kWhat = "What the columns are (over the policy)";
    add_list(app, "--qi", flags.quasi_identifiers, "quasi-identifiers")->group(kWhat);
    add_list(app, "--sensitive", flags.sensitive, "sensitive columns")->group(kWhat);
    add_list(app, "--drop", flags.drop, "identifying columns, never released")->group(kWhat);
    add_list(app, "--keep", flags.keep, "columns released as they are")->group(kWhat);
    add_list(app, "--types", flags.types, "types: integer, decimal, date, datetime or text")
        ->type_name("COLUMN=TYPE,...")
        ->group(kWhat);
    add_marks(
        app, "--missing", flags.missing, "spellings of a missing value besides the empty cell")
        ->group(kWhat);
    app.add_option("--hierarchy", flags.hierarchies, "hierarchy file of a column; may be repeated")
        ->allow_extra_args(false)
        ->type_name("COLUMN=FILE")
        ->group(kWhat);
    add_list(app, "--recode", flags.recode, "hierarchy, range, mean, median or mode of a column")
        ->type_name("COLUMN=WORD,...")
        ->group(kWhat);
    add_list(app, "--top", flags.top, "release values from this one on as one, `[80, inf)`")
        ->type_name("COLUMN=VALUE")
        ->group(kWhat);
    add_list(app, "--bottom", flags.bottom, "release values up to this one as one, `(-inf, 20]`")
        ->type_name("COLUMN=VALUE")
        ->group(kWhat);
    add_list(app, "--round", flags.round, "round the numbers of a column that is released as it is")
        ->type_name("COLUMN=STEP")
        ->group(kWhat);
    app.add_option("--person", flags.person, "count distinct persons by this column, not rows")
        ->type_name("COLUMN")
        ->group(kWhat);
}

}  // namespace

void add_promise_flags(CLI::App& app, PolicyFlags& flags) {
    constexpr const char* kPromise = "What is promised (over the policy)";
    app.add_option("-p,--policy", flags.policy, "policy file (YAML)")->type_name("FILE");
    add_column_flags(app, flags);
    app.add_option("--k", flags.k, "each released row is like at least k-1 others")
        ->type_name("K")
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
    app.add_option("--max-suppression",
                   flags.max_suppression,
                   "rows that may be suppressed: a share (0.05, 5%) or a count (20)")
        ->type_name("LIMIT")
        ->group(kPromise);
    app.add_option("--suppress-cells",
                   flags.suppress_cells,
                   "rows that a node may leave over to be starred cell by cell: a share or a count")
        ->type_name("LIMIT")
        ->group(kPromise);
    app.add_option("--suppressed",
                   flags.suppressed,
                   "a suppressed row is stars in every column, or is dropped")
        ->type_name("star|drop")
        ->group(kPromise);
    app.add_option("--recoding",
                   flags.recoding,
                   "what promises are about: classes of rows released alike, or, freeform, the "
                   "candidates of each row")
        ->type_name("classes|freeform|any")
        ->group(kPromise);
    whole(app.get_option("--k"));
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
    app.add_option("--objective", flags.objective, "what to lose least of: gcp, dm, c-avg, ...")
        ->type_name("NAME")
        ->group(kSearch);
    app.add_option("--gs-factor",
                   flags.gs_factor,
                   "weight of suppression against generalization in the objective loss, 0 to 1 "
                   "(0.5)")
        ->type_name("G")
        ->group(kSearch);
    app.add_option("--max-set-values",
                   flags.max_set_values,
                   "values of a released set `{a, b}`, more become a range of texts or `*` (12)")
        ->type_name("N")
        ->group(kSearch);
    whole(app.get_option("--max-set-values"));
    add_list(app, "--weight", flags.weights, "how much a column's loss counts (1)")
        ->type_name("COLUMN=NUMBER,...")
        ->group(kSearch);
    app.add_option("--class", flags.class_attribute, "class attribute of classification measures")
        ->type_name("COLUMN")
        ->group(kSearch);
}

Policy make_policy(const PolicyFlags& flags) {
    RunContext context;
    context.cancel = &stop_requested();
    Policy policy = flags.policy.empty() ? Policy{} : read_policy_file(flags.policy, context);
    set_attributes(policy, flags);
    set_privacy(policy, flags.k, flags.models);
    set_population(policy, flags);
    set_search(policy, flags);
    if (!flags.max_suppression.empty()) {
        policy.suppression = limit_of(flags.max_suppression, "--max-suppression");
    }
    if (!flags.suppress_cells.empty()) {
        policy.cell_suppression = limit_of(flags.suppress_cells, "--suppress-cells");
    }
    if (!flags.suppressed.empty()) {
        constexpr std::array<std::string_view, 2> kWords{"star", "drop"};
        const bool star = place_of(flags.suppressed, kWords, "--suppressed") == 0;
        policy.suppressed = star ? SuppressedRows::star_as_text : SuppressedRows::drop;
    }
    if (!flags.recoding.empty()) {
        policy.recoding_model = find_recoding_model(flags.recoding);
    }
    if (!flags.person.empty()) {
        policy.person = flags.person;
    }
    policy.missing_marks.insert(
        policy.missing_marks.end(), flags.missing.begin(), flags.missing.end());
    return policy;
}

}  // namespace kanon::cli

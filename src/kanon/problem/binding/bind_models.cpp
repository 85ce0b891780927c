// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/subsets.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/build_hierarchy.hpp"
#include "kanon/problem/column_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::detail {
namespace {

constexpr std::string_view kAnonymity = "k-anonymity";
constexpr double kDefaultK = 5;
/// Sets of quasi-identifiers that are looked at for who knows their values.
constexpr std::uint64_t kMostSets = 10'000;

Where in_policy(const Problem& problem, const std::string& attribute = "") {
    return {.file = problem.policy.file, .line = 0, .column = 0, .attribute = attribute};
}

/// The k that (alpha, k)-anonymity brings along; none: none does.
std::optional<double> k_of_alpha(const Problem& problem, const Adversary& against) {
    std::optional<double> k;
    for (const PrivacyRequirement& requirement : problem.policy.privacy) {
        const auto given = requirement.parameters.find("k");
        const bool is_rows = requirement.model == "alpha-k" && requirement.against == against &&
                             given != requirement.parameters.end();
        if (is_rows && given->second >= 2) {
            k = std::max(k.value_or(0), given->second);
        }
    }
    return k;
}

/// Add k-anonymity where nobody asks for it.
void add_k(Problem& problem, const Adversary& against, const std::optional<double>& of_risk) {
    const std::optional<double> of_alpha = k_of_alpha(problem, against);
    const bool is_of_risk = of_risk && *of_risk >= of_alpha.value_or(0);
    const double k = is_of_risk ? *of_risk : of_alpha.value_or(kDefaultK);
    problem.policy.privacy.push_back(
        {.model = std::string(kAnonymity), .parameters = {{"k", k}}, .against = against});
    const std::string whom =
        against.knows_all() ? "" : " against whoever knows " + known_text(against);
    problem.assumptions.push_back(
        is_of_risk ? fmt::format("k is {}: what the limits of the risk ask for; no other k is "
                                 "asked for (--k)",
                                 k)
        : of_alpha
            ? fmt::format("k is {}{}: that of alpha-k; no other k is asked for (--k)", k, whom)
            : fmt::format("k is 5{}: no other k is asked for (--k)", whom));
}

/// Raise a k that is too small for the highest risk. \throws Error{bad_policy} if it is none
void raise_k(Problem& problem, double of_risk) {
    PrivacyRequirement& asked = problem.policy.privacy.front();
    static_cast<void>(find_privacy_model(asked.model).make(asked, std::nullopt));
    double& k = asked.parameters.at("k");
    if (k < of_risk) {
        problem.assumptions.push_back(
            fmt::format("k is {}, not {}: the highest risk asks for it", of_risk, k));
        k = of_risk;
    }
}

/// True if what is asked for takes the place of k-anonymity, which is not added then.
bool replaces_k(const PrivacyRequirement& requirement) {
    return find_privacy_model(requirement.model).needs.no_k;
}

bool is_k(const PrivacyRequirement& requirement) {
    return requirement.model == kAnonymity;
}

bool is_k_of_all(const PrivacyRequirement& requirement) {
    return is_k(requirement) && requirement.against.knows_all();
}

/// See that one k is asked for against an adversary.
void settle_k(Problem& problem, const Adversary& against) {
    std::vector<PrivacyRequirement>& privacy = problem.policy.privacy;
    const auto count = std::ranges::count_if(privacy, [&](const PrivacyRequirement& one) {
        return is_k(one) && one.against == against;
    });
    if (count > 1) {
        throw Error(ErrorCode::bad_policy,
                    "k-anonymity is asked for twice; keep one k",
                    in_policy(problem));
    }
    const std::optional<double> of_risk =
        against.knows_all() ? k_of_risk(privacy) : std::optional<double>();
    const bool is_replaced = std::ranges::any_of(privacy, [&](const PrivacyRequirement& one) {
        return one.against == against && replaces_k(one);
    });
    if (count == 0 && (of_risk || !is_replaced)) {
        add_k(problem, against, of_risk);
    }
}

/// Make k-anonymity against who knows all the first requirement, if there is any, and k-anonymity
/// against each adversary the only one of its kind.
void put_k_first(Problem& problem) {
    std::vector<PrivacyRequirement>& privacy = problem.policy.privacy;
    const bool is_asked = std::ranges::any_of(privacy, is_k_of_all);
    for (const Adversary& against : adversaries_of(privacy)) {
        settle_k(problem, against);
    }
    std::stable_partition(privacy.begin(), privacy.end(), is_k_of_all);
    const std::optional<double> of_risk = k_of_risk(privacy);
    if (is_asked && of_risk) {
        raise_k(problem, *of_risk);
    }
}

/// The sensitive attribute that a requirement without one means.
std::string only_sensitive(const Problem& problem, const std::string& model) {
    std::string names;
    for (const std::size_t column : problem.sensitive) {
        names += (names.empty() ? "" : ", ") + problem.table.column(column).name;
    }
    if (problem.sensitive.empty()) {
        throw Error(ErrorCode::bad_policy,
                    model +
                        " needs a sensitive attribute, and no column is; give one `role: "
                        "sensitive` (--sensitive)",
                    in_policy(problem));
    }
    if (problem.sensitive.size() > 1) {
        throw Error(
            ErrorCode::bad_policy,
            model + " does not say which sensitive attribute it protects; name one of " + names,
            in_policy(problem));
    }
    return names;
}

/// The place of a column among the tracked ones, of which it becomes one.
std::size_t track(Problem& problem, const std::string& name, std::string_view what) {
    const std::size_t column = column_named(problem, name, what);
    std::vector<std::size_t>& tracked = problem.tracked_columns;
    const auto at = std::find(tracked.begin(), tracked.end(), column);
    const auto place = static_cast<std::size_t>(at - tracked.begin());
    if (at == tracked.end()) {
        tracked.push_back(column);
        problem.tracked.push_back(
            {.name = name, .dictionary = problem.table.column(column).dictionary});
    }
    return place;
}

/// As track(), for a model: its values are looked at as models count them.
std::size_t track_values(Problem& problem, const std::string& name, std::string_view what) {
    const std::size_t place = track(problem, name, what);
    TrackedAttribute& attribute = problem.tracked[place];
    if (!attribute.value_of) {
        attribute.value_of = values_of_codes(problem, problem.tracked_columns[place]);
    }
    return place;
}

/// What a model is told of a tracked column.
ModelContext context_of(const Problem& problem, std::size_t place, const ModelNeeds& needs) {
    const Column& column = problem.judged().column(problem.tracked_columns[place]);
    ModelContext context{.place = place, .missing = column.dictionary->missing()};
    context.value_of = problem.tracked[place].value_of;
    context.values = column.dictionary;
    if (needs.distribution) {
        context.distribution = rows_of_codes(column, problem.counts);
    }
    return context;
}

/// The hierarchy that the policy gives for a tracked column; null: none, and none is made up, for
/// the promise would hang on it.
std::shared_ptr<const Hierarchy> given_hierarchy(const Problem& problem,
                                                 const std::string& name,
                                                 const HierarchyFiles& files) {
    const AttributePolicy* attribute = problem.policy.find(name);
    if (attribute == nullptr || !attribute->asks_for_hierarchy()) {
        return nullptr;
    }
    const Column& column = problem.table.column(column_named(problem, name, "hierarchy"));
    return std::make_shared<const Hierarchy>(build_hierarchy(
        problem.policy, attribute->hierarchy, column, files, false, problem.counts));
}

void check_persons(const Problem& problem, const ModelInfo& info) {
    if (info.needs.rows_are_persons && !problem.policy.person.empty()) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("{} counts rows, and persons are counted by '{}'; give the "
                                "table one row for each person, and the column another name or "
                                "leave it out",
                                info.name,
                                problem.policy.person),
                    in_policy(problem));
    }
}

void make_model(Problem& problem, PrivacyRequirement& requirement, const HierarchyFiles& files) {
    const ModelInfo& info = find_privacy_model(requirement.model);
    check_persons(problem, info);
    std::optional<ModelContext> context;
    PrivacyRequirement asked = requirement;
    if (info.needs.attribute) {
        if (requirement.attribute.empty()) {
            requirement.attribute = only_sensitive(problem, requirement.model);
            asked.attribute = requirement.attribute;
        }
        const std::size_t place =
            requirement.with.empty()
                ? track_values(problem, requirement.attribute, requirement.model)
                : track_joint_values(problem, requirement);
        asked.attribute = problem.tracked[place].name;
        context = context_of(problem, place, info.needs);
        if (looks_at_hierarchy(requirement)) {
            context->hierarchy = given_hierarchy(problem, requirement.attribute, files);
        }
    } else if (info.needs.person && !problem.policy.person.empty()) {
        asked.attribute = problem.policy.person;
        context = context_of(problem, track_values(problem, asked.attribute, "person"), info.needs);
        if (problem.histories) {
            const std::size_t column = problem.tracked_columns[context->place];
            context->histories = histories_by_code(problem, problem.judged().column(column));
        }
    }
    problem.models.push_back(info.make(asked, context));
}

/// The kind that is asked for, or the first of the model.
std::string_view kind_of(const PrivacyRequirement& requirement) {
    if (!requirement.kind.empty()) {
        return requirement.kind;
    }
    const std::string_view kinds = find_privacy_model(requirement.model).kinds;
    return kinds.substr(0, kinds.find(','));
}

bool share_a_parameter(const PrivacyRequirement& one, const PrivacyRequirement& other) {
    return std::ranges::any_of(one.parameters, [&](const auto& parameter) {
        return other.parameters.contains(parameter.first);
    });
}

/// Refuse the same promise of the same attributes twice: which of the two is meant?
void check_once(const Problem& problem) {
    const std::vector<PrivacyRequirement>& all = problem.policy.privacy;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool same = all[i].model == all[j].model &&
                              all[i].attribute == all[j].attribute && all[i].with == all[j].with &&
                              all[i].value == all[j].value && all[i].against == all[j].against &&
                              kind_of(all[i]) == kind_of(all[j]) &&
                              share_a_parameter(all[i], all[j]);
            if (same) {
                const std::string kind(kind_of(all[i]));
                throw Error(ErrorCode::bad_policy,
                            fmt::format("{}{} is asked for twice; keep one",
                                        all[i].model,
                                        kind.empty() ? "" : " of kind " + kind),
                            in_policy(problem, all[i].attribute));
            }
        }
    }
}

void say_unprotected(Problem& problem) {
    std::string names;
    for (const std::size_t column : problem.sensitive) {
        const auto& tracked = problem.tracked_columns;
        if (std::find(tracked.begin(), tracked.end(), column) == tracked.end()) {
            names +=
                fmt::format("{}'{}'", names.empty() ? "" : ", ", problem.table.column(column).name);
        }
    }
    if (!names.empty()) {
        problem.assumptions.push_back("no l-diversity is asked for of " + names +
                                      ": a class whose rows share one value gives it away");
    }
}

}  // namespace

void bind_models(Problem& problem, const HierarchyFiles& files) {
    split_risk(problem.policy.privacy);
    put_k_first(problem);
    for (PrivacyRequirement& requirement : problem.policy.privacy) {
        make_model(problem, requirement, files);
    }
    check_once(problem);
    problem.k = 1;
    for (const PrivacyRequirement& requirement : problem.policy.privacy) {
        if (is_k(requirement)) {
            problem.k =
                std::max(problem.k, static_cast<std::uint64_t>(requirement.parameters.at("k")));
        }
    }
    check_average(problem);
    say_unprotected(problem);
    warn_of_spellings(problem);
}

void check_known_values(const Problem& problem) {
    for (const auto& model : problem.models) {
        const std::size_t attributes = problem.quasi_identifiers.size();
        const std::size_t known = std::min(model->known_values(), attributes);
        const bool is_any = model->known_attributes().empty();
        if (is_any && count_subsets(attributes, known, kMostSets + 1) > kMostSets) {
            throw Error(ErrorCode::bad_policy,
                        fmt::format("{} would have to be looked at for more than {} sets of {} of "
                                    "{} quasi-identifiers; choose a smaller {}",
                                    model->describe(),
                                    count_text(kMostSets),
                                    known,
                                    attributes,
                                    model->of_classes() ? "number of them" : "l"),
                        in_policy(problem));
        }
    }
}

void track_sensitive(Problem& problem) {
    for (const std::size_t column : problem.sensitive) {
        track(problem, problem.table.column(column).name, "sensitive");
    }
}

RecodingModel settle_recoding(const Policy& policy, const BindOptions& circumstances) {
    const RecodingModel own =
        circumstances.freeform ? RecodingModel::freeform : RecodingModel::classes;
    const RecodingModel asked = policy.recoding_model.value_or(own);
    if (circumstances.freeform && asked == RecodingModel::classes) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("method '{}' is freeform, and the policy asks for classes; say "
                                "`recoding: freeform` (--recoding) if promises may be about "
                                "candidates, or choose another method",
                                circumstances.method),
                    Where{.file = policy.file});
    }
    const bool by_aggregates = std::ranges::any_of(
        policy.attributes, [](const AttributePolicy& one) { return one.aggregate.has_value(); });
    const bool asks_for_classes =
        policy.patterns.has_value() || policy.cell_suppression.has_value() || by_aggregates;
    if (asked != RecodingModel::classes && asks_for_classes) {
        throw Error(ErrorCode::bad_policy,
                    "freeform generalization has no classes, so it keeps no `patterns`, stars no "
                    "single cells at a node and releases no aggregates; drop these, or "
                    "`recoding: " +
                        std::string(to_string(asked)) + "`",
                    Where{.file = policy.file});
    }
    return asked;
}

std::string settle_objective(Problem& problem, const BindOptions& circumstances) {
    const std::span<const Objective> own = circumstances.objectives;
    if (own.empty() || !problem.policy.objective.empty() ||
        std::find(own.begin(), own.end(), problem.objective) != own.end()) {
        return "";
    }
    const auto natural = std::find_if(own.begin(), own.end(), [&](Objective one) {
        return !info(one).needs_class || problem.class_attribute;
    });
    if (natural == own.end()) {
        return "";
    }
    std::string said = fmt::format(
        "the objective is {}: the policy names none, and method '{}' cannot work for {}",
        info(*natural).name,
        circumstances.method,
        info(problem.objective).name);
    problem.objective = *natural;
    return said;
}

void bind_class(Problem& problem) {
    const ObjectiveInfo& objective = info(problem.objective);
    if (problem.class_attribute) {
        const std::string name = problem.table.column(*problem.class_attribute).name;
        problem.class_place = track(problem, name, "class");
    } else if (objective.needs_class) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("the objective '{}' needs a class attribute, and no column is; "
                                "give one `class: true` (--class)",
                                objective.name),
                    in_policy(problem));
    }
}

}  // namespace kanon::detail

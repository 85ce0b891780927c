// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/methods/catalogue/apart_sets.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/catalogue/union_classes.hpp"
#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"
#include "kanon/methods/cell_suppression/covers/pattern_greedy.hpp"
#include "kanon/methods/cell_suppression/exact/pattern_ilp.hpp"
#include "kanon/methods/classes/division/asked_mondrian.hpp"
#include "kanon/methods/domain_cut/joint_top_down.hpp"
#include "kanon/methods/full_domain/asked_optimal.hpp"
#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/methods/node_cells/node_cells.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

void check_options(const MethodInfo& info, const OptionMap& options) {
    std::vector<std::string_view> known;
    for (const OptionSpec& spec : info.options) {
        known.push_back(spec.name);
    }
    for (const auto& option : options) {
        if (std::find(known.begin(), known.end(), option.first) == known.end()) {
            const std::string hint =
                known.empty() ? "; it has no options" : suggestion(option.first, known);
            throw Error(ErrorCode::bad_policy,
                        "method '" + std::string(info.name) + "' has no option '" + option.first +
                            "'" + hint);
        }
    }
}

void check_objective(const MethodInfo& method, Objective objective) {
    if (std::find(method.objectives.begin(), method.objectives.end(), objective) !=
        method.objectives.end()) {
        return;
    }
    std::string known;
    for (const Objective one : method.objectives) {
        known += (known.empty() ? "" : ", ") + std::string(info(one).name);
    }
    throw Error(ErrorCode::bad_policy,
                "method '" + std::string(method.name) + "' cannot work for the objective '" +
                    std::string(info(objective).name) + "'; ask it for one of: " + known +
                    " (--objective)");
}

void check_models(const MethodInfo& info, const PrivacyModels& models) {
    for (const auto& model : models) {
        const bool kept =
            info.models.empty() ||
            std::find(info.models.begin(), info.models.end(), model->name()) != info.models.end();
        if (!kept) {
            throw Error(ErrorCode::bad_policy,
                        "method '" + std::string(info.name) + "' cannot keep the privacy model '" +
                            std::string(model->name()) + "'; choose another method");
        }
    }
}

/// Models that are judged by more than a class, such as the population: nodes of a lattice alone
/// are looked at so.
void check_full_domain(const MethodInfo& info, const Task& task) {
    const PrivacyModel* model = for_full_domain_alone(task.models);
    const bool is_plain = info.recoding == RecodingKind::full_domain &&
                          !task.cell_suppression_limit && !task.promises_candidates();
    if (model != nullptr && !is_plain) {
        throw Error(ErrorCode::bad_policy,
                    "the privacy model '" + std::string(model->name()) +
                        "' is for full-domain recodings, in which whole rows are suppressed; take "
                        "the method 'optimal', or another of the lattice (--method)");
    }
}

/// True if the method stars cells for each adversary by itself.
bool stars_by_sets(const MethodInfo& info, const Task& task) {
    return (info.make == cell_suppression::make_pattern_greedy &&
            cell_suppression::suits_sets(task)) ||
           (info.make == cell_suppression::make_pattern_ilp &&
            cell_suppression::suits_set_program(task));
}

/// True if the method looks at what each adversary sees. Others make classes over all
/// quasi-identifiers.
bool looks_at_adversaries(const MethodInfo& info, const Task& task) {
    return (info.recoding == RecodingKind::full_domain && !task.cell_suppression_limit) ||
           stars_by_sets(info, task);
}

void check_class(const MethodInfo& info, const Task& task) {
    if (info.needs_class && !task.class_place) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(info.name) +
                        "' needs a class attribute, and no column is; give one `class: true` "
                        "(--class)");
    }
}

void check_binary(const MethodInfo& info, const Task& task) {
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        const std::size_t values = attribute.hierarchy.domain_size();
        if (info.needs_binary && values > 2) {
            throw Error(ErrorCode::bad_policy,
                        "method '" + std::string(info.name) +
                            "' needs quasi-identifiers of two values at most, missing ones "
                            "counted, and '" +
                            attribute.name + "' has " + std::to_string(values) +
                            "; choose another method");
        }
    }
}

void check_single(const MethodInfo& info, const Task& task) {
    if (info.needs_single && task.quasi_identifiers.size() != 1) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(info.name) +
                        "' works for one quasi-identifier, not for " +
                        std::to_string(task.quasi_identifiers.size()) +
                        ": each by itself they would keep no promise of all together; choose "
                        "another method, such as mdav");
    }
}

void check_k(const MethodInfo& info, const Task& task) {
    if (info.only_k != 0 && info.only_k != task.k) {
        throw Error(
            ErrorCode::bad_policy,
            "method '" + std::string(info.name) + "' works for k = " + std::to_string(info.only_k) +
                " alone, not for k = " + std::to_string(task.k) + "; choose another method");
    }
}

/// What is released by aggregates, and what is not, have methods of their own.
void check_aggregates(const MethodInfo& info, const Task& task) {
    const bool by_aggregates = info.recoding == RecodingKind::aggregates;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        if (by_aggregates && !attribute.aggregate) {
            throw Error(ErrorCode::bad_policy,
                        "method '" + std::string(info.name) +
                            "' releases aggregates, and the policy asks for values or labels of '" +
                            attribute.name +
                            "'; give it recode: mean, median or mode (--recode), or choose "
                            "another method");
        }
        if (!by_aggregates && attribute.aggregate) {
            throw Error(ErrorCode::bad_policy,
                        "method '" + std::string(info.name) +
                            "' releases no aggregates, and the policy asks for the " +
                            std::string(to_string(attribute.aggregate->kind)) + " of '" +
                            attribute.name +
                            "'; choose a method of microaggregation, such as mdav (--method)");
        }
    }
}

void check_patterns(const MethodInfo& info, const Task& task) {
    if (task.patterns.given && !info.stars_only) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(info.name) +
                        "' does not keep the policy's patterns; take a method of cell suppression "
                        "such as pattern-greedy, or drop `patterns`");
    }
}

void check_attributes(const MethodInfo& info, const Task& task) {
    const std::size_t attributes = task.quasi_identifiers.size();
    if (info.stars_only && attributes > kMostPatternAttributes) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(info.name) + "' stars cells of up to " +
                        std::to_string(kMostPatternAttributes) + " quasi-identifiers, not " +
                        std::to_string(attributes) +
                        "; make fewer columns quasi-identifying, or take a method that "
                        "generalizes, such as mondrian");
    }
}

void check_cells(const MethodInfo& method, const Task& task) {
    if (!task.cell_suppression_limit) {
        return;
    }
    if (!method.chooses_node) {
        throw Error(ErrorCode::bad_policy,
                    "`suppression.cells` (--suppress-cells) speaks of rows that a node of the "
                    "lattice leaves over, and method '" +
                        std::string(method.name) +
                        "' chooses none; take optimal, or another full-domain method");
    }
    if (info(task.objective).needs_levels) {
        throw Error(ErrorCode::bad_policy,
                    "the objective '" + std::string(info(task.objective).name) +
                        "' says nothing of single cells; choose another (--objective), or drop "
                        "`suppression.cells`");
    }
}

/// Questions decide no more than the method whose answers they give.
void check_questions(const MethodInfo& info, const Task& task) {
    check_aggregates(info, task);
    check_objective(info, task.objective);
}

}  // namespace

const MethodInfo& find_method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const MethodInfo& info : methods()) {
        if (info.name == name) {
            return info;
        }
        known.push_back(info.name);
    }
    throw Error(ErrorCode::bad_policy,
                "there is no method '" + std::string(name) + "'" + suggestion(name, known));
}

std::unique_ptr<Method> make_method(const MethodInfo& info,
                                    const Task& task,
                                    const OptionMap& options) {
    if (any_against(task.models) && !looks_at_adversaries(info, task)) {
        return keep_in_classes(make_method(info, task_of_classes(task), options));
    }
    check_options(info, options);
    check_aggregates(info, task);
    check_objective(info, task.objective);
    if (!stars_by_sets(info, task)) {
        check_models(info, task.models);
    }
    check_full_domain(info, task);
    check_class(info, task);
    check_binary(info, task);
    check_single(info, task);
    check_k(info, task);
    check_patterns(info, task);
    check_attributes(info, task);
    check_cells(info, task);
    std::unique_ptr<Method> method = info.make(options);
    if (info.make == full_domain::make_optimal && !apart_attributes(task).empty()) {
        return solve_apart(std::move(method));
    }
    return task.cell_suppression_limit ? star_cells_at_node(std::move(method)) : std::move(method);
}

RecodingKind recoding_of(const MethodInfo& info, const Task& task) {
    return task.cell_suppression_limit ? RecodingKind::full_domain_cells : info.recoding;
}

std::unique_ptr<JointSpecialization> make_joint_specialization(const Task& task,
                                                               std::span<const std::size_t> places,
                                                               std::size_t attributes) {
    return domain_cut::make_joint_top_down(task, places, attributes);
}

std::unique_ptr<AskedNodes> make_asked_nodes(const Task& task) {
    check_questions(find_method("optimal"), task);
    return full_domain::make_asked_optimal(task);
}

std::unique_ptr<AskedClasses> make_asked_classes(const Task& task) {
    check_questions(find_method("mondrian"), task);
    return classes::make_asked_mondrian(task);
}

}  // namespace kanon

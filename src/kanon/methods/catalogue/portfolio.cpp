// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/portfolio.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/starting_classes.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kanon {
namespace {

/// Nodes of a lattice that is searched beside another method, and row types looked at for that.
constexpr std::uint64_t kSmallLattice = std::uint64_t{1} << 17U;
constexpr std::uint64_t kLooks = std::uint64_t{1} << 25U;
/// Fewer nodes than this say nothing.
constexpr std::uint64_t kFewestNodes = 64;
/// Row types of a table up to which what is found is improved; of a larger one that takes long, and
/// it could not be solved part by part (Method::divides_by_marginals_above()).
constexpr std::size_t kMostRefined = std::size_t{1} << 22U;
/// Attributes of which all patterns of stars are few.
constexpr std::size_t kFewAttributes = 10;

bool works_for(const MethodInfo& info, Objective objective) {
    return std::ranges::find(info.objectives, objective) != info.objectives.end();
}

std::uint64_t node_limit(const Task& task) {
    return kLooks / (std::uint64_t{task.row_types().size()} + 1);
}

bool has_small_lattice(const Task& task) {
    const auto nodes = task.lattice().size();
    return nodes && *nodes <= kSmallLattice && node_limit(task) >= kFewestNodes;
}

/// True if labels release an attribute's value or star it: what cell suppression does, row by row.
bool all_flat(const Task& task) {
    return std::ranges::all_of(task.quasi_identifiers, [](const QuasiIdentifier& attribute) {
        return !attribute.recode_range && attribute.hierarchy.height() == 1 &&
               attribute.least_level == 0 && attribute.greatest_level == 1 &&
               attribute.hierarchy.text(1, 0) == kStar;
    });
}

/// True if the policy asks for ranges of some attribute, or labels that no star is one of.
bool rules_stars_out(const Task& task) {
    return std::ranges::any_of(task.quasi_identifiers, [](const QuasiIdentifier& attribute) {
        const Level top = attribute.hierarchy.height();
        return attribute.range_asked ||
               (attribute.labels_asked && attribute.hierarchy.text(top, 0) != kStar);
    });
}

/// The options that the method knows.
OptionMap known_options(const MethodInfo& info, const OptionMap& options) {
    OptionMap out;
    for (const OptionSpec& spec : info.options) {
        const auto found = options.find(std::string(spec.name));
        if (found != options.end()) {
            out.insert(*found);
        }
    }
    return out;
}

/// The options for the first choice: all but those that only another method knows.
OptionMap options_of_first(const std::vector<MethodChoice>& choices, const OptionMap& options) {
    OptionMap out = options;
    for (const MethodChoice& choice : choices) {
        for (const auto& [name, value] : known_options(*choice.info, options)) {
            out.erase(name);
        }
    }
    out.merge(known_options(*choices.front().info, options));
    return out;
}

Outcome run_beside(const MethodChoice& choice,
                   const Task& task,
                   const OptionMap& options,
                   RunContext context) {
    context.node_limit = std::min(context.node_limit, node_limit(task));
    Outcome outcome =
        make_method(*choice.info, task, known_options(*choice.info, options))->run(task, context);
    if (outcome.ending == Ending::timed_out && outcome.recoding && !context.should_stop()) {
        outcome.ending = Ending::feasible;  // the limit was ours
    }
    return outcome;
}

/// Add cell suppression where it may lose least.
void add_stars(const Task& task, std::vector<MethodChoice>& out) {
    const MethodInfo& stars = find_method("pattern-greedy");
    const bool by_sets = any_against(task.models) && !rules_stars_out(task);
    if ((all_flat(task) || by_sets) && task.quasi_identifiers.size() <= kFewAttributes &&
        works_for(stars, task.objective)) {
        out.push_back({&stars,
                       all_flat(task) ? "no attribute has labels between its values and the star"
                                      : "it stars cells for each adversary by itself"});
    }
}

class Portfolio {
public:
    Portfolio(const Task& task, const OptionMap& options, const RunContext& context)
        : task_(task), options_(options), context_(context), choices_(methods_to_try(task)) {}

    PortfolioOutcome run() {
        const MethodChoice first = choices_.front();
        try {
            const auto method =
                make_method(*first.info, task_, options_of_first(choices_, options_));
            for (std::size_t i = 1; i < choices_.size() && !context_.should_stop(); ++i) {
                take(choices_[i], run_beside(choices_[i], task_, options_, context_));
            }
            take(first, method->run(task_, context_));
        } catch (const Error& refusal) {
            throw explained(refusal, first);
        }
        const bool open = best_.outcome.ending == Ending::infeasible && !first.info->stars_only;
        if (open && first.info->name != "optimal") {
            const MethodChoice last{
                &find_method("optimal"),
                std::string(first.info->name) + " finds no release: " + best_.outcome.reason};
            take(last, make_method(*last.info, task_, {})->run(task_, context_));
        } else if (best_.tried.size() > 1) {
            best_.choice.why = comparison();
        }
        return std::move(best_);
    }

private:
    /// Keep the outcome if it is the first, or better, or as good and of the first choice.
    void take(const MethodChoice& choice, Outcome outcome) {
        const std::optional<double> loss =
            outcome.recoding ? std::optional(outcome.loss) : std::nullopt;
        best_.tried.push_back(
            {.method = choice.info->name, .ending = outcome.ending, .loss = loss});
        const bool is_first = choice.info == choices_.front().info;
        const bool better = loss && (!best_.outcome.recoding || *loss < best_.outcome.loss ||
                                     (is_first && *loss == best_.outcome.loss));
        // What a method finds that found nothing counts only if nobody found anything.
        const bool instead = !loss && !best_.outcome.recoding;
        if (better || instead) {
            best_.choice = choice;
            best_.outcome = std::move(outcome);
        }
    }

    [[nodiscard]] std::string comparison() const {
        std::string list;
        for (const Tried& one : best_.tried) {
            list += list.empty() ? "" : ", ";
            list += one.loss ? fmt::format("{} {:.4g}", one.method, *one.loss)
                             : fmt::format("{} no release", one.method);
        }
        return fmt::format("of the methods tried it loses least ({}: {}); {}",
                           info(task_.objective).name,
                           list,
                           choices_.front().why);
    }

    const Task& task_;
    const OptionMap& options_;
    const RunContext& context_;
    std::vector<MethodChoice> choices_;
    PortfolioOutcome best_;
};

}  // namespace

std::vector<MethodChoice> methods_to_try(const Task& task) {
    if (task.objective == Objective::sse || task.has_aggregates()) {
        throw Error(ErrorCode::bad_policy,
                    "method auto never chooses aggregates, which the policy asks for; name a "
                    "method of microaggregation, such as mdav (--method)");
    }
    if (task.cell_suppression_limit) {
        return {{&find_method("optimal"), "cells are suppressed at a node of the lattice"}};
    }
    if (const PrivacyModel* model = for_full_domain_alone(task.models)) {
        return {{&find_method("optimal"),
                 std::string(model->name()) + " is for full-domain recodings alone"}};
    }
    if (task.patterns.given || task.objective == Objective::stars) {
        return {{&find_method("pattern-greedy"),
                 "cell suppression is what patterns and the objective 'stars' speak of"}};
    }
    const MethodInfo& freeform = find_method("freeform-partitioned");
    const bool is_asked = task.recoding_model == RecodingModel::freeform;
    if (is_asked || (task.promises_candidates() && works_for(freeform, task.objective))) {
        return {{&freeform,
                 "the policy allows freeform generalization, which starts from the best classes "
                 "and loses no more than they do"}};
    }
    std::vector<MethodChoice> out;
    const bool is_refined = task.row_types().size() <= kMostRefined;
    for (const std::string_view name : {"refine", "best-split"}) {
        const MethodInfo& classes = find_method(name);
        const bool is_too_large = name == "refine" && !is_refined;
        if (out.empty() && !is_too_large && works_for(classes, task.objective)) {
            out.push_back({&classes,
                           "local recoding loses less than one level for each whole column; ask "
                           "for 'optimal' if every row must be released at the same levels"});
        }
    }
    if (out.empty()) {
        const ObjectiveInfo& objective = info(task.objective);
        const std::string name = "the objective '" + std::string(objective.name) + "'";
        return {{&find_method("optimal"),
                 objective.needs_levels
                     ? name + " is for full-domain recodings alone"
                     : "of the methods for " + name + " it alone finds the least, and bounds it"}};
    }
    if (has_small_lattice(task) || any_against(task.models)) {
        out.push_back({&find_method("optimal"),
                       has_small_lattice(task)
                           ? "the lattice is small"
                           : "it looks at what each adversary sees, and need not make classes"});
    }
    add_stars(task, out);
    return out;
}

Error explained(const Error& refusal, const MethodChoice& choice) {
    return {refusal.code(),
            std::string(refusal.what()) + " (method auto takes '" + std::string(choice.info->name) +
                "' here: " + choice.why + ")"};
}

PortfolioOutcome run_portfolio(const Task& task,
                               const OptionMap& options,
                               const RunContext& context) {
    return Portfolio(task, options, context).run();
}

bool refining_start_loses(const Task& task, double share, const RunContext& context) {
    return classes::starting_classes_lose(task, classes::make_axes(task), share, context);
}

}  // namespace kanon

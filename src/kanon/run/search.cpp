// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/search.hpp"

#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/report/wording.hpp"
#include "kanon/run/carry_over.hpp"
#include "kanon/run/no_release.hpp"
#include "kanon/run/saved_recoding.hpp"

#include <chrono>
#include <limits>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

void require_provable(const MethodInfo& info, const Task& task) {
    if (any_against(task.models)) {
        throw Error(ErrorCode::bad_policy,
                    "--prove looks at classes over all quasi-identifiers, and the policy promises "
                    "something against who knows some of them; take 'optimal' or 'pattern-ilp', "
                    "which prove what they find (--method)");
    }
    if (task.cell_suppression_limit) {
        require_provable_cells(task);
    } else if (!info.stars_only && info.recoding != RecodingKind::aggregates) {
        throw Error(ErrorCode::bad_policy,
                    "--prove closes the gap of cell suppression and microaggregation; method '" +
                        std::string(info.name) + "' is of the family " + std::string(info.family) +
                        ": take another (see `kanon methods`), ask a full-domain one for single "
                        "cells (`suppression.cells`), or leave --prove out");
    }
}

void require_provable_first(const Task& task) {
    const MethodChoice first = methods_to_try(task).front();
    try {
        require_provable(*first.info, task);
    } catch (const Error& refusal) {
        throw explained(refusal, first);
    }
}

RunContext proving_context(RunContext context) {
    constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();
    if (!context.deadline && context.node_limit == kNoLimit) {
        context.deadline = std::chrono::steady_clock::now() +
                           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                               std::chrono::duration<double>(kProveSeconds));
    }
    return context;
}

/// For a method that takes all the time it gets: half, where its gap is to be closed after it.
RunContext method_context(const MethodInfo& info,
                          const AnonymizeOptions& options,
                          const RunContext& context) {
    RunContext out = context;
    if (options.prove && context.deadline && info.recoding == RecodingKind::aggregates) {
        const auto now = std::chrono::steady_clock::now();
        out.deadline = now + (*context.deadline - now) / 2;
    }
    return out;
}

ProvenOutcome close_gap(const Problem& problem,
                        const MethodInfo& info,
                        Outcome outcome,
                        const RunContext& context) {
    const auto close = info.recoding == RecodingKind::aggregates ? prove_aggregates
                       : problem.cell_suppression_limit          ? prove_cell_optimality
                                                                 : prove_optimality;
    return close(problem, std::move(outcome), find_mip_solver(), context);
}

/// Close the gap of the outcome. If a better release is found, the facts say who found it.
void prove(const Problem& problem,
           const MethodInfo& info,
           Result& result,
           const RunContext& context) {
    RunFacts& facts = result.facts;
    if (result.outcome.ending == Ending::optimal) {
        return;
    }
    if (facts.method == kProvingMethod) {
        facts.proof_note = "would begin the search of " + facts.method +
                           " anew, which ended without a proof, and tried nothing more";
        return;
    }
    if (context.should_stop()) {
        facts.proof_note = "tried nothing, for the method took all the time";
        return;
    }
    const bool of_cells = problem.cell_suppression_limit.has_value();
    ProvenOutcome closed =
        close_gap(problem, info, std::move(result.outcome), proving_context(context));
    result.outcome = std::move(closed.outcome);
    facts.proof_note = std::move(closed.note);
    if (closed.replaced) {
        facts.method_why =
            info.recoding == RecodingKind::aggregates
                ? "with better classes, found by --prove"
                : "better than the release of " + facts.method + "; found by --prove";
        facts.method = info.stars_only && !of_cells ? kProvingMethod : facts.method;
    }
}

}  // namespace

void check_warnings(const Result& result, const AnonymizeOptions& options) {
    const std::vector<Warning> warnings = warnings_of(record_of(result));
    if (!options.strict || count_open(warnings) == 0) {
        return;
    }
    std::string open;
    for (const std::string& line : open_warning_lines(warnings)) {
        open += (open.empty() ? "" : " | ") + line;
    }
    throw Error(ErrorCode::warned,
                "strict, and nothing was written, for a warning is open: " + open +
                    " | or accept a warning by its code and a reason (`accept:` in the policy)");
}

void search(const Problem& problem,
            Result& result,
            const AnonymizeOptions& options,
            const RunContext& context,
            Stopwatch& watch) {
    MethodChoice choice;
    if (result.policy.method == "auto") {
        if (options.prove) {
            require_provable_first(problem);
        }
        PortfolioOutcome found = run_portfolio(problem, result.policy.method_options, context);
        result.outcome = std::move(found.outcome);
        result.facts.tried = std::move(found.tried);
        choice = std::move(found.choice);
    } else {
        choice.info = &find_method(result.policy.method);
        if (options.prove) {
            require_provable(*choice.info, problem);
        }
        result.outcome = make_method(*choice.info, problem, result.policy.method_options)
                             ->run(problem, method_context(*choice.info, options, context));
    }
    RunFacts& facts = result.facts;
    facts.method = choice.info->name;
    facts.method_why = choice.why;
    facts.recoding = to_string(recoding_of(*choice.info, problem));
    if (options.prove) {
        prove(problem, *choice.info, result, context);
    }
    require_recoding(problem, result.policy, result.outcome, *choice.info);
    facts.seconds.solve = watch.lap();
}

void solve_by(const SavedRecoding& saved,
              const std::string& file,
              Result& result,
              const RunContext& context,
              Stopwatch& watch) {
    refuse_more_than_classes(*result.problem, "--apply");
    RunFacts& facts = result.facts;
    facts.method = "apply";
    facts.applied_from = file;
    facts.recoding = saved.kind == SavedRecoding::Kind::full_domain
                         ? to_string(RecodingKind::full_domain)
                     : saved.kind == SavedRecoding::Kind::global ? "global"
                                                                 : to_string(RecodingKind::classes);
    result.outcome = carry_over(*result.problem, saved, file, context);
    facts.seconds.solve = watch.lap();
}

}  // namespace kanon::detail

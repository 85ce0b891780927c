// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/api/no_release_internal.hpp"
#include "kanon/api/reading_internal.hpp"
#include "kanon/api/recoding_internal.hpp"
#include "kanon/api/risk_internal.hpp"
#include "kanon/api/starred_columns_internal.hpp"
#include "kanon/api/steps_internal.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/process.hpp"
#include "kanon/methods/catalogue/node_cells_proof.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/methods/contract/close_gap.hpp"
#include "kanon/problem/single_rows.hpp"
#include "kanon/release/recoding_view.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>

namespace kanon {
namespace {

void require_provable(const MethodInfo& info, const Task& task) {
    if (task.cell_suppression_limit) {
        require_cell_gap(task);
    } else if (!info.stars_only) {
        throw Error(ErrorCode::bad_policy,
                    "--prove closes the gap of methods of cell suppression; method '" +
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

/// Close the gap of the outcome. If a better release is found, the facts say who found it.
void prove(Result& result, const RunContext& context) {
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
    const bool of_cells = result.problem->cell_suppression_limit.has_value();
    const auto close = of_cells ? close_cell_gap : close_gap;
    ClosedGap closed = close(
        *result.problem, std::move(result.outcome), find_mip_solver(), proving_context(context));
    result.outcome = std::move(closed.outcome);
    facts.proof_note = std::move(closed.note);
    if (closed.replaced) {
        facts.method_why = "better than the release of " + facts.method + "; found by --prove";
        facts.method = of_cells ? facts.method : kProvingMethod;
    }
}

std::vector<std::string> sensitive_names(const Problem& problem) {
    std::vector<std::string> names;
    names.reserve(problem.sensitive.size());
    for (const std::size_t column : problem.sensitive) {
        names.push_back(problem.table.column(column).name);
    }
    return names;
}

/// True if nothing is wrong with a release but that a model which looks at values does not hold:
/// then another draw may do better.
bool hangs_on_the_draw(const Problem& problem, const AuditReport& audit) {
    bool broken = false;
    for (std::size_t i = 0; i < audit.proofs.size(); ++i) {
        broken = broken || (!audit.proofs[i].holds && problem.models[i]->tracked());
    }
    return broken && std::ranges::none_of(audit.faults, [](const Fault& fault) {
               return std::ranges::any_of(rules::all(), [&](const rules::RuleInfo& rule) {
                   return rule.name == fault.rule;
               });
           });
}

/// A recoding that is applied was made for other rows, whose average risk it keeps.
void require_kept_average(const Result& result) {
    for (const Proof& proof : result.audit.proofs) {
        if (proof.is_average && proof.told && !proof.holds && !result.facts.applied_from.empty()) {
            throw Error(ErrorCode::infeasible,
                        fmt::format("the recoding cannot be applied: the {} would be {:.4g} of "
                                    "these rows; search anew without --apply",
                                    proof.describe,
                                    proof.achieved),
                        Where{.file = result.facts.applied_from});
        }
    }
}

}  // namespace

std::string_view version() {
    return KANON_VERSION;
}

namespace detail {

void check_warnings(const Problem& problem, const AnonymizeOptions& options) {
    if (!options.strict || count_open(problem.warnings) == 0) {
        return;
    }
    std::string open;
    for (const std::string& line : open_warning_lines(problem)) {
        open += (open.empty() ? "" : " | ") + line;
    }
    throw Error(ErrorCode::warned,
                "strict, and nothing was written, for a warning is open: " + open +
                    " | or accept a warning by its code and a reason (`accept:` in the policy)");
}

void search(Result& result,
            const AnonymizeOptions& options,
            const RunContext& context,
            Stopwatch& watch) {
    const Problem& problem = *result.problem;
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
        result.outcome =
            make_method(*choice.info, problem, result.policy.method_options)->run(problem, context);
    }
    RunFacts& facts = result.facts;
    facts.method = choice.info->name;
    facts.method_why = choice.why;
    facts.recoding = to_string(recoding_of(*choice.info, problem));
    if (options.prove) {
        prove(result, context);
    }
    detail::require_recoding(result, *choice.info);
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

namespace {

void make_release(Result& result, const RunContext& context, Stopwatch& watch) {
    const Problem& problem = *result.problem;
    result.release = apply(problem.rows(),
                           problem.recoded_attributes(),
                           problem.withheld,
                           *result.outcome.recoding,
                           problem.suppressed,
                           context.threads);
    result.facts.seconds.apply += watch.lap();
    throw_if_cancelled(context);
    result.classes = classes_of(problem, result.release, context.threads);
    throw_if_cancelled(context);
    result.audit = audit(problem, result.release, *result.classes, AuditOptions{}, context);
    result.facts.seconds.audit += watch.lap();
}

}  // namespace

void require_proof(const AuditReport& audit) {
    if (!audit.passed) {
        const std::string first = audit.faults.empty() ? "" : ": " + audit.faults[0].message;
        throw Error(ErrorCode::audit_failed,
                    "the auditor refused the release, so nothing was written" + first +
                        "; this is a fault of kanon, please report it");
    }
    if (!std::ranges::all_of(audit.proofs, &Proof::holds)) {
        const std::string why = audit.not_proven.empty() ? "" : ": " + audit.not_proven[0];
        throw Error(ErrorCode::audit_failed,
                    "the auditor could not tell whether the release keeps its promises, so nothing "
                    "was written" +
                        why + "; take a smaller table, or `recoding: classes`");
    }
}

void release_and_prove(Result& result,
                       const std::optional<std::uint64_t>& secret_seed,
                       const RunContext& context,
                       Stopwatch& watch) {
    const Problem& problem = *result.problem;
    if (auto* const assignment = std::get_if<AssignmentRecoding>(&*result.outcome.recoding)) {
        SecretRandom random(secret_seed);
        draw_until(problem, *assignment, random, context, [&] {
            make_release(result, context, watch);
            return result.audit.passed || !hangs_on_the_draw(problem, result.audit);
        });
    } else {
        make_release(result, context, watch);
    }
    require_kept_average(result);
    require_proof(result.audit);
    warn_of_starred_columns(*result.problem, result.audit.measures);
    result.facts.risk =
        risk_of_run(problem, result.release, *result.classes, result.audit, context.threads);
    result.facts.told =
        result.audit.candidates
            ? result.audit.candidates->told
            : count_told_rows(
                  *result.classes, result.release.table, sensitive_names(problem), context.threads);
    const bool of_cells = problem.cell_suppression_limit && view_of(*result.outcome.recoding).local;
    if (!result.facts.applied_from.empty() || result.facts.raised_k || of_cells) {
        result.outcome.loss = carried_loss(
            problem.objective, problem, *result.outcome.recoding, result.audit.measures);
        if (result.outcome.ending == Ending::optimal) {
            result.outcome.lower_bound = result.outcome.loss;  // the same but for the last digit
        }
    }
    settle_coded_loss(result);
}

void evaluate_result(Result& result, const RunContext& context, Stopwatch& watch) {
    EvaluateOptions options;
    options.shuffled = result.problem->shuffle;
    if (result.problem->counts.empty()) {
        result.evaluation =
            evaluate_audited(*result.problem, result.release, *result.classes, options, context);
    } else {
        const Problem problem = with_single_rows(*result.problem);
        const Release release = with_single_rows(result.release, *result.problem);
        const ReleasedClasses classes = classes_of(problem, release, context.threads);
        result.evaluation = evaluate_audited(problem, release, classes, options, context);
    }
    result.facts.seconds.evaluate = watch.lap();
}

void fill_facts(Result& result, const RunContext& context, const Stopwatch& watch) {
    RunFacts& facts = result.facts;
    facts.threads = context.threads;
    facts.seed = context.seed;
    facts.version = version();
    facts.peak_rss_mb = peak_rss_mb();
    facts.seconds.total = watch.total();
}

}  // namespace detail

namespace {

std::unique_ptr<Result> run(Table table,
                            const Policy& policy,
                            const Circumstances& circumstances,
                            const RunContext& context,
                            const AnonymizeOptions& options,
                            const std::function<void(Result&, Stopwatch&)>& decide) {
    Stopwatch watch;
    auto result = std::make_unique<Result>();
    result->policy = policy;
    result->problem = std::make_unique<Problem>(kanon::bind(
        std::move(table), policy, read_policy_files(policy, context), circumstances, context));
    result->facts.seconds.bind = watch.lap();
    decide(*result, watch);
    detail::release_and_prove(*result, options.secret_seed, context, watch);
    detail::check_warnings(*result->problem, options);
    if (options.evaluate) {
        detail::evaluate_result(*result, context, watch);
    }
    detail::fill_facts(*result, context, watch);
    return result;
}

}  // namespace

std::unique_ptr<Result> anonymize(Table table,
                                  const Policy& policy,
                                  const RunContext& context,
                                  const AnonymizeOptions& options) {
    Circumstances circumstances = detail::circumstances_of(policy);
    circumstances.counts = options.counts;
    const auto decide = [&](Result& result, Stopwatch& watch) {
        detail::check_warnings(*result.problem, options);
        detail::solve(result, options, context, watch);
    };
    return run(std::move(table), policy, circumstances, context, options, decide);
}

std::unique_ptr<Result> apply_recoding(Table table,
                                       const Policy& policy,
                                       std::string_view text,
                                       const std::string& file,
                                       const RunContext& context) {
    const SavedRecoding saved = parse_recoding(text, file);
    const Circumstances circumstances{.codings = saved.codings};
    const auto decide = [&](Result& result, Stopwatch& watch) {
        detail::solve_by(saved, file, result, context, watch);
    };
    return run(std::move(table), policy, circumstances, context, {}, decide);
}

RunRecord record_of(const Result& result) {
    RunRecord record{result.facts};
    record.problem = result.problem.get();
    record.policy = &result.policy;
    record.outcome = &result.outcome;
    record.release = &result.release;
    record.classes = result.classes ? &*result.classes : nullptr;
    record.audit = &result.audit;
    record.evaluation = result.evaluation ? &*result.evaluation : nullptr;
    return record;
}

std::optional<double> loss_by(Objective objective, const Result& result) {
    const bool has_levels = view_of(*result.outcome.recoding).full_domain_node() != nullptr;
    if ((info(objective).needs_levels && !has_levels) ||
        (info(objective).needs_class && !result.audit.measures.minority_rows)) {
        return std::nullopt;
    }
    const double loss = detail::carried_loss(
        objective, *result.problem, *result.outcome.recoding, result.audit.measures);
    return std::isnan(loss) ? std::nullopt : std::optional(loss);
}

std::string recoding_text(const Result& result) {
    if (result.is_in_pieces) {
        throw Error(ErrorCode::usage,
                    "the table was solved in pieces, whose recodings are not kept; there is none "
                    "to save");
    }
    return recoding_text(detail::save_recoding(*result.problem, *result.outcome.recoding));
}

}  // namespace kanon

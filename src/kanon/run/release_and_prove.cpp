// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/release_and_prove.hpp"

#include "kanon/assess/subject_classes.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/run/carry_over.hpp"
#include "kanon/run/coded_loss.hpp"
#include "kanon/run/disclosure.hpp"
#include "kanon/run/drawing.hpp"
#include "kanon/run/release_lists.hpp"
#include "kanon/run/starred_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

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
        if (proof.is_average && proof.is_decided && !proof.holds &&
            !result.facts.applied_from.empty()) {
            throw Error(ErrorCode::infeasible,
                        fmt::format("the recoding cannot be applied: the {} would be {:.4g} of "
                                    "these rows; search anew without --apply",
                                    proof.describe,
                                    proof.achieved),
                        Where{.file = result.facts.applied_from});
        }
    }
}

void make_release(Result& result, const RunContext& context, Stopwatch& watch) {
    const Problem& problem = *result.problem;
    WholeRelease& made = result.made.emplace<WholeRelease>();
    made.release = carried_out(problem, *result.outcome.recoding, context.threads);
    result.facts.seconds.apply += watch.lap();
    throw_if_cancelled(context);
    made.classes = classes_of(problem, made.release, context.threads);
    if (!release_lists(problem, *made.classes, context, made.release)) {
        result.outcome.ending = Ending::timed_out;
    }
    result.facts.seconds.apply += watch.lap();
    throw_if_cancelled(context);
    result.audit = audit(problem, made.release, *made.classes, AuditOptions{}, context);
    result.facts.seconds.audit += watch.lap();
}

}  // namespace

Release carried_out(const Problem& problem, const Recoding& recoding, unsigned threads) {
    return apply(problem.rows(),
                 problem.recoded_attributes(),
                 problem.withheld,
                 recoding,
                 problem.suppressed,
                 threads);
}

void require_proof(const AuditReport& audit) {
    if (!audit.passed) {
        const std::string first = audit.faults.empty() ? "" : ": " + audit.faults[0].message;
        throw Error(ErrorCode::audit_failed,
                    "the auditor refused the release, so nothing was written" + first +
                        "; this is a fault of kanon, please report it");
    }
    if (!std::ranges::all_of(audit.proofs, &Proof::holds)) {
        const std::string why = audit.not_proven.empty() ? "" : ": " + audit.not_proven[0];
        throw Error(
            ErrorCode::audit_failed,
            "the auditor could not decide whether the release keeps its promises, so nothing "
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
    warn_of_starred_columns(result);
    warn_of_list_loss(result);
    const auto& [release, classes] = result.whole();
    result.facts.risk = risk_of_run(problem, release, *classes, result.audit, context.threads);
    result.facts.disclosed =
        result.audit.candidates
            ? result.audit.candidates->disclosed
            : count_disclosed_rows(
                  *classes, release.table, sensitive_names(problem), context.threads);
    warn_of_disclosure(result);
    const bool of_cells = problem.cell_suppression_limit && view_of(*result.outcome.recoding).local;
    if (!result.facts.applied_from.empty() || result.facts.raised_k || of_cells) {
        result.outcome.loss = carried_loss(
            problem.objective, problem, result.outcome.recoding, result.audit.measures);
        if (result.outcome.ending == Ending::optimal) {
            result.outcome.lower_bound = result.outcome.loss;  // the same but for the last digit
        }
    }
    settle_coded_loss(result);
}

}  // namespace kanon::detail

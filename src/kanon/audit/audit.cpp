// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"

#include "kanon/audit/cells/aggregates.hpp"
#include "kanon/audit/cells/cells.hpp"
#include "kanon/audit/cells/codings.hpp"
#include "kanon/audit/cells/keyed.hpp"
#include "kanon/audit/cells/patterns.hpp"
#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/classes/classes.hpp"
#include "kanon/audit/counts.hpp"
#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/lists/lists.hpp"
#include "kanon/audit/matching/candidates.hpp"
#include "kanon/audit/matching/pairing.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/privacy/exclusions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon {
namespace {

using auditing::Evidence;
using auditing::FaultLog;
using auditing::Pairing;

Pairing pair_rows(const Evidence& evidence, FaultLog& log) {
    const bool has_claims =
        !evidence.release->original_row.empty() || evidence.classes->is_counted();
    if (evidence.options->shuffled && !evidence.classes->is_counted()) {
        return auditing::pair_in_any_order(evidence, log);
    }
    if (has_claims || evidence.released_rows() >= evidence.original_rows()) {
        return auditing::pair_as_claimed(evidence, log);
    }
    return auditing::pair_in_order(evidence, log);
}

/// The identifying columns by name, and how many others there are.
AuditFindings::Columns columns_of(const Evidence& evidence) {
    const Problem& problem = *evidence.problem;
    AuditFindings::Columns out{.withheld = problem.unread,
                               .released = evidence.release->table.column_count()};
    for (const std::size_t column : problem.withheld) {
        out.withheld.push_back(problem.table.column(column).name);
    }
    return out;
}

/// Name the columns whose values the source of the release spells otherwise than the original does.
void name_respelled(const Evidence& evidence, AuditReport& report) {
    for (const auditing::KeptColumn& kept : evidence.kept) {
        if (kept.respelled > 0 && !kept.is_coded) {
            report.notes.push_back(fmt::format(
                "'{}': {} spelled otherwise than in the original, as the type of the "
                "column in the release has it; the numbers or dates are the same",
                kept.original->name,
                count_text(kept.respelled, "value") + (kept.respelled == 1 ? " is" : " are")));
        }
    }
}

/// What is found of the cells, for the rules that no fault breaks.
void find_cells(const Evidence& evidence,
                const auditing::RowCounts& counts,
                const FaultLog& log,
                AuditFindings& out) {
    const bool rows_stand = counts.unpaired == 0 && log.keeps({rules::kOrder, rules::kNoOriginal});
    const bool any_covers = std::ranges::any_of(
        evidence.recoded, [](const auto& column) { return !column.attribute().aggregate; });
    if (any_covers && rows_stand && log.keeps({rules::kCoversOriginal, rules::kUnreadableValue})) {
        out.covering = {.rows = counts.released, .columns = evidence.recoded.size()};
    }
    out.patterns = evidence.problem->patterns.given && log.keeps({rules::kPatternMask});
    if (rows_stand && log.keeps({rules::kUnchanged, rules::kCoding, rules::kPartlySuppressed})) {
        const bool any_coded = std::ranges::any_of(
            evidence.kept,
            [](const auditing::KeptColumn& kept) { return kept.is_coded && !kept.is_keyed; });
        const auto columns = static_cast<std::size_t>(std::ranges::count_if(
            evidence.kept, [](const auditing::KeptColumn& kept) { return !kept.is_keyed; }));
        out.unchanged = {.rows = counts.released, .columns = columns, .any_coded = any_coded};
    }
    if (rows_stand &&
        log.keeps(
            {rules::kRowLost, rules::kExtraRow, rules::kStatedCounts, rules::kSuppressionLimit})) {
        out.rows = {.original = counts.original,
                    .suppressed = counts.suppressed(),
                    .limit = evidence.problem->suppression_limit};
    }
}

/// What was proven, for the rules that no fault breaks.
AuditFindings findings_of(const Evidence& evidence,
                          const auditing::RowCounts& counts,
                          const auditing::ClassFindings& classes,
                          const auditing::AggregateFindings& aggregates,
                          const FaultLog& log) {
    AuditFindings out;
    if (log.keeps({rules::kIdentifyingColumn, rules::kMissingColumn, rules::kUnknownColumn})) {
        out.columns = columns_of(evidence);
    }
    out.codings = log.keeps({rules::kCoding});
    out.keyed = log.keeps({rules::kCoding, rules::kKeyed});
    find_cells(evidence, counts, log, out);
    out.classes = classes.classes;
    out.aggregates = log.keeps({rules::kAggregate}) ? aggregates.judged : 0;
    return out;
}

/// Name the attacks that the proofs rule out. A model that is no requirement of the policy, as a
/// program may hand one over, has none.
void name_exclusions(const Problem& problem, AuditReport& report) {
    const PromiseUnit unit = report.candidates ? PromiseUnit::candidates : PromiseUnit::classes;
    const std::vector<PrivacyRequirement>& asked = problem.policy.privacy;
    for (std::size_t i = 0; i < report.proofs.size() && i < asked.size(); ++i) {
        Proof& proof = report.proofs[i];
        proof.against = asked[i].against;
        if (!proof.holds || proof.model != asked[i].model) {
            continue;
        }
        PrivacyRequirement requirement = asked[i];
        if (find_privacy_model(proof.model).needs.person) {
            requirement.attribute = problem.policy.person;
        }
        proof.excludes = excluded_attacks(requirement, unit);
    }
}

Measures measure_release(const Evidence& evidence) {
    const Problem& problem = *evidence.problem;
    const bool can_measure = evidence.classes->is_whole() &&
                             evidence.classes->released_rows() <= evidence.classes->original_rows();
    if (!can_measure) {
        Measures measures;
        measures.rows = evidence.classes->original_rows();
        return measures;
    }
    MeasuredBy by = problem.measured_by(evidence.release->table);
    by.traced = !evidence.options->shuffled;
    return measure(*evidence.classes, *evidence.release, by, evidence.threads);
}

/// Rows that are judged by their candidates are in no classes.
void forget_classes(Measures& measures) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    measures.classes = 0;
    measures.min_class = 0;
    measures.avg_class = 0;
    measures.max_class = 0;
    measures.squared_sizes = 0;
    measures.class_sizes_histogram.clear();
    measures.minority_rows.reset();
    measures.dm = kNone;
    measures.c_avg = kNone;
    measures.cm = kNone;
    measures.usefulness = kNone;
}

/// What was found of the columns that are coded.
struct CodedColumns {
    std::vector<CodingFigures> codings;
    std::vector<KeyedFigures> keyed;
};

/// How the rows are paired.
enum class Look : std::uint8_t {
    as_asked,         ///< as the options say
    in_another_order  ///< in any order, which is a fault
};

/// What one look at a release found.
struct Findings {
    AuditReport report;
    bool rows_fit = false;  ///< each released row has an original that it may stand for
};

/// Classes that keep every promise keep it of candidates too, and say more.
auditing::CandidateFindings judge_promises(const Evidence& evidence,
                                           const Pairing& pairing,
                                           FaultLog& log) {
    FaultLog of_classes = log;
    auditing::CandidateFindings out;
    out.by_candidates = auditing::judge_classes(evidence, pairing, of_classes);
    const bool all_hold = std::ranges::all_of(out.by_candidates.proofs, &Proof::holds);
    if (evidence.problem->promises_candidates() && !all_hold) {
        return auditing::judge_candidates(evidence, pairing, log);
    }
    log = std::move(of_classes);
    return out;
}

Findings look(const Evidence& evidence,
              Look how,
              const CodedColumns& coded,
              const RunContext& context,
              FaultLog& log) {
    if (how == Look::in_another_order) {
        log.add({}, rules::kOrder, "", [] {
            return "the rows are those of the original, but in another order; if the release was "
                   "shuffled, say so (--shuffled, or the --summary of its run)";
        });
    }
    const Pairing pairing = pair_rows(evidence, log);
    throw_if_cancelled(context);
    auditing::judge_cells(evidence, pairing, log);
    auditing::judge_patterns(evidence, pairing, log);
    throw_if_cancelled(context);
    const auditing::CandidateFindings found = judge_promises(evidence, pairing, log);
    const auditing::ClassFindings& classes = found.by_candidates;
    throw_if_cancelled(context);
    const auditing::AggregateFindings aggregates =
        auditing::judge_aggregates(evidence, pairing, log);
    throw_if_cancelled(context);

    Findings out;
    out.report.codings = coded.codings;
    out.report.keyed = coded.keyed;
    std::vector<Proof> proofs = classes.proofs;
    out.report.lists = auditing::judge_lists(evidence, pairing, proofs, log);
    if (out.report.lists && evidence.options->shuffled) {
        out.report.notes.push_back(
            "'" + out.report.lists->column +
            "': of rows in any order nobody can tell which list is whose, so the sets of items "
            "are counted, and no list is held against its original");
    }
    throw_if_cancelled(context);
    const auditing::RowCounts counts = auditing::count_rows(evidence, pairing);
    out.report.not_proven = auditing::judge_counts(evidence, pairing, counts, log);
    out.report.not_proven.insert(
        out.report.not_proven.end(), classes.undecided.begin(), classes.undecided.end());
    out.report.not_proven.insert(
        out.report.not_proven.end(), aggregates.undecided.begin(), aggregates.undecided.end());
    if (!pairing.is_decided()) {
        out.report.not_proven.emplace_back(
            "too many rows could stand for too many others to tell whether each released row is "
            "one "
            "of the original; a release in the order of the original is always decided");
    }
    out.report.findings = findings_of(evidence, counts, classes, aggregates, log);
    out.report.candidates = found.figures;
    out.report.passed = log.count() == 0;
    out.report.fault_count = log.count();
    out.report.faults = log.faults();
    out.report.proofs = std::move(proofs);
    name_exclusions(*evidence.problem, out.report);
    out.report.checks = check_lines(out.report);
    if (out.report.findings.unchanged) {
        name_respelled(evidence, out.report);
    }
    out.rows_fit = log.keeps({rules::kCoversOriginal, rules::kUnchanged, rules::kNoOriginal}) &&
                   pairing.is_decided() &&
                   (how == Look::in_another_order || log.keeps({rules::kOrder}));
    return out;
}

/// True if rows of a release may have been put into another order.
bool may_be_shuffled(const Evidence& evidence) {
    return !evidence.options->shuffled && !evidence.classes->is_counted() &&
           evidence.release->original_row.empty();
}

}  // namespace

ReleasedClasses classes_of(const Problem& problem, const Release& release, unsigned threads) {
    const std::uint64_t whole_table =
        problem.is_part ? std::numeric_limits<std::uint64_t>::max() : problem.least_class_rows();
    return {problem.table,
            release.table,
            problem.recoded_attributes(),
            {.beside_others = problem.star_class_rows(), .whole_table = whole_table},
            threads,
            {.originals = problem.counts, .released = release.counts}};
}

AuditReport audit(const Problem& problem,
                  const Release& release,
                  const AuditOptions& options,
                  const RunContext& context) {
    return audit(problem, release, classes_of(problem, release, context.threads), options, context);
}

AuditReport audit(const Problem& problem,
                  const Release& release,
                  const ReleasedClasses& classes,
                  const AuditOptions& options,
                  const RunContext& context) {
    FaultLog log(options.max_faults);
    Evidence evidence =
        auditing::gather_evidence(problem, release, classes, options, context.threads, log);
    throw_if_cancelled(context);
    const CodedColumns coded{
        .codings = auditing::judge_codings(evidence, log),
        .keyed = auditing::judge_keyed(
            problem, [&](std::size_t row) { return classes.rows_of_original(row); }, log)};
    throw_if_cancelled(context);
    FaultLog columns = log;
    Findings found = look(evidence, Look::as_asked, coded, context, log);
    if (!found.rows_fit && may_be_shuffled(evidence)) {
        AuditOptions shuffled = options;
        shuffled.shuffled = true;
        evidence.options = &shuffled;
        Findings other = look(evidence, Look::in_another_order, coded, context, columns);
        if (other.rows_fit) {
            found = std::move(other);
        }
        evidence.options = &options;
    }
    found.report.measures = measure_release(evidence);
    if (found.report.candidates) {
        forget_classes(found.report.measures);
    }
    return found.report;
}

}  // namespace kanon

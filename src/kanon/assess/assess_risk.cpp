// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/assess_risk.hpp"

#include "kanon/assess/adversary_risk.hpp"
#include "kanon/assess/list_risk.hpp"
#include "kanon/assess/people.hpp"
#include "kanon/assess/risk_rows.hpp"
#include "kanon/assess/strata_risk.hpp"
#include "kanon/assess/suggested_weights.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/risk/individual_risk.hpp"
#include "kanon/risk/population_uniques.hpp"
#include "kanon/risk/reidentification.hpp"
#include "kanon/risk/suda.hpp"
#include "kanon/risk/suda_scores.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using detail::KnownRows;
using detail::OriginalOfRows;
using detail::SubjectClasses;
using risk::Assessment;
using risk::PeopleSource;
using risk::Subject;
using risk::TableRisk;

void check_options(const RiskOptions& options) {
    const auto refuse = [](const char* option) {
        throw Error(ErrorCode::usage, "must be above 0 and at most 1", Where{.attribute = option});
    };
    if (!(options.threshold > 0 && options.threshold <= 1)) {
        refuse("threshold");
    }
    if (options.fraction && !(*options.fraction > 0 && *options.fraction <= 1)) {
        refuse("sample-fraction");
    }
}

/// Assesses a table, then a release of it.
class Assessor {
public:
    Assessor(const Problem& problem, const RiskOptions& options, const RunContext& context)
        : problem_(problem), options_(options), context_(context), people_(problem, options) {
        out_.assessment.person = problem.policy.person;
        out_.assessment.weights = options.weights;
        for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
            out_.assessment.quasi_identifiers.push_back(attribute.name);
        }
    }

    RiskResult run(const Release* release) {
        known_ = detail::known_rows(problem_, problem_.columns, context_.threads);
        people_.count(known_);
        throw_if_cancelled(context_);
        Assessment& assessment = out_.assessment;
        assessment.people = people_.source();
        assessment.fraction = people_.sampled();
        assessment.population = people_.counted();
        risk::RiskClasses shown = known_.counted.classes;
        const std::uint64_t starred = release == nullptr ? take_starred(shown) : 0;
        assessment.before = figures_of(shown, known_.counted.subject, starred);
        take_columns();
        assessment.adversaries = detail::adversary_risks(problem_, options_.threshold, context_);
        assessment.lists = detail::list_risk(problem_, known_.types, options_.threshold, context_);
        if (options_.suda) {
            take_suda();
        }
        if (release != nullptr) {
            take_release(*release);
        }
        say_assumptions();
        if (options_.rows) {
            rows_.take_known(known_, options_.suda ? &uniques_ : nullptr, dis_);
        }
        if (!options_.strata.empty()) {
            take_strata(release != nullptr);
        }
        if (options_.rows) {
            out_.rows = rows_.finish();
        }
        return std::move(out_);
    }

private:
    /// A table that is itself a release has rows that are starred throughout: they show nothing,
    /// and are in no class. Takes them out.
    std::uint64_t take_starred(risk::RiskClasses& classes) const {
        for (std::size_t type = 0;
             problem_.uncoded.column_count() == 0 && classes.size() > 1 && type < classes.size();
             ++type) {
            if (detail::is_starred(problem_, problem_.columns, known_.types, type)) {
                const auto place = static_cast<std::ptrdiff_t>(type);
                const std::uint64_t rows = classes.rows[type];
                classes.rows.erase(classes.rows.begin() + place);
                if (!classes.subjects.empty()) {
                    classes.subjects.erase(classes.subjects.begin() + place);
                }
                if (!classes.people.empty()) {
                    classes.people.erase(classes.people.begin() + place);
                }
                return rows;
            }
        }
        return 0;
    }

    [[nodiscard]] TableRisk figures_of(const risk::RiskClasses& classes,
                                       Subject subject,
                                       std::uint64_t suppressed) const {
        TableRisk out{.found = risk::reidentification(classes, options_.threshold),
                      .subject = subject,
                      .suppressed_rows = suppressed};
        const bool sampled =
            people_.source() == PeopleSource::weights || people_.source() == PeopleSource::fraction;
        if (!sampled || classes.size() == 0 || classes.people.empty()) {
            return out;
        }
        out.individual =
            risk::attacker_risk(classes, risk::individual_risks(classes), options_.threshold);
        if (subject != Subject::candidate) {
            const risk::SizeCounts sizes = risk::count_sizes(classes);
            const auto subjects = static_cast<double>(risk::subjects_in(sizes));
            out.uniques = risk::population_uniques(sizes, std::max(people_.total(), subjects));
        }
        return out;
    }

    void take_strata(bool has_release) {
        throw_if_cancelled(context_);
        const bool starred_count = has_release || problem_.uncoded.column_count() > 0;
        detail::RowsOfStrata found =
            detail::strata_risk(problem_, options_, people_, starred_count, context_.threads);
        if (options_.rows) {
            rows_.take_strata(found.rows);
        }
        out_.assessment.strata = std::move(found.risk);
    }

    /// The risk without each column in turn.
    void take_columns() {
        for (std::size_t left_out = 0; left_out < problem_.columns.size(); ++left_out) {
            throw_if_cancelled(context_);
            std::vector<std::size_t> others = problem_.columns;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
            const risk::Reidentification found = risk::reidentification(
                detail::known_rows(problem_, others, context_.threads).counted.classes,
                options_.threshold);
            out_.assessment.columns.push_back({.column = problem_.quasi_identifiers[left_out].name,
                                               .uniques_without = found.uniques,
                                               .average_without = found.prosecutor.average});
        }
    }

    void take_suda() {
        uniques_ = risk::find_minimal_uniques(
            known_.types, known_.counted.classes.subjects, options_.suda_size, context_);
        const risk::SudaScores scores = risk::suda_scores(uniques_);
        risk::SudaFigures figures{.largest = uniques_.largest,
                                  .is_capped = uniques_.is_capped,
                                  .uniques = uniques_.types.size(),
                                  .sets_of_size = scores.sets_of_size};
        for (const std::vector<std::uint64_t>& sets : uniques_.sets) {
            figures.specials += sets.empty() || is_whole(sets.front()) ? 0U : 1U;
        }
        for (std::size_t j = 0; j < out_.assessment.columns.size(); ++j) {
            out_.assessment.columns[j].suda_share = scores.share_of_column[j];
        }
        if (!scores.of_unique.empty()) {
            figures.greatest_score = *std::ranges::max_element(scores.of_unique);
        }
        take_dis(scores, figures);
        out_.assessment.suda = std::move(figures);
    }

    /// True if the set is all columns, beside which no other is minimal.
    [[nodiscard]] bool is_whole(std::uint64_t set) const {
        return static_cast<std::size_t>(std::popcount(set)) == uniques_.columns;
    }

    /// Share the risk of the file out, where the sampled share is known and not all.
    void take_dis(const risk::SudaScores& scores, risk::SudaFigures& figures) {
        const std::optional<double> sampled = people_.sampled();
        if (!sampled) {
            return;
        }
        figures.file_risk =
            risk::data_intrusion_risk(risk::count_sizes(known_.counted.classes), *sampled);
        if (*figures.file_risk > 0) {
            dis_ = risk::dis_suda_scores(
                scores.of_unique, uniques_.types.size(), *figures.file_risk, uniques_.columns);
            figures.greatest_dis = *std::ranges::max_element(dis_);
        }
    }

    void take_release(const Release& release) {
        const ReleasedClasses classes = classes_of(problem_, release, context_.threads);
        check_columns(classes);
        const Traced traced = trace(release, classes);
        SubjectClasses after = detail::classes_after(
            problem_, classes, traced.candidates, traced.rows, context_.threads);
        const bool by_candidates = after.subject == Subject::candidate;
        if (by_candidates) {
            out_.assessment.notes.emplace_back(
                "the release is judged by candidates, the released rows that may be a person's; "
                "people of the population are not counted for them");
        } else if (people_.source() != PeopleSource::none &&
                   !people_.count(release, classes, traced.rows, after.classes, context_.threads)) {
            out_.assessment.notes.emplace_back(
                "the people of released classes are not counted: it is not known which row of the "
                "table each released row is");
        }
        if (after.subject == Subject::row && known_.counted.subject == Subject::person) {
            out_.assessment.notes.emplace_back(
                "after the release rows are counted, not persons, so the risk may be higher: it is "
                "not known which row of the table each released row is");
        }
        const std::uint64_t shown = classes.released_rows() - classes.suppressed_rows();
        const std::uint64_t suppressed =
            by_candidates ? classes.suppressed_rows()
                          : classes.original_rows() - std::min(classes.original_rows(), shown);
        out_.assessment.after = figures_of(after.classes, after.subject, suppressed);
        if (!by_candidates) {
            detail::add_released(problem_, classes, out_.assessment.adversaries);
        }
        if (out_.assessment.lists) {
            detail::add_released_lists(
                problem_, release, classes, options_.threshold, context_, *out_.assessment.lists);
        }
        if (options_.rows) {
            rows_.take_release(problem_, classes, after, traced.rows);
        }
    }

    /// A column that was left out is known by nobody.
    void check_columns(const ReleasedClasses& classes) {
        const std::size_t missing = problem_.quasi_identifiers.size() - classes.attributes().size();
        if (classes.attributes().empty() && !problem_.list) {
            throw Error(ErrorCode::bad_input,
                        "the release has none of the quasi-identifiers, so nothing is known of its "
                        "rows; is it a release of this table?");
        }
        if (missing > 0) {
            out_.assessment.notes.push_back("the release lacks " +
                                            count_text(missing, "quasi-identifier") +
                                            ", by which nobody can tell its rows apart");
        }
    }

    struct Traced {
        OriginalOfRows rows;
        std::optional<CandidateFigures> candidates;
    };

    /// What only the auditor can tell of a release, where it is needed.
    [[nodiscard]] Traced trace(const Release& release, const ReleasedClasses& classes) const {
        Traced out;
        const bool by_rows = known_.counted.subject == Subject::person || options_.rows ||
                             people_.source() == PeopleSource::weights;
        if (!by_rows && !problem_.promises_candidates()) {
            return out;
        }
        constexpr std::size_t kMostFaults = 100'000;
        const AuditOptions options{.max_faults = kMostFaults, .shuffled = options_.shuffled};
        AuditReport report = audit(problem_, release, classes, options, context_);
        out.candidates = std::move(report.candidates);
        const bool is_in_order = !options_.shuffled && traceable(classes, release) &&
                                 std::ranges::none_of(report.faults, [](const Fault& one) {
                                     return rules::is_of_rows(one.rule);
                                 });
        if (is_in_order) {
            out.rows = detail::rows_of(release);
        }
        return out;
    }

    void say_assumptions() {
        std::vector<std::string>& lines = out_.assessment.assumptions;
        if (people_.source() == PeopleSource::fraction) {
            lines.emplace_back(
                "the rows are a simple random sample of the population, of the share that is "
                "given; the people of a class are its rows divided by it");
        } else if (people_.source() == PeopleSource::weights) {
            lines.push_back("each row stands for as many people as its weight in '" +
                            options_.weights + "' says, with the same values");
        } else if (people_.source() == PeopleSource::table) {
            lines.emplace_back("the table of the population has all people, one row for each");
        } else {
            lines.emplace_back(
                "somebody knows who is in the table; for one who does not, say how the rows were "
                "drawn (--sample-fraction, --weights) or from whom (--population)");
        }
        if (out_.assessment.before.uniques) {
            lines.emplace_back(
                "people who are unique in the population are estimated by models of how often "
                "combinations of values occur; docs/risk.md has how far off they were");
        }
        const std::optional<risk::CountedPeople>& counted = out_.assessment.population;
        if (counted && counted->rows_beyond > 0) {
            out_.assessment.notes.push_back(
                "the population lacks " + count_text(counted->rows_beyond, "row") +
                " of the table: people missing there, or spelled otherwise; a class counts "
                "at least its own");
        }
    }

    const Problem& problem_;
    const RiskOptions& options_;
    const RunContext& context_;
    detail::People people_;
    RiskResult out_;
    KnownRows known_;
    risk::MinimalUniques uniques_;
    std::vector<double> dis_;  ///< per unique; empty: not known
    detail::RiskRows rows_;
};

}  // namespace

RiskResult assess_risk(const Problem& problem,
                       const Release* release,
                       const RiskOptions& options,
                       const RunContext& context) {
    check_options(options);
    RiskOptions settled = options;
    std::string weights = detail::suggested_weights(problem, options);
    if (weights.empty()) {
        return Assessor(problem, settled, context).run(release);
    }
    settled.weights = weights;
    RiskResult out = Assessor(problem, settled, context).run(release);
    out.assessment.assumptions.push_back("'" + weights + "' weighs the rows: its name suggests " +
                                         "survey weights; give it a role if it does not");
    return out;
}

}  // namespace kanon

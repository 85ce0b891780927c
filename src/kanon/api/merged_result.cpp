// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/merged_result_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// The mean of two means, each of so many.
double mean_of(double a, std::uint64_t of_a, double b, std::uint64_t of_b) {
    const double all = static_cast<double>(of_a) + static_cast<double>(of_b);
    return all == 0 ? 0 : (a * static_cast<double>(of_a) + b * static_cast<double>(of_b)) / all;
}

void merge_risk(risk::Reidentification& sum, const risk::Reidentification& piece) {
    sum.prosecutor.highest = std::max(sum.prosecutor.highest, piece.prosecutor.highest);
    sum.prosecutor.average =
        mean_of(sum.prosecutor.average, sum.rows, piece.prosecutor.average, piece.rows);
    sum.prosecutor.rows_above += piece.prosecutor.rows_above;
    sum.marketer = mean_of(sum.marketer, sum.rows, piece.marketer, piece.rows);
    sum.rows += piece.rows;
    sum.classes += piece.classes;
    sum.uniques += piece.uniques;
}

/// As the auditor says it of one table; the first line tells the columns.
void state_checks(Result& whole) {
    const Problem& problem = *whole.problem;
    const Measures& measures = whole.audit.measures;
    std::vector<std::string>& checks = whole.audit.checks;
    checks.resize(1);
    const std::size_t recoded = problem.columns.size();
    const std::size_t others = problem.table.column_count() - problem.withheld.size() - recoded;
    checks.push_back(fmt::format("each of {} x {} released cells covers its original",
                                 count_text(measures.released_rows),
                                 recoded));
    if (others > 0) {
        checks.push_back(fmt::format("each of {} x {} other cells is unchanged",
                                     count_text(measures.released_rows),
                                     others));
    }
    for (const Proof& proof : whole.audit.proofs) {
        checks.push_back(fmt::format("{} holds in each of {} classes; the worst has {:.4g}",
                                     proof.describe,
                                     count_text(measures.classes),
                                     proof.achieved));
    }
    checks.push_back(fmt::format("each of {} is released", count_text(measures.rows, "row")));
}

}  // namespace

void MergedResult::add(const Result& piece) {
    ++pieces_;
    if (!sum_) {
        sum_.emplace();
        sum_->outcome.ending = piece.outcome.ending;
        sum_->outcome.stats = piece.outcome.stats;
        sum_->outcome.recoding = ClassRecoding{};
        sum_->audit = piece.audit;
        sum_->facts = piece.facts;
        return;
    }
    add_measures(piece.audit.measures);
    add_proofs(piece.audit.proofs);
    add_risk(piece.facts.risk);
    for (std::size_t place = 0; place < piece.facts.told.size(); ++place) {
        sum_->facts.told[place].rows += piece.facts.told[place].rows;
    }
    for (const auto& [name, figure] : piece.outcome.stats) {
        const auto same =
            std::ranges::find(sum_->outcome.stats, name, &std::pair<std::string, double>::first);
        if (same != sum_->outcome.stats.end()) {
            same->second += figure;
        }
    }
    if (piece.outcome.ending != Ending::optimal) {
        sum_->outcome.ending =
            sum_->outcome.ending == Ending::timed_out ? Ending::timed_out : piece.outcome.ending;
    }
    sum_->facts.seconds.solve += piece.facts.seconds.solve;
    sum_->facts.seconds.apply += piece.facts.seconds.apply;
    sum_->facts.seconds.audit += piece.facts.seconds.audit;
}

void MergedResult::add_measures(const Measures& piece) {
    Measures& sum = sum_->audit.measures;
    for (std::size_t place = 0; place < piece.attribute_ncp.size(); ++place) {
        sum.attribute_ncp[place] =
            mean_of(sum.attribute_ncp[place], sum.rows, piece.attribute_ncp[place], piece.rows);
    }
    for (std::size_t place = 0; place < piece.attribute_stars.size(); ++place) {
        sum.attribute_stars[place] += piece.attribute_stars[place];
    }
    sum.gcp = mean_of(sum.gcp, sum.rows, piece.gcp, piece.rows);
    sum.lm = mean_of(sum.lm, sum.rows, piece.lm, piece.rows);
    sum.cm = mean_of(sum.cm, sum.rows, piece.cm, piece.rows);
    sum.rows += piece.rows;
    sum.released_rows += piece.released_rows;
    sum.suppressed_rows += piece.suppressed_rows;
    if (piece.classes > 0) {
        sum.min_class =
            sum.classes == 0 ? piece.min_class : std::min(sum.min_class, piece.min_class);
    }
    sum.classes += piece.classes;
    sum.max_class = std::max(sum.max_class, piece.max_class);
    sum.squared_sizes += piece.squared_sizes;
    sum.stars += piece.stars;
    sum.weighted_stars += piece.weighted_stars;
    if (sum.minority_rows && piece.minority_rows) {
        *sum.minority_rows += *piece.minority_rows;
    }
    const std::vector<std::uint64_t>& sizes = piece.class_sizes_histogram;
    sum.class_sizes_histogram.resize(std::max(sum.class_sizes_histogram.size(), sizes.size()));
    for (std::size_t place = 0; place < sizes.size(); ++place) {
        sum.class_sizes_histogram[place] += sizes[place];
    }
}

void MergedResult::add_proofs(const std::vector<Proof>& piece) {
    for (std::size_t place = 0; place < piece.size(); ++place) {
        Proof& sum = sum_->audit.proofs[place];
        sum.achieved = sum.more_is_better ? std::min(sum.achieved, piece[place].achieved)
                                          : std::max(sum.achieved, piece[place].achieved);
    }
}

void MergedResult::add_risk(const risk::BeforeAfter& piece) {
    merge_risk(sum_->facts.risk.before, piece.before);
    merge_risk(sum_->facts.risk.after, piece.after);
}

void MergedResult::finish(Result& whole) {
    Measures& measures = sum_->audit.measures;
    const std::uint64_t k = whole.problem->k;
    if (measures.suppressed_rows > whole.problem->suppression_limit) {
        throw Error(ErrorCode::audit_failed,
                    "the pieces together have more suppressed rows than the policy allows, so "
                    "nothing was written; this is a fault of kanon, please report it");
    }
    measures.avg_class = measures.classes == 0 ? 0
                                               : static_cast<double>(measures.released_rows) /
                                                     static_cast<double>(measures.classes);
    measures.usefulness = kUnknown;  // by the values of the whole table
    const LossFacts facts = loss_facts(measures, k, whole.problem->quasi_identifiers.size());
    measures.dm = objective_value(Objective::dm, facts);
    measures.c_avg = objective_value(Objective::c_avg, facts);
    Outcome& outcome = sum_->outcome;
    if (whole.outcome.recoding) {
        outcome = std::move(whole.outcome);  // decided for all pieces at once
    } else {
        outcome.loss = objective_value(whole.problem->objective, facts);
        outcome.ending = outcome.ending == Ending::optimal ? Ending::feasible : outcome.ending;
    }
    const StageSeconds before = whole.facts.seconds;
    whole.outcome = std::move(outcome);
    whole.audit = std::move(sum_->audit);
    whole.facts = std::move(sum_->facts);
    whole.facts.seconds.read = before.read;
    whole.facts.seconds.bind = before.bind;
    state_checks(whole);
    whole.audit.checks.push_back(
        fmt::format("the table was solved in {}, each proven by itself: no class has rows of two",
                    count_text(pieces_, "piece")));
}

}  // namespace kanon::detail

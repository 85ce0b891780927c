// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_recoding.hpp"
#include "kanon/quality/objective.hpp"

namespace kanon::domain_cut {

CutEvaluator::CutEvaluator(const Task& task, std::span<const OrderedDomain> domains)
    : task_(task),
      domains_(domains),
      measure_(cell_measure(task)),
      scale_(task, measure_),
      checker_(task),
      grouper_(task.row_types()),
      maps_(domains.size()),
      part_cost_(domains.size()) {
    KANON_CHECK(domains.size() == task.quasi_identifiers.size());
    KANON_CHECK(measure_ != CellMeasure::combinations);  // no method of cuts lists these
    if (measure_ == CellMeasure::entropy) {
        count_rows();
    }
}

void CutEvaluator::count_rows() {
    for (std::size_t j = 0; j < domains_.size(); ++j) {
        const std::vector<std::uint64_t> rows = task_.rows_per_code(j);
        std::vector<std::uint64_t>& before = rows_before_.emplace_back(1);
        for (Rank rank = 0; rank < domains_[j].size(); ++rank) {
            before.push_back(before.back() + rows[domains_[j].code_at(rank)]);
        }
    }
}

/// Of a released cell that stands for the run.
Cost CutEvaluator::cost_of(std::size_t attribute, RankRun run) const {
    if (measure_ == CellMeasure::entropy) {
        const std::vector<std::uint64_t>& before = rows_before_[attribute];
        return scale_.of_rows(attribute, before[run.last + std::size_t{1}] - before[run.first]);
    }
    const CellLoss loss = measure_ == CellMeasure::ncp ? CellLoss::ncp : CellLoss::lm;
    return scale_.released(attribute, domains_[attribute].loss(run, loss));
}

void CutEvaluator::map_parts(std::span<const DomainCut> cuts) {
    KANON_CHECK(cuts.size() == domains_.size());
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        const std::size_t size = domains_[j].size();
        maps_[j] = {.part_of_code = part_of_code(domains_[j], cuts[j]),
                    .part_count = cuts[j].size()};
        part_cost_[j].resize(cuts[j].size());
        for (std::size_t part = 0; part < cuts[j].size(); ++part) {
            const RankRun run = part_run(cuts[j], part, size);
            part_cost_[j][part] = cost_of(j, run);
        }
    }
}

/// Count the rows of each group; where they do not say it all, list its row types.
void CutEvaluator::collect_groups() {
    const std::vector<std::uint32_t>& group = grouper_.group_of_type();
    rows_.assign(grouper_.size(), 0);
    for (std::size_t type = 0; type < group.size(); ++type) {
        rows_[group[type]] += task_.row_types().counts[type];
    }
    if (checker_.rows_decide() && task_.objective != Objective::cm) {
        return;
    }
    types_.assign(group.size(), grouper_.size(), [&](std::size_t type) { return group[type]; });
}

void CutEvaluator::judge() {
    holds_.assign(rows_.size(), true);
    for (std::size_t g = 0; g < rows_.size(); ++g) {
        if (checker_.rows_decide()) {
            holds_[g] = checker_.rows_hold(rows_[g]);
            continue;
        }
        const std::span<const std::uint32_t> piece = types_of(g);
        holds_[g] = checker_.holds(rows_[g], {&piece, 1});
    }
}

/// Rows of a group that are not of its most frequent label.
std::uint64_t CutEvaluator::minority_of(std::size_t group) {
    const Histograms& labels = task_.row_types().histograms[task_.class_place.value()];
    labels_.begin(labels.domain_size);
    for (const std::uint32_t type : types_of(group)) {
        labels_.add(labels, type);
    }
    return labels_.end_minority();
}

/// Of the cells that are released. The row types of a group are released alike: one stands for all.
Cost CutEvaluator::released_cost() const {
    const std::vector<std::uint32_t>& group = grouper_.group_of_type();
    Cost cost = 0;
    std::uint32_t next = 0;  // groups are numbered in the order of their first row type
    for (std::size_t type = 0; type < group.size() && next < rows_.size(); ++type) {
        if (group[type] != next) {
            continue;
        }
        Cost row = 0;
        for (std::size_t j = 0; j < maps_.size() && holds_[next]; ++j) {
            const Code code = task_.row_types().columns[j][type];
            row += part_cost_[j][maps_[j].part_of_code[code]];
        }
        cost += rows_[next] * row;
        ++next;
    }
    return cost;
}

CutFacts CutEvaluator::evaluate(std::span<const DomainCut> cuts) {
    map_parts(cuts);
    grouper_.group(maps_);
    collect_groups();
    judge();
    CutFacts facts;
    facts.groups = rows_.size();
    for (std::size_t g = 0; g < rows_.size(); ++g) {
        if (holds_[g]) {
            ++facts.classes;
            facts.squared_sizes += rows_[g] * rows_[g];
            facts.minority_rows += task_.objective == Objective::cm ? minority_of(g) : 0;
        } else {
            facts.suppressed_rows += rows_[g];
        }
    }
    facts.cost = facts.suppressed_rows * scale_.row() + released_cost();
    return facts;
}

bool CutEvaluator::is_release(const CutFacts& facts) const {
    return facts.suppressed_rows <= task_.suppression_limit && facts.classes > 0;
}

double CutEvaluator::value(const CutFacts& facts) const {
    KANON_CHECK(!info(task_.objective).needs_levels);
    // The objective looks at one of these losses at most: the one that was measured.
    const double loss = scale_.value(facts.cost);
    return objective_value(task_.objective,
                           {.rows = task_.row_types().row_count(),
                            .suppressed_rows = facts.suppressed_rows,
                            .classes = facts.classes,
                            .squared_sizes = static_cast<double>(facts.squared_sizes),
                            .k = task_.k,
                            .gcp = loss,
                            .attributes = static_cast<double>(domains_.size()),
                            .lm = loss,
                            .minority_rows = facts.minority_rows,
                            .field = {.entropy = loss, .loss = loss}});
}

std::vector<bool> CutEvaluator::suppressed_types() const {
    std::vector<bool> suppressed;
    for (const std::uint32_t group : grouper_.group_of_type()) {
        suppressed.push_back(!holds_[group]);
    }
    return suppressed;
}

GlobalRecoding CutEvaluator::recode(std::span<const DomainCut> cuts) {
    static_cast<void>(evaluate(cuts));
    return recode_to_parts(domains_, cuts, suppressed_types());
}

}  // namespace kanon::domain_cut

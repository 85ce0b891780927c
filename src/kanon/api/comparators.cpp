// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/comparators.hpp"

#include "kanon/audit/matching/coverage.hpp"
#include "kanon/audit/matching/matchable.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/methods/contract/row_boxes.hpp"
#include "kanon/source/reading.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr std::array kComparators{Comparator::kk_anonymity, Comparator::k_concealment};

/// Boxes of rows and behind which of them each row may be.
class BoxCandidates {
public:
    BoxCandidates(RowBoxes& boxes, std::uint64_t k) : boxes_(boxes), k_(k), covered_(boxes.rows()) {
        graph_.left_rows.assign(boxes.rows(), 1);
        const auto rows_of_types = boxes.rows_of_types();
        graph_.right_rows.assign(rows_of_types.begin(), rows_of_types.end());
        paired_.reserve(boxes.rows());
        for (std::uint32_t box = 0; box < boxes.rows(); ++box) {
            covered_[box] = boxes.covered_types(box);
            paired_.push_back({.left = box, .right = boxes.type(box), .rows = 1});
        }
        match();
    }

    [[nodiscard]] const std::vector<std::uint64_t>& of_types() const { return of_types_; }

    [[nodiscard]] bool is_short(std::uint32_t row) const {
        return of_types_[boxes_.type(row)] < k_;
    }

    /// Widen the row's box by the row of a box that covers it, and that it is not behind: of those
    /// the one it grows least by.
    void widen_box_of(std::uint32_t row) {
        const std::uint32_t type = boxes_.type(row);
        std::pair<std::uint32_t, std::uint32_t> least{~0U, 0};
        for (std::uint32_t box = 0; box < boxes_.rows(); ++box) {
            if (std::ranges::binary_search(covered_[box], type) &&
                parts_.of_left[box] != parts_.of_right[type]) {
                least = std::min(least, {boxes_.growth(row, boxes_.type(box)), boxes_.type(box)});
            }
        }
        boxes_.widen(row, least.second);
        covered_[row] = boxes_.covered_types(row);
        match();
    }

private:
    void match() {
        graph_.starts.assign(1, 0);
        graph_.to.clear();
        for (const std::vector<std::uint32_t>& types : covered_) {
            graph_.to.insert(graph_.to.end(), types.begin(), types.end());
            graph_.starts.push_back(graph_.to.size());
        }
        parts_ = auditing::find_matchable(graph_, paired_);
        of_types_.assign(graph_.right_rows.size(), 0);
        for (std::uint32_t box = 0; box < covered_.size(); ++box) {
            for (const std::uint32_t type : covered_[box]) {
                of_types_[type] += parts_.of_left[box] == parts_.of_right[type] ? 1U : 0U;
            }
        }
    }

    RowBoxes& boxes_;
    std::uint64_t k_;
    std::vector<std::vector<std::uint32_t>> covered_;  ///< types, per box
    auditing::CoverageGraph graph_;
    std::vector<auditing::PairedNodes> paired_;
    auditing::MatchableParts parts_;
    std::vector<std::uint64_t> of_types_;  ///< boxes that a row of each type may be behind
};

/// Widen boxes until no row is short; returns how many.
std::uint64_t conceal(const RowBoxes& boxes, BoxCandidates& candidates, const RunContext& context) {
    std::uint64_t widened = 0;
    for (std::uint32_t row = 0; row < boxes.rows(); ++row) {
        while (candidates.is_short(row)) {
            throw_if_cancelled(context);
            candidates.widen_box_of(row);
            ++widened;
        }
    }
    return widened;
}

}  // namespace

std::string_view to_string(Comparator comparator) {
    return comparator == Comparator::kk_anonymity ? "kk-anonymity" : "k-concealment";
}

Comparator find_comparator(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Comparator comparator : kComparators) {
        names.push_back(to_string(comparator));
        if (name == names.back()) {
            return comparator;
        }
    }
    throw Error(ErrorCode::bad_policy,
                "there is no comparator '" + std::string(name) + "'" + suggestion(name, names));
}

ComparatorFigures measure_comparator(const Problem& problem,
                                     Comparator comparator,
                                     const RunContext& context) {
    if (any_against(problem.models)) {
        throw Error(ErrorCode::bad_policy,
                    "comparators are measured against who knows all quasi-identifiers; leave "
                    "`against` out of the policy, or the comparators");
    }
    const Stopwatch watch;
    const std::unique_ptr<RowBoxes> boxes = make_kk_boxes(problem, context);
    const std::uint64_t k = problem.least_class_rows();
    BoxCandidates candidates(*boxes, k);
    ComparatorFigures out;
    if (comparator == Comparator::k_concealment) {
        out.widened = conceal(*boxes, candidates, context);
    }
    out.seconds = watch.total();
    out.loss = boxes->loss();
    out.least_candidates = *std::ranges::min_element(candidates.of_types());
    for (std::uint32_t row = 0; row < boxes->rows(); ++row) {
        out.rows_short += candidates.is_short(row) ? 1U : 0U;
    }
    return out;
}

ComparatorFigures run_job(const ComparatorJob& job) {
    const detail::BoundTable bound =
        detail::read_and_bind(std::span(&job.input, 1),
                              job.policy,
                              job.read,
                              {.method = to_string(job.comparator), .freeform = true},
                              job.context);
    return measure_comparator(bound.problem, job.comparator, job.context);
}

}  // namespace kanon

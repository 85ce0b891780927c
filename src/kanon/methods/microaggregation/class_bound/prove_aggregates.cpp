// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/methods/microaggregation/class_bound/class_bound.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace kanon::microaggregation {
namespace {

constexpr std::string_view kTried = "raised the bound by prices of rows";

/// Why there is no bound by prices, for users.
std::string why_none(const PointSpace& space, std::uint64_t k, const RunContext& context) {
    if (context.cancelled()) {
        return "it was interrupted";
    }
    if (!space.by_rows()) {
        return "prices of rows count rows alone, and the policy counts more";
    }
    if (k < 2) {
        return "classes of one row lose nothing";
    }
    return "prices are worked out for at most " + count_text(kMostPricedPoints, "row") +
           " and classes of " + count_text(kMostPricedRows);
}

std::string why_open(const ClassBound& bound, const RunContext& context) {
    if (!bound.is_settled && context.past_deadline()) {
        return std::string(kTried) + " and gave up, for its time was up";
    }
    return std::string(kTried) +
           " as far as they go; what is left of the gap only better classes or another way close";
}

}  // namespace
}  // namespace kanon::microaggregation

namespace kanon {

ProvenOutcome prove_aggregates(const Task& task, Outcome known, const RunContext& context) {
    ProvenOutcome out{.outcome = std::move(known)};
    Outcome& outcome = out.outcome;
    if (!outcome.recoding) {
        return out;
    }
    const microaggregation::PointSpace space(task);
    const std::uint64_t k = task.least_class_rows();
    const auto bound = microaggregation::class_bound(space, k, context);
    if (!bound) {
        out.note = "proved nothing more: " + microaggregation::why_none(space, k, context);
        return out;
    }
    outcome.lower_bound =
        std::max(outcome.lower_bound.value_or(0), std::min(bound->loss, outcome.loss));
    outcome.stats.emplace_back("proof_groups", static_cast<double>(bound->groups));
    outcome.stats.emplace_back("proof_open_rows", static_cast<double>(bound->unproven));
    if (outcome.lower_bound == outcome.loss) {
        outcome.ending = Ending::optimal;
    } else {
        out.note = microaggregation::why_open(*bound, context);
    }
    return out;
}

}  // namespace kanon

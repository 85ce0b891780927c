// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"
#include "kanon/methods/microaggregation/class_bound/better_classes.hpp"
#include "kanon/methods/microaggregation/class_bound/class_bound.hpp"
#include "kanon/methods/microaggregation/classes_of_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

/// Why there is no bound by prices, for users.
std::string why_none(const PointSpace& space, const RunContext& context) {
    if (context.cancelled()) {
        return "it was interrupted";
    }
    if (!space.by_rows()) {
        return "its prices are of rows, and the policy counts or looks at more";
    }
    return "its prices are for " + count_text(kMostPricedPoints, "row") + " and k from 2 to " +
           count_text(kMostPricedRows) + " at most";
}

/// What was tried and why that is no proof, for users.
std::string why_open(const ClassBound& bound, bool searched, const RunContext& context) {
    const std::string tried =
        searched ? "tried the bound by prices and an integer program" : "tried the bound by prices";
    const bool cut = context.past_deadline() && (searched || !bound.is_settled);
    return tried + (cut ? " and gave up, for its time was up"
                        : " and gave up, for neither bound nor classes get better so");
}

/// Less time, so that some is left for better classes.
RunContext bounding_context(RunContext context) {
    if (context.deadline) {
        constexpr int kParts = 5;
        const auto now = std::chrono::steady_clock::now();
        context.deadline = now + (*context.deadline - now) / kParts * (kParts - 2);
    }
    return context;
}

/// The points of each class of a release. \pre each point is a row
Classes classes_of(const PointSpace& space, const RecodingView& recoding) {
    std::vector<std::vector<std::uint32_t>> points(recoding.tuple_of_type.size());
    for (std::uint32_t point = 0; point < space.size(); ++point) {
        points[space.type(point)].push_back(point);
    }
    Classes out(recoding.tuple_count);
    const auto take = [&](std::uint32_t type, std::uint32_t tuple, std::size_t rows) {
        std::vector<std::uint32_t>& left = points[type];
        for (; rows > 0 && !left.empty(); --rows) {
            out[tuple].push_back(left.back());
            left.pop_back();
        }
    };
    for (const Share& share : recoding.shares) {
        take(share.type, share.of_class, share.rows);
    }
    for (std::uint32_t type = 0; type < points.size(); ++type) {
        if (recoding.tuple_of_type[type] != kNoValue) {
            take(type, recoding.tuple_of_type[type], points[type].size());
        }
    }
    for (std::vector<std::uint32_t>& one : out) {
        std::ranges::sort(one);
    }
    std::erase_if(out, [](const auto& one) { return one.empty(); });
    return out;
}

/// Release the classes if that loses less.
void take_if_better(const Task& task,
                    const PointSpace& space,
                    Classes classes,
                    const RunContext& context,
                    ProvenOutcome& out) {
    Outcome found = aggregate_outcome(task, space, std::move(classes), false, context);
    if (!found.recoding || !(found.loss < out.outcome.loss)) {
        return;
    }
    std::erase_if(out.outcome.stats, [](const auto& one) { return one.first == "classes"; });
    found.stats.insert(found.stats.end(), out.outcome.stats.begin(), out.outcome.stats.end());
    found.lower_bound = std::max(found.lower_bound, out.outcome.lower_bound);
    found.ending = out.outcome.ending;
    out.outcome = std::move(found);
    out.replaced = true;
}

}  // namespace
}  // namespace kanon::microaggregation

namespace kanon {

ProvenOutcome prove_aggregates(const Task& task,
                               Outcome known,
                               const MipSolver* solver,
                               const RunContext& context) {
    using namespace microaggregation;
    ProvenOutcome out{.outcome = std::move(known)};
    if (!out.outcome.recoding) {
        return out;
    }
    const PointSpace space(task);
    const std::uint64_t k = task.least_class_rows();
    const std::optional<ClassBound> bound = class_bound(space, k, bounding_context(context));
    if (!bound) {
        out.note = "proved nothing more: " + why_none(space, context);
        return out;
    }
    out.outcome.lower_bound = std::max(out.outcome.lower_bound.value_or(0), bound->loss);
    out.outcome.stats.emplace_back("proof_groups", static_cast<double>(bound->groups));
    out.outcome.stats.emplace_back("proof_cuts", static_cast<double>(bound->cuts.size()));
    out.outcome.stats.emplace_back("proof_open_rows", static_cast<double>(bound->unproven));
    const bool searches = solver != nullptr && PointChecker(task, space).rows_decide() &&
                          out.outcome.loss > bound->loss && !context.should_stop();
    if (searches) {
        const Classes classes = classes_of(space, view_of(*out.outcome.recoding));
        if (auto better = better_classes(space, classes, *bound, *solver, context)) {
            take_if_better(task, space, *std::move(better), context, out);
        }
    }
    Outcome& outcome = out.outcome;
    outcome.lower_bound = std::min(*outcome.lower_bound, outcome.loss);
    if (outcome.lower_bound == outcome.loss) {
        outcome.ending = Ending::optimal;
    } else {
        outcome.ending = context.past_deadline() ? Ending::timed_out : outcome.ending;
        out.note = why_open(*bound, searches, context);
    }
    return out;
}

}  // namespace kanon

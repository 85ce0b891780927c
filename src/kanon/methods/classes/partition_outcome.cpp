// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/partition_outcome.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/methods/classes/class_recoding.hpp"
#include "kanon/methods/shared/cost.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace kanon::classes {
namespace {

std::string why_not(const Task& task, const MeasuredRecoding& found) {
    if (found.facts.classes == 0 && found.facts.suppressed_rows <= task.suppression_limit) {
        return "no class would be released at all";
    }
    const std::uint64_t suppressed = found.facts.suppressed_rows;
    std::string reason = count_text(suppressed) + " of " + count_text(found.facts.rows, "row") +
                         " would be suppressed and " + count_text(task.suppression_limit) +
                         " may be: ";
    if (found.starred_rows > 0) {
        reason += "a class of " + count_text(found.starred_rows, "row") +
                  " cannot be divided and would be starred in every attribute";
    } else {
        reason += "they do not keep the privacy models even as one class";
    }
    return reason;
}

/// The two sums may differ in the last digits where the bound is met.
bool meets(double loss, double bound) {
    constexpr double kSumRounding = 1e-12;
    return bound >= loss - kSumRounding * std::abs(loss);
}

/// True if a release loses less than no release can: then nothing may be said of it.
bool refutes(double loss, double bound) {
    constexpr double kBeyondRounding = 1e-9;
    return bound > loss + kBeyondRounding * (1 + std::abs(loss));
}

Ending ending_of(const TypePartition& partition, const RunContext& context) {
    if (!partition.stopped) {
        return Ending::feasible;
    }
    return context.cancelled() ? Ending::cancelled : Ending::timed_out;
}

}  // namespace

std::vector<Axis> make_axes(const Task& task) {
    std::vector<Axis> axes;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        axes.emplace_back(attribute, attribute.dictionary(), measured_loss(task));
    }
    return axes;
}

Outcome partition_outcome(const Task& task,
                          const std::vector<Axis>& axes,
                          const TypePartition& partition,
                          const BoundEffort& bound_effort,
                          const RunContext& context) {
    MeasuredRecoding found = recode_classes(task, axes, partition, context.threads);
    Outcome outcome;
    outcome.stats = {{"classes", static_cast<double>(found.facts.classes)}};
    outcome.ending = ending_of(partition, context);
    if (found.facts.suppressed_rows > task.suppression_limit || found.facts.classes == 0) {
        // A search that was stopped has proven nothing.
        outcome.ending = partition.stopped ? outcome.ending : Ending::infeasible;
        outcome.reason = why_not(task, found);
        return outcome;
    }
    outcome.loss = objective_value(task.objective, found.facts);
    outcome.lower_bound = class_loss_bound(task, axes, bound_effort, context);
    if (outcome.lower_bound && refutes(outcome.loss, *outcome.lower_bound)) {
        outcome.lower_bound.reset();
    }
    if (outcome.lower_bound && meets(outcome.loss, *outcome.lower_bound)) {
        outcome.lower_bound = outcome.loss;
        outcome.ending = Ending::optimal;
    }
    outcome.recoding = std::move(found.recoding);
    return outcome;
}

}  // namespace kanon::classes

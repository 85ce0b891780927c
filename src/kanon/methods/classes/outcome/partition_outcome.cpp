// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/outcome/partition_outcome.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/classes/outcome/alike_classes.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/shared/cost.hpp"
#include "kanon/task/class_checker.hpp"

#include <cmath>
#include <span>
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
                  " cannot be divided and would be suppressed in every attribute";
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

/// Classes that are released alike are one. Models that say nothing of unions (Monotony::none) are
/// asked again of those, and what fails is left to suppression.
/// \pre no types are shared out, as in every task whose models look at columns
TypePartition judged_as_released(const Task& task,
                                 const std::vector<Axis>& axes,
                                 TypePartition partition,
                                 unsigned threads) {
    join_alike(axes, partition, threads);
    ClassChecker checker(task);
    for (std::size_t i = 0; i < partition.class_count(); ++i) {
        const auto types =
            std::span(partition.types)
                .subspan(partition.starts[i], partition.starts[i + 1] - partition.starts[i]);
        const std::span<const std::uint32_t> piece = types;
        const bool fails = !checker.holds(partition.rows[i], std::span(&piece, 1));
        partition.failing[i] = fails ? 1 : partition.failing[i];
    }
    return partition;
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
    MeasuredRecoding found =
        says_of_unions(task.models)
            ? recode_classes(task, axes, partition, context.threads)
            : recode_classes(task,
                             axes,
                             judged_as_released(task, axes, partition, context.threads),
                             context.threads);
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::freeform {

/// Records that share a row with each row, and rows of each record: what the models ask of
/// candidates at least.
[[nodiscard]] std::uint32_t degree_of(const Task& task);

/// Why no freeform release of the task can be made, or "": it has fewer rows than degree_of(), or
/// rows of no person where persons are counted.
[[nodiscard]] std::string why_no_graph(const Task& task, const RowSpace& space);

/// infeasible, for a reason.
[[nodiscard]] Outcome no_graph(std::string reason);

/// Stopped before there was a graph: cancelled, or else timed_out.
[[nodiscard]] Outcome stopped_early(const RunContext& context);

/// A release of a search that could have gone on ends as what stopped it, if anything did.
void end_as_stopped(Outcome& outcome, const RunContext& context);

/// A loss of all rows, weighted, below which no graph lies: by prices, of which no box of `degree`
/// rows is worth more than all records that it stands for lose, see raise_prices(), which begins
/// with what box_losses() says. The same for any thread count, but with a deadline. Cost
/// kBoxEffort steps and up to twice as many.
[[nodiscard]] double least_loss_of_records(const Task& task,
                                           const std::vector<Axis>& axes,
                                           const RunContext& context);

/// What is known of the least loss before a release is measured, as sums of weighted losses.
struct KnownBounds {
    double graphs = 0;               ///< no regular graph is below it
    std::optional<double> prices{};  ///< least_loss_of_records(), where it was found already
};

/// Release every record by what its members cover: what all freeform methods end with. `feasible`,
/// but `optimal` where the loss meets the bound, and `infeasible` where a record has a person
/// twice, or more records would be starred throughout, and so read as suppressed rows, than the
/// task allows.
///
/// The bound is the greater of the known one of graphs and least_loss_of_records().
/// Cost O(n k m + n m log n), and that of the bound.
[[nodiscard]] Outcome freeform_outcome(const Task& task,
                                       const std::vector<Axis>& axes,
                                       const RowSpace& space,
                                       const Graph& graph,
                                       const KnownBounds& known,
                                       const RunContext& context);

}  // namespace kanon::freeform

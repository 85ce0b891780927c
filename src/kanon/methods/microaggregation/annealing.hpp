// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/classes_of_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"
#include "kanon/task/task.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace kanon::microaggregation {

/// How long a search goes on, and where its random numbers begin.
struct AnnealingBudget {
    std::uint64_t steps = 0;  ///< moves looked at, where there is no end in time
    std::optional<std::chrono::steady_clock::time_point> end{};
    std::uint64_t seed = 1;
    /// How far the temperature of a move goes by what the rows of its own classes cost, from 0 to
    /// 1; for the rest it goes by what all rows cost on average.
    double local = 0.9;
};

/// Change classes that hold every model by simulated annealing, so that they cost less and still
/// hold. Moves, between a class and that of a near point (of the 16 nearest, near ones more often):
/// a point changes class; two points change places; a class is dissolved into those of near points;
/// a class is founded of near points that others can spare, or of the nearest whatever their
/// classes lack then, which are dissolved (so classes are merged, split and rebuilt). What a move
/// for the worse may cost goes by what the rows of its classes cost, so dense and sparse parts of a
/// table cool alike; the temperature falls from 0.6 to 0.03 times that.
///
/// Returns the best classes it saw, the start if nothing was better. Classes have at most 2k - 1
/// rows, as the best have, but those that models keep larger. Random numbers come from the seed
/// alone. Cost O(lanes) a step where all lanes are means and points rows, else O(k log k lanes) and
/// that of the models; 16 nearest of p points in O(p^2 lanes).
[[nodiscard]] Classes anneal(const Task& task,
                             const PointSpace& space,
                             Classes start,
                             const AnnealingBudget& budget,
                             const RunContext& context);

}  // namespace kanon::microaggregation

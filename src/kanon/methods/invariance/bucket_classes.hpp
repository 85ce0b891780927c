// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/invariance/buckets.hpp"
#include "kanon/methods/invariance/least_classes.hpp"
#include "kanon/methods/invariance/row_places.hpp"
#include "kanon/solve/solver.hpp"

#include <cstddef>
#include <vector>

namespace kanon::invariance {

/// Classes of a part that are made by assignment.
inline constexpr std::size_t kMostAssigned = 48;

/// Phase 4 of invariant_classes(): divide a bucket into bucket.classes() classes, each with one row
/// of each value, or a counterfeit in its place, and at least one row. Adds them, and what is known
/// of its parts. The loss that
/// is kept low is the weighted NCP of the persons' rows. With a solver small parts are divided with
/// the least loss, see least_classes().
void divide_bucket(const Bucket& bucket,
                   const RowPlaces& places,
                   const MipSolver* solver,
                   const RunContext& context,
                   InvariantClasses& out);

}  // namespace kanon::invariance

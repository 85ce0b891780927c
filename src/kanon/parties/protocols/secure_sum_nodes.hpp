// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>

namespace kanon::parties {

/// What a site is to release, where sites with different rows of the same columns searched for the
/// best node together.
struct SummedNode {
    GlobalRecoding recoding;       ///< suppresses nothing
    std::uint64_t joint_rows = 0;  ///< of all sites
    double loss = 0;               ///< the task's objective for the joint release, and its bound
    std::uint64_t asked = 0;       ///< nodes asked about
};

/// As secure_sum(), but a full-domain release: the node of the method optimal on all rows, proven
/// to be the best, by questions about nodes (AskedNodes, JointCells).
///
/// All learn how many rows all have; of the nodes asked about which classes have k rows and more,
/// and whether there are others; and what each attribute would cost at each level whose labels all
/// have k rows. All sites but one, so of two sites each, learn of the last one's columns the same.
///
/// \throws as secure_sum(); Error{bad_policy} for too many nodes or classes, at all sites
[[nodiscard]] SummedNode secure_sum_nodes(const Task& own,
                                          const Peers& peers,
                                          const RunContext& context);

}  // namespace kanon::parties

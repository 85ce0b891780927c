// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <vector>

namespace kanon::parties {

/// What a site is to release, where sites with different rows of the same columns divided them
/// together.
struct SummedClasses {
    ClassRecoding recoding;           ///< of one's own row types; class numbers common to all
    std::vector<std::uint64_t> rows;  ///< per class: of all sites
    std::uint64_t joint_rows = 0;     ///< of all sites
    double loss = 0;                  ///< the task's objective for the joint release
    std::uint64_t rounds = 0;         ///< sums of all sites that were waited for
};

/// Two to twenty sites have different rows of the same columns, and divide them as the method
/// mondrian with `ties: by-name` would all rows together, by sums of counts that none of them has
/// to show: the same classes, released alike.
///
/// Masks: Bonawitz et al.: Practical secure aggregation for privacy-preserving machine learning,
/// CCS 2017, without what theirs does for sites that drop out. Classes: LeFevre, DeWitt,
/// Ramakrishnan, ICDE 2006, see MarginalClasses. Level by level, all classes at once:
/// - Of each class of 2 k rows and more all learn how many rows have each value of each attribute
///   (of those that occur in the class it was divided from), and all divide it alike, each its own
///   rows. A count under a mask is added up with those of all others, see MaskedSums.
/// - Of a smaller class, which cannot be divided, all learn which values occur. A site puts in a
///   random number for each value that its rows have, 0 for others: a sum is not 0 if and only if
///   some row of the class has the value. It is 0 all the same with probability 2^-64; who has the
///   value sees that, and ends the run; and else whether another site has it too.
///
/// So all learn for every class that arises, small counts included, how many rows of all sites have
/// each value, or which values occur; of classes released also the rows. Nobody learns the counts
/// of another site, but for what follows from these sums and its own: of two sites each can
/// subtract its own, and all sites but one can tell what the last one has.
///
/// The sites agree beforehand on dictionaries, hierarchies and the order of attributes: `own` is
/// the same at all but for the row types. For parties that follow the protocol. Sums that do not
/// add up, or that are less than one's own part, end the run; a site that makes up rows is not
/// found out, nor the first site if it tells all the same wrong sums that add up. Where it tells
/// each other ones, the channels' idle time may end the run. A site that drops out ends it for all.
///
/// Cost: about log2(n / k) rounds, and two. O(t m) for t own row types in each. A number for each
/// value of each class that is asked for: 16 bytes per other site in all, in messages of 8 MiB at
/// most. Order of classes: as they are settled. No node limit; the deadline is the channels'.
/// \throws Error{infeasible} at all sites if all have fewer than k rows together;
/// Error{bad_policy} for what counts cannot decide, see make_marginal_classes(), before anything is
/// sent; Error{bad_input} if what others send is not as agreed; what channels throw
[[nodiscard]] SummedClasses secure_sum(const Task& own,
                                       const Peers& peers,
                                       const RunContext& context);

}  // namespace kanon::parties

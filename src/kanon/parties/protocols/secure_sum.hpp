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
    std::uint64_t rounds = 0;         ///< times that classes were asked about, many at once
};

/// Two to twenty sites have different rows of the same columns, and divide them as the method
/// mondrian with `ties: by-name` would all rows together, by questions about sums of counts that
/// nobody sees: the same classes, released alike.
///
/// Ours, on JointCounts (questions) and MaskedSums (sums that are opened: the masks of Bonawitz et
/// al.: Practical secure aggregation for privacy-preserving machine learning, CCS 2017, without
/// what theirs does for sites that drop out). Classes: LeFevre, DeWitt, Ramakrishnan, ICDE 2006, by
/// AskedClasses. As many classes side by side as are open, 512 at most:
/// - Of each class all learn what it covers: of every attribute the least and the greatest value
///   that occurs, of a set which values do (JointCounts::any()).
/// - A class of 2 k rows and more is divided by an AskedDivision. Counts of the attribute that it
///   asks about are parted between the holders; the questions are sums of them
///   (JointCounts::at_least_zero()).
/// - Of each part but the last all learn how many rows it has, k at least (MaskedSums).
///
/// So nobody learns a count below k, nor one of another site, as long as no two of the first three
/// sites work together; all but one, so of two sites each, know what the last one has of each
/// class, whoever helps.
///
/// The sites agree beforehand on dictionaries, hierarchies and the order of attributes: `own` is
/// the same at all but for the row types. For parties that follow the protocol. Answers that one's
/// own rows contradict end the run; a site that makes up rows is not found out, nor one that gives
/// all the same wrong answers. Where it gives each other ones, the channels' idle time may end the
/// run. A site that drops out ends it for all.
///
/// Cost: some ten rounds for each time that a class is divided, many classes in each; O(t m) for t
/// own row types for each level of division, and as much as questions are asked: a byte to a holder
/// and two to the judge for each value that a class may cover; 3 to 4 bytes for each bit of a sum
/// asked about. Order of classes: as they are settled. No node limit; the deadline is the
/// channels'. \throws Error{infeasible} at all sites if all have fewer than k rows together;
/// Error{bad_policy} for what questions cannot decide, see make_asked_classes(), before anything is
/// sent; Error{bad_input} if what others send is not as agreed; what channels throw
[[nodiscard]] SummedClasses secure_sum(const Task& own,
                                       const Peers& peers,
                                       const RunContext& context);

}  // namespace kanon::parties

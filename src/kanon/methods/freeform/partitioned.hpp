// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::freeform {

inline constexpr std::array kPartitionedOptions{
    OptionSpec{.name = "effort",
               .words = "low|normal|high",
               .fallback = "normal",
               .help = "where no time limit is set: that of refine for the classes, and 20, 100 or "
                       "1,000 rounds that each record has dealt out anew"},
    OptionSpec{.name = "region",
               .type = OptionType::integer,
               .least = 0,
               .greatest = 16384,
               .fallback = "0",
               .help = "records of a region at most, more lose less and take longer; 0: 128 to "
                       "1,000, the fewer the larger the table"},
};

/// Freeform generalization of large tables. It starts from the best classes (refine) with a ring in
/// each, which loses no more than they do (Wong, Mamoulis, Cheung, SIGMOD 2010); puts classes near
/// each other together to parts, solves each part by rounds of assignments as freeform-hungarian
/// does, and keeps of both what loses less. Then, over and over, it cuts the records into regions,
/// elsewhere each time, so that what a border keeps apart once it does not the next time, deals the
/// rows of each round out anew within each region, and splits the graph at random into other
/// rounds. (Of a table that is one region the rounds are dealt out until that gains nothing.) Every
/// change lowers the loss: an assignment problem is solved over alternating cycles, so this is
/// their search. (Doka, Xue, Tsoumakos, Karras, ASIACCS 2015, propose to partition first; regions
/// that overlap and rounds solved anew are ours.)
///
/// Parts and regions are solved side by side, and the threads change nothing. With a deadline it
/// goes on until then and ends `timed_out`, which is not repeatable.
/// Cost: refine; then for regions of p records O(n k p m) for costs and O(n k p) to O(n k p^2) for
/// assignments each time; memory O(n (k + m)), and 4 p^2 bytes a thread.
[[nodiscard]] std::unique_ptr<Method> make_partitioned(const OptionMap& options);

}  // namespace kanon::freeform

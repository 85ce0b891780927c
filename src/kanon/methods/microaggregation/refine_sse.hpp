// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::microaggregation {

inline constexpr std::array kRefineSseOptions{
    OptionSpec{.name = "effort",
               .words = "low|normal|high",
               .fallback = "normal",
               .help = "steps spent where no time limit is set: normal takes about a second for "
                       "2,000 rows"},
};

/// Microaggregation that starts from the classes of mdav and changes them for as long as it is let,
/// by simulated annealing; see anneal() for the moves. The release never loses more than that of
/// mdav, but for the rounding of means.
///
/// Our own; of the literature it has the moves of single records between classes and the classes of
/// k to 2k - 1 records (Domingo-Ferrer, Mateo-Sanz, TKDE 2002, Theorem 1; Laszlo, Mukherjee:
/// Minimum spanning tree partitioning algorithm for microaggregation, TKDE 2005). A table of at
/// most 8,192 points is searched as a whole, twice, with other random numbers, and the better of
/// both taken; a larger one is divided at medians of its classes into regions of at most as many
/// points, each searched by itself. Models that look at values are asked before a change is kept.
///
/// Early stops: with a deadline the search cools until then and ends `timed_out`, which is not
/// repeatable; a node limit bounds the steps of each region. Same outcome for any thread count.
/// Cost: mdav; then 200, 2,000 or 20,000 steps a point by the effort, but of tables of many points
/// 2^20, 2^23 or 2^27 in all and a twentieth of that for each, of O(lanes) each; O(p^2 lanes) for
/// the neighbours in a region of p points. Bound: see neighbour_bound().
[[nodiscard]] std::unique_ptr<Method> make_refine_sse(const OptionMap& options);

}  // namespace kanon::microaggregation

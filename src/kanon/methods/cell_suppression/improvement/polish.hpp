// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/contract/method.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace kanon::cell_suppression {

/// What polish() did.
struct Polished {
    StarPartition partition;
    StarCost before = 0;  ///< what all rows cost
    StarCost after = 0;
    std::uint64_t changes = 0;  ///< moves, classes dissolved or split, regions changed
    std::uint64_t regions = 0;  ///< solved
    bool done = false;          ///< nothing helps any more; false: stopped early
};

/// Row types of the smallest regions that polish() takes, and by default of the largest.
inline constexpr std::size_t kFewestRegionTypes = 48;
inline constexpr std::size_t kMostRegionTypes = 384;

/// Lower the cost of a partition until nothing helps any more: rows move, classes are dissolved and
/// split (move_rows()); where all models look at rows alone and a MIP solver is built in, regions
/// of a few near classes are solved exactly (RegionSearch), of kFewestRegionTypes row types at
/// first, of twice as many when those do not help any more, up to `most_region_types`. The outcome
/// keeps the mask and every model, and never costs more.
///
/// `limits` are those of this step, the search's own context is not asked: ends early with the best
/// so far when the run should stop, or has solved the node limit of regions. Which regions are
/// tried is drawn from the seed of `limits`; the same seed gives the same outcome for any
/// thread count, unless it was stopped by the clock.
/// \pre the partition is a release: no more rows are suppressed than may be
[[nodiscard]] Polished polish(StarSearch& search,
                              const RunContext& limits,
                              const StarPartition& start,
                              std::size_t most_region_types = kMostRegionTypes);

inline constexpr std::array kPolishOptions{
    OptionSpec{.name = "start",
               .words = "pattern-greedy|approx-cf|aggarwal-forest",
               .fallback = "pattern-greedy",
               .help = "the method whose release is improved"},
    OptionSpec{.name = "region",
               .type = OptionType::integer,
               .fallback = "384",
               .help = "row types of the largest regions that are solved exactly; 0: none are"},
};

/// polish() from what another method finds. A heuristic of ours: lower-cost classes by local
/// changes, as for clustering and facility location, with exact small parts (large neighbourhood
/// search). With start approx-cf and aggarwal-forest their ratio holds, and their conditions do.
///
/// Bound: star_bound().
[[nodiscard]] std::unique_ptr<Method> make_polish(const OptionMap& options);

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/cut_space.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// The loss of what cannot be done; two of them can still be added to a loss.
inline constexpr std::uint64_t kNoLoss = std::uint64_t{1} << 62U;

/// Shortest paths over the pivot's positions: consecutive runs that cover them all, of least loss
/// in sum. Keeps its buffers; one object per thread.
///
/// Runs are given by `to`, then `from`, each with a loss of at most kNoLoss. All costs are linear
/// in runs unless said otherwise.
class PivotPath {
public:
    explicit PivotPath(std::size_t positions) : before_(positions + 1), after_(positions + 1) {}

    /// The loss of the shortest path, or kNoLoss.
    std::uint64_t shortest(std::span<const PivotRun> runs, std::span<const std::uint64_t> losses);

    /// As shortest(); then through() may be asked.
    std::uint64_t shortest_both_ways(std::span<const PivotRun> runs,
                                     std::span<const std::uint64_t> losses);

    /// The loss of the shortest path with this run, or at least kNoLoss.
    [[nodiscard]] std::uint64_t through(PivotRun run, std::uint64_t loss) const {
        return before_[run.from] + loss + after_[run.to];
    }

    struct Path {
        std::uint64_t loss = 0;
        std::uint64_t suppressed = 0;
        std::vector<PivotRun> runs;
    };

    /// The shortest path of a loss below `less_than` on which no more than `limit` rows are
    /// suppressed, or none. Of several, one that depends on the arguments alone. Cost linear if the
    /// shortest path of all is within the limit; else each position holds the paths to it that
    /// no other one beats in both loss and suppressed rows.
    [[nodiscard]] std::optional<Path> within(std::span<const PivotRun> runs,
                                             std::span<const std::uint64_t> losses,
                                             std::span<const std::uint64_t> suppressed,
                                             std::uint64_t less_than,
                                             std::uint64_t limit);

private:
    std::vector<std::uint64_t> before_;  ///< per position: of the shortest path up to it
    std::vector<std::uint64_t> after_;   ///< and on from it
};

}  // namespace kanon::domain_cut

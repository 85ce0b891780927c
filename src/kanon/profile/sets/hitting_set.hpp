// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::profile {

/// A set of numbers, one bit each, as many words as the numbers need.
using Bits = std::vector<std::uint64_t>;

/// Sets of numbers, and the fewest numbers that hit all of them: each set has one of them (the
/// minimum hitting set, or test-set, problem; Garey, Johnson 1979, SP8). Sets may come in one by
/// one, which never makes fewer numbers do.
class HittingSets {
public:
    /// The numbers are below `numbers`.
    explicit HittingSets(std::size_t numbers) : words_((numbers + 63) / 64), numbers_(numbers) {}

    /// Keeps the set unless a known one is part of it, and drops those that it is part of. Takes
    /// what it costs, O(sets), from the steps. \pre it has a member
    void add(const Bits& set, std::uint64_t& steps);

    [[nodiscard]] std::size_t size() const { return sets_.size(); }

    /// What hits all sets, ascending, and how few numbers may do at least.
    struct Found {
        std::vector<std::size_t> numbers;
        bool is_least = false;
    };

    /// The fewest numbers, by deepening: is there a choice of `least_size()` numbers, of one more,
    /// ...; a branch is cut where sets that have no number in common, or the numbers that hit most,
    /// tell that more are needed than are left. Before, numbers are taken that a set has alone, and
    /// left out that hit no set but those of another. Steps, looks at 64 bits, are taken from what
    /// is given; where they run out the choice is greedy's. The same in every run.
    [[nodiscard]] Found solve(std::uint64_t& steps);

    /// No fewer numbers hit the sets, as far as solve() found out.
    [[nodiscard]] std::size_t least_size() const { return least_size_; }

private:
    [[nodiscard]] std::vector<std::size_t> greedy() const;

    std::size_t words_;
    std::size_t numbers_;
    std::vector<Bits> sets_;  ///< none is part of another; the smaller first
    std::size_t least_size_ = 0;
};

}  // namespace kanon::profile

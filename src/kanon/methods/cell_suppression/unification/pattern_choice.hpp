// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/methods/cell_suppression/unification/pattern_growth.hpp"

#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Which pattern each record is released with.
struct PatternChoice {
    /// Rows of a group of records that have the same pattern.
    struct Part {
        std::uint32_t group = 0;
        std::uint32_t pattern = 0;
        std::uint32_t rows = 0;
    };

    std::vector<Part> parts;          ///< by group, then in the order in which they were chosen
    std::uint64_t chosen = 0;         ///< patterns that records are released with
    std::uint64_t overlapping = 0;    ///< rows that several patterns generalize
    std::uint64_t without_class = 0;  ///< rows of patterns that could not all be classes
};

/// Give each record that a pattern generalizes one of its patterns, so that each pattern that is
/// chosen is that of k records at least. The source leaves this open: there a record may satisfy
/// several patterns, and it is the patterns that are released.
///
/// The patterns by cost of a row, the one of more rows first, then the one found first: each is
/// chosen if it has k records that have none yet, and these are its. What is left joins the first
/// chosen pattern that generalizes it. A record of none is served by the first of its patterns that
/// others can fill up to k with records that they can spare. Records that cannot be served so are
/// without a class. Cost O(p log p + members of all patterns).
[[nodiscard]] PatternChoice choose_patterns(const CorrectPartition& partition,
                                            const GrownPatterns& grown,
                                            const PatternCosts& costs,
                                            std::uint64_t least_rows);

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"

#include <cstdint>

namespace kanon::auditing {

/// What a search for the rows behind aggregates found.
struct AggregateSearch {
    enum class Verdict : std::uint8_t {
        right,     ///< some way to share out the original rows makes every aggregate right
        wrong,     ///< none does
        undecided  ///< there was too much to look at
    };

    Verdict verdict = Verdict::undecided;
    std::uint64_t aggregates = 0;  ///< right: how many aggregates of classes
    std::uint64_t row = 0;  ///< wrong: a released row whose class is, 1-based; 0: all of them
};

/// Search a release in any order, or one in order in which rows are left out, for a way to let each
/// row that is not suppressed stand for an original one of its own, such that its cells cover that
/// one and every mean, median and mode is that of its class.
///
/// A backtracking search, class by class or in the order of the rows, that drops what the means of
/// a class can no longer reach; of equal rows one order is looked at. In the worst case exponential
/// (it is a kind of subset sum), so it ends after a fixed number of steps, about a second: tables
/// of some dozens of rows are always decided, larger ones where their values leave little choice.
/// \pre rows are not counted
[[nodiscard]] AggregateSearch search_aggregates(const Evidence& evidence, bool in_order);

}  // namespace kanon::auditing

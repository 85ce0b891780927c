// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/matching_types.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Finds the original types that a released type covers. Types are sorted, so those that share
/// their first columns stand together: one look at a column tells for all of them, and what is
/// covered there is found by bisection. Cost of a search O(prefixes that are covered * log types),
/// at worst O(types * columns).
class CoverSearch {
public:
    /// Gives up for good after so many looks at a cell. Cost O(released * original codes) for each
    /// column that has few enough of them.
    CoverSearch(const MatchingTypes& sides, std::uint64_t most_looks);

    /// Add the original types in [begin, end), which share their key columns, that a released type
    /// covers in the other columns; ascending, counted from `begin`.
    /// \return false if there were too many looks
    bool find(std::size_t released,
              std::size_t begin,
              std::size_t end,
              std::vector<std::uint32_t>& covered);

private:
    /// Original codes [begin, end).
    struct Run {
        Code begin = 0;
        Code end = 0;
    };

    /// What each released code of a column covers; nothing if there are too many codes to say.
    using RunsOfCodes = std::vector<std::vector<Run>>;

    /// Original types [begin, end) that share their first columns.
    struct Types {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    static RunsOfCodes runs_of(const RecodedColumn& column);

    bool descend(std::size_t depth, Types types);
    bool descend_in_run(std::size_t depth, Types types, Run run);

    const MatchingTypes* sides_;
    std::uint64_t looks_left_;
    std::vector<RunsOfCodes> runs_;  ///< per overlapping column
    std::size_t released_ = 0;       ///< of the search under way
    std::vector<std::uint32_t>* covered_ = nullptr;
    std::size_t first_ = 0;  ///< types are counted from here
};

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kanon::profile {

/// A column whose value is known to whoever knows another one's.
struct Dependence {
    std::size_t column = 0;            ///< of the table
    std::size_t from = 0;              ///< the column that tells it
    std::uint64_t disclosed_rows = 0;  ///< rows whose value there leaves one value here
};

/// What a dependence must be to be one.
struct DependenceSearch {
    std::vector<std::size_t> known;  ///< columns that may tell
    std::vector<std::size_t> shown;  ///< columns that may be determined
    std::uint64_t least_group = 2;   ///< rows of a value that tells, at least
    double least_share = 0.2;  ///< of the rows determined, beyond those that chance would tell
    unsigned threads = 1;
    std::span<const std::uint64_t> counts{};  ///< rows that each row stands for; empty: 1 each
};

/// What the values of a known column tell of a shown one.
struct DeterminedValues {
    static constexpr Code kUnseen = std::numeric_limits<Code>::max();
    static constexpr Code kSeveral = kUnseen - 1;

    std::vector<std::uint64_t> rows;  ///< per value of the known column
    std::vector<Code> value;  ///< the only shown value beside it; kSeveral; kUnseen: it has no row
};

/// For each shown column the known one that tells it for most rows, if that is far more than if the
/// two had nothing to do with each other: there rows with f others of their value are determined
/// with probability sum p^(f+1) over the shares p of the shown values. In the order of the shown
/// columns. Missing is a value. Cost O(columns s) for a sample of s = 2^17 rows, and O(n) for each
/// pair of columns that it does not rule out, as it does where it tells of far fewer rows than
/// would do. Same result for any thread count.
[[nodiscard]] std::vector<Dependence> find_dependences(const Table& table,
                                                       const DependenceSearch& search);

/// The same where the rows are elsewhere: `determined` gives, for one of the known columns, what
/// its values tell of each of the shown ones, and the table has each value of each column as often
/// as the rows do, whatever stands beside it.
[[nodiscard]] std::vector<Dependence> find_dependences_among(
    const Table& table,
    const DependenceSearch& search,
    const std::function<std::vector<DeterminedValues>(std::size_t known)>& determined);

}  // namespace kanon::profile

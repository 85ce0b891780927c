// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/quality/disclosed_rows.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What somebody learns from a release. Nothing here knows how a release was made.
namespace kanon::attack {

/// An outside list of persons, a row each, as a release is joined with it.
struct OutsideList {
    Table table;  ///< the columns joined on alone, named as those of the release
    /// Of each column of the table, in their order: name and hierarchy, by whose labels released
    /// values are read.
    std::vector<QuasiIdentifier> columns;
};

/// Rows with so many candidates.
struct CandidateBucket {
    std::uint64_t least = 0;
    std::uint64_t greatest = 0;  ///< the last bucket: the largest number there is
    std::uint64_t rows = 0;
};

/// How many candidates the rows of one side have on the other.
struct SideFigures {
    std::uint64_t rows = 0;   ///< that were looked at
    std::uint64_t none = 0;   ///< without a candidate
    std::uint64_t one = 0;    ///< with one: matched for certain
    std::uint64_t least = 0;  ///< candidates of a row that has any; 0: none has
    double expected = 0;      ///< the sum of 1 / candidates: rows that a guess among them hits
    std::vector<CandidateBucket> histogram;  ///< 0, 1, 2-4, 5-9, 10-99, 100-999, more
};

struct LinkFindings {
    SideFigures outside;   ///< outside persons, and the released rows that may be theirs
    SideFigures released;  ///< released rows, and the outside persons that may be behind them
    std::uint64_t starred_rows = 0;  ///< released with stars alone where it is joined: left out
    /// Of each sensitive column: outside persons of whom all candidates show one value.
    std::vector<DisclosedRows> disclosed;
};

struct LinkOptions {
    /// Pairs of rows released alike and outside rows alike that are looked at; more are refused.
    std::uint64_t most_pairs = 2'000'000'000;
};

/// Join a release with an outside list: an outside row is a candidate of a released one, and this
/// of it, if every released cell covers the outside one, be it a value, label, range, set or star.
/// What cannot be read over the outside list's values covers none of them. Rows that are starred in
/// every column would fit everybody and are left out, unless all are: whoever guesses does without
/// them. `sensitive` are columns of the release.
///
/// The linking attack of Sweeney 2002 and of Ciriani, De Capitani di Vimercati, Foresti, Samarati
/// 2007, figure 2. Differs: cells are compared by what they cover, not by equality.
/// Cost: that of reading the domains, and of a tree over the distinct outside rows for each group
/// of rows released alike; memory O(distinct outside rows). Same result for any thread count.
/// \throws Error{bad_input} if the release lacks a column, a list is empty, or there are more than
/// most_pairs pairs; Error{cancelled}
[[nodiscard]] LinkFindings link(const OutsideList& outside,
                                const Table& release,
                                std::span<const std::string> sensitive,
                                const LinkOptions& options,
                                const RunContext& context);

}  // namespace kanon::attack

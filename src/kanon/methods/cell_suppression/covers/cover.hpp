// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// The rows of row types one after the other: slot `first_of_type[t] + i` is the i-th row of type
/// t.
struct Slots {
    explicit Slots(const Task& task);
    explicit Slots(std::span<const std::uint32_t> rows_of_type);

    std::vector<std::uint32_t> first_of_type;  ///< types + 1
    std::vector<std::uint32_t> type_of_slot;   ///< n
};

/// Sets of slots, which may overlap.
using Cover = std::vector<std::vector<std::uint32_t>>;

/// Sets of row types that a cover may be made of, each of k rows or more.
struct CoverSets {
    struct Set {
        StarCost cost = 0;
        std::size_t begin = 0;  ///< in `members`; sets may share these
        std::size_t end = 0;
        std::uint64_t rows = 0;
    };

    std::vector<std::uint32_t> members;  ///< row types
    std::vector<Set> sets;
};

/// What is to be covered: rows by their types.
struct RowsToCover {
    std::span<const std::uint32_t> counts;  ///< rows of each type
    std::uint64_t k = 1;
};

struct CountedCover {
    Cover cover;
    std::uint64_t recounts = 0;
};

/// A cover of all rows by sets of k to 2k - 1 rows, each within one of these sets: always the set
/// of least cost per row that it covers anew, of which 2k - 1 count at most. The costs of those
/// taken are within (1 + ln 2k) of the least possible. Ties: the first set. Rows are taken in the
/// order of a set's row types, uncovered ones first.
///
/// Sets are counted anew only when they come to the top of a heap, for their ratio can only grow;
/// uncovered rows are found from a place in the set's list that only moves on. Partial if the
/// search was stopped. Cost O(F log F + members of all F sets).
[[nodiscard]] CountedCover cover_by_sets(const RowsToCover& rows,
                                         const Slots& slots,
                                         const CoverSets& from,
                                         const RunContext& context);

/// The same for the rows of a search, whose stats then have the recounts.
[[nodiscard]] Cover cover_by_sets(StarSearch& search, const Slots& slots, const CoverSets& from);

/// What a cover by cells may be made of.
struct CoverRules {
    bool closed_only =
        true;         ///< a cell counts if none with more shown attributes has the same rows
    double beta = 1;  ///< only cells that star less than 1 / beta of all, and all rows
};

/// cover_by_sets() from the cells of the table (GEN-COVER-FQ, Park & Shim 2007, Fig. 9), which come
/// by cost of the pattern, the tie order of patterns, the first row type. The costs are within
/// (1 + ln 2k) beta of the least possible.
///
/// Partial if the search was stopped. \throws Error{bad_policy} if the cells have too many row
/// types to hold. Cost O(F log F + members) time and 4 bytes per member, F cells, members: their
/// row types.
[[nodiscard]] Cover cover_by_cells(StarSearch& search, const Slots& slots, const CoverRules& rules);

/// Turn a cover by sets of k to 2k - 1 slots into a partition by such sets (CONVERT, Fig. 6). Slots
/// in their order; a slot leaves the larger of two sets, the later one if they are equal; two sets
/// of k become one. Per slot: its set, by numbers from 0. Cost O(members * sets of a slot).
[[nodiscard]] std::vector<std::uint32_t> convert(const Cover& cover,
                                                 std::size_t slots,
                                                 std::uint64_t k);

/// Classes of these sets, each starred where its rows differ; alike ones are put together. Sets
/// that would be starred throughout are left over, unless the policy makes such rows a class.
[[nodiscard]] StarPartition partition_of_sets(const Task& task,
                                              const Slots& slots,
                                              std::span<const std::uint32_t> set_of_slot);

/// The outcome of classes of these sets. Where every set is starred throughout, which leaves no
/// class, those of greedy_partition() are in their place: there may be a release all the same.
[[nodiscard]] Outcome finish_sets(StarSearch& search,
                                  const Slots& slots,
                                  std::span<const std::uint32_t> set_of_slot);

/// Refuse what the cover methods cannot keep: a mask, and models that look beyond rows.
/// \throws Error{bad_policy}
void require_plain_problem(std::string_view method, const Task& task);

}  // namespace kanon::cell_suppression

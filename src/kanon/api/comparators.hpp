// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Generalizations that freeform is compared with in publications, and that promise less: they are
/// measured, and no release is made of them.
namespace kanon {

enum class Comparator {
    kk_anonymity,  ///< (k,k): Gionis, Mazza, Tassa, ICDE 2008, see make_kk_boxes()
    k_concealment  ///< made of it: each row may be behind k of the boxes (Tassa, Mazza, Gionis,
                   ///< Transactions on Data Privacy 2012; global (1,k) of ICDE 2008, Algorithm 6)
};

/// `kk-anonymity`, `k-concealment`.
[[nodiscard]] std::string_view to_string(Comparator comparator);

/// \throws Error{bad_policy} naming those there are
[[nodiscard]] Comparator find_comparator(std::string_view name);

/// What came of a comparator.
struct ComparatorFigures {
    double loss = 0;  ///< the policy's objective, gcp or lm; to nine digits
    std::uint64_t least_candidates =
        0;                         ///< boxes that a row may be behind, in some matching of all
    std::uint64_t rows_short = 0;  ///< rows that may be behind fewer than k
    std::uint64_t widened = 0;     ///< boxes widened for k-concealment
    double seconds = 0;
};

/// Make the boxes of one comparator for a bound table, and find out behind how many of them each
/// row may be: by the auditor's count of the pairs that lie in a perfect matching.
///
/// k-concealment begins with the boxes of (k,k). A row that may be behind fewer than k boxes is
/// covered by others that it is not behind: its own box is widened by the row of one of these, the
/// one it grows least by, so that both may change places; and so on until no row is short. Cost
/// that of make_kk_boxes(), and O(n m + edges) for each box widened. Same for any thread count.
/// \throws Error: bad_policy, infeasible (fewer than k rows), timed_out, cancelled.
[[nodiscard]] ComparatorFigures measure_comparator(const Problem& problem,
                                                   Comparator comparator,
                                                   const RunContext& context);

struct ComparatorJob {
    std::string input;
    Policy policy;
    ReadOptions read;
    Comparator comparator = Comparator::kk_anonymity;
    RunContext context;
};

/// Read a table and measure. \throws as above; bad_hierarchy, bad_input.
[[nodiscard]] ComparatorFigures run_job(const ComparatorJob& job);

}  // namespace kanon

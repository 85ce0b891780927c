// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/unification/record_groups.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// By which of the partitions that the attributes induce a set of records is divided.
enum class Condition : std::uint8_t {
    fewest_sets,  ///< `<`
    most_sets     ///< `>`
};

/// What cells without a value are.
enum class Unknown : std::uint8_t {
    value,       ///< a value like others: two of them are equal
    indifferent  ///< nothing: no pattern shows them
};

struct GrowthRules {
    std::vector<Condition> conditions;  ///< each for what those before it left
    std::size_t least_shown = 1;        ///< `long`: attributes that a pattern shows
    Unknown unknown = Unknown::value;
};

/// A pattern, and the records of one set of the correct partition that it generalizes.
struct GrownPattern {
    Pattern stars = 0;
    std::size_t begin = 0;  ///< of its groups, in `members`
    std::size_t end = 0;
    std::uint64_t rows = 0;
};

/// What Anonymize finds. A group of records may be among the members of several patterns.
struct GrownPatterns {
    std::vector<GrownPattern> patterns;
    std::vector<std::uint32_t> members;  ///< numbers of groups, pattern after pattern
    std::uint64_t derivations = 0;       ///< times that the source comes to a pattern, by any way
    std::uint64_t sets = 0;              ///< that were looked at
    bool complete = false;               ///< false: the run was stopped
};

/// Which partitions of a set are looked at: P_cond. `sets`: in how many sets each attribute's
/// partition divides it, 1 where the attribute is the same throughout. The attributes whose
/// partitions have the fewest sets, or the most, of those that divide at all; ascending.
[[nodiscard]] std::vector<std::size_t> chosen_partitions(std::span<const std::size_t> sets,
                                                         Condition condition);

/// Armengol & Torra: Generalization-based k-anonymization, Figs. 1, 3 and 4: Anonymize,
/// Analyze-partition and Analyze-set, over groups of records.
///
/// Analyze-set anti-unifies a set, that is, keeps the attributes in which all its records agree. If
/// these are enough it is a pattern of at least k records; else each of the chosen partitions
/// divides the set, and their sets of k records and more are looked at in the same way. What it
/// identifies is the union over the recursive calls. Analyze-partition repeats that with the rest
/// of each set of the correct partition until nothing more is identified, and Anonymize does it for
/// each condition in turn.
///
/// Differs: a set that ties between partitions lead to in several ways is looked at once in a
/// pass, and the ways are counted; the sets of the correct partition are independent of each other,
/// so each is taken to its end before the next.
///
/// Cost O(m r) for each set of r groups that is looked at. A set is known by what its records agree
/// in, so there are at most as many as closed itemsets of k rows.
[[nodiscard]] GrownPatterns grow_patterns(const Task& task,
                                          const CorrectPartition& partition,
                                          const GrowthRules& rules,
                                          const RunContext& context);

}  // namespace kanon::cell_suppression

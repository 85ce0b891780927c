// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/linked/cluster/grouping.hpp"
#include "kanon/linked/schema/linked_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::linked {

struct ClusterOptions {
    /// How many times over a row that is left out weighs against a row of stars; >= 1.
    double left_out = 1;
    /// Subjects among whom a class is sought, at most; at least 4 k are taken. None: as many as
    /// take some ten million looks at a subject and a class, 256 of 100,000 subjects.
    std::optional<std::size_t> most_in_part{};
    /// Rounds of moves and exchanges of subjects between near classes; none: two up to 20,000
    /// subjects, for they cost more than all before.
    std::optional<std::size_t> rounds{};
    /// False: subjects differ by how many rows they have alone; their cells are seen to elsewhere.
    bool has_cells = true;
};

/// Class the subjects so that the trees of their rows lose least when they are made alike.
///
/// Subjects are divided into parts (divide()); in each, classes are made as k-member makes them
/// (Byun, Kamra, Bertino, Li, DASFAA 2007): begin with the subject farthest from the class before,
/// take in the k - 1 that cost least, one by one; who is left over joins the class that he costs
/// least in. A subject costs the loss that he adds (Joiner), rows that are left out among it; that
/// takes the place of the matching of trees which Nergiz, Clifton and Nergiz (MultiRelational
/// k-Anonymity, ICDE 2007) generalize by; the rest of their method was not at hand. Then subjects
/// move, and change places, where that costs less. Classes that break a model join another one of
/// their part; who can be in none is left out.
///
/// Cost O(subjects most_in_part (rows^2 q + rows^3)) for subjects of so many rows, q
/// quasi-identifiers. Same result for any number of threads. \throws Error{cancelled}
[[nodiscard]] Grouping cluster_subjects(const LinkedTables& tables,
                                        const ClusterOptions& options,
                                        const RunContext& context);

/// The same within these parts of the subjects alone.
[[nodiscard]] Grouping cluster_parts(const LinkedTables& tables,
                                     const std::vector<std::vector<std::uint32_t>>& parts,
                                     const ClusterOptions& options,
                                     const RunContext& context);

}  // namespace kanon::linked

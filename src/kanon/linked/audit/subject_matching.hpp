// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/linked/audit/released_forest.hpp"
#include "kanon/linked/audit/subject_forms.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::linked::auditing {

/// True if a released row and the rows below it may stand for an original one and rows below that,
/// each released row for another original one; original rows may be left out.
/// \throws Error{bad_input} if some millions of pairs of rows of one subject are to be looked at
[[nodiscard]] bool tree_covers(const LinkedTables& original,
                               const ReleasedForest& released,
                               std::size_t table,
                               std::uint32_t original_row,
                               std::uint32_t released_row,
                               Compared compared = Compared::all);

/// Which original subjects each released one may be, all their rows looked at.
struct SubjectCandidates {
    std::vector<std::vector<std::uint32_t>> of_released;  ///< ascending
};

/// Looks at every pair that the subjects' own columns and the forms of the rows below allow.
/// None where that are more than `most` pairs. Cost O(pairs rows^2 m) at worst; bits of classes for
/// each value of the subjects' quasi-identifiers.
[[nodiscard]] std::optional<SubjectCandidates> find_candidates(const LinkedTables& original,
                                                               const ReleasedForest& released,
                                                               const SubjectForms& forms,
                                                               std::uint64_t most,
                                                               const RunContext& context);

/// How many released subjects can be given an original one each, all different: the size of a
/// greatest matching (Hopcroft, Karp 1973). Cost O(edges sqrt(subjects)).
[[nodiscard]] std::uint64_t greatest_matching(const SubjectCandidates& candidates,
                                              std::size_t originals);

}  // namespace kanon::linked::auditing

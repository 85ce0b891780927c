// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/classes/classes.hpp"
#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <optional>
#include <string>

namespace kanon::auditing {

/// What the candidates of a release prove; `by_classes.classes` is 0.
struct CandidateFindings {
    ClassFindings by_candidates;
    std::optional<CandidateFigures> figures;
};

/// Hold each model against the candidates of each row, on both sides of the release. A released row
/// may be an original one that its every cell covers, if some perfect matching of all rows pairs
/// them (find_matchable()). k-anonymity: these pairs have a k-regular spanning subgraph
/// (short_of_k_factor()), with k different persons on both sides of it where persons are counted.
/// Other models: for each original row over the values of the released rows that it may be behind,
/// as drawn, those of suppressed rows left out; for each released row over the originals.
///
/// Cost: find_coverage(), O(edges) for each phase of a flow, O(edges) times the values of a node
/// for models that look at values; 24 bytes an edge. Persons: the same of pairs of persons' rows,
/// up to some million; beyond, and where rows are shuffled, the promise is not told.
[[nodiscard]] CandidateFindings judge_candidates(const Evidence& evidence,
                                                 const Pairing& pairing,
                                                 FaultLog& log);

/// The line of one promise about candidates.
[[nodiscard]] std::string candidates_line(const Proof& proof, const CandidateFigures& figures);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <string>
#include <vector>

namespace kanon::auditing {

/// What was found of the attributes that are released by aggregates.
struct AggregateFindings {
    std::uint64_t judged = 0;            ///< aggregates of classes that were computed anew
    std::vector<std::string> undecided;  ///< one line, if the search was too large
};

/// Compute the aggregates of every class anew from the original: the mean in exact decimals,
/// rounded to the digits that the policy states, half away from zero; the lower median; the count
/// of a mode, which no other value may exceed. A class is the rows that are released alike. If a
/// method makes two classes that come out alike, what holds for both holds for them as one: a mean
/// of means that are rounded to one number is rounded to it too, and so for medians and modes.
///
/// In any order of the rows, or where rows are left out that nobody claims, a search looks for a
/// way to share the original rows out so that all aggregates are right, see search_aggregates().
/// Cost O(n) for each attribute, and that of the search.
[[nodiscard]] AggregateFindings judge_aggregates(const Evidence& evidence,
                                                 const Pairing& pairing,
                                                 FaultLog& log);

}  // namespace kanon::auditing

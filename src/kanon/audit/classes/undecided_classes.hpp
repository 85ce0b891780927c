// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/matching_types.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Per released type the original types that its rows may stand for.
using EdgesOfTypes = std::vector<std::vector<std::uint32_t>>;

/// What the models that look at hidden columns, at persons that is, would say if the rows were
/// matched in another way.
///
/// The rows of a class that may stand for no more original rows than they are have these in every
/// matching. For the others there are bounds of the distinct persons: at least those of the rows
/// that are certain, and at least as many as it takes to fill the class from those who have the
/// most rows among its candidates; at most as many as there are among these. Where the bounds do
/// not decide, and for models other than k-anonymity wherever rows are not certain, all ways to
/// fill the class are gone through (ClassSearch). That is NP-hard, so a class may be called open
/// because there was too much to look at; none is called decided that is not.
/// Cost O(persons of the candidates of each class), and that of the search; both are bounded.
/// \pre every released row is matched
[[nodiscard]] UndecidedClasses find_undecided_classes(const Evidence& evidence,
                                                      const MatchingTypes& sides,
                                                      const EdgesOfTypes& edges);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

namespace kanon::cell_suppression {

/// Star cells so that each adversary's set of attributes holds by itself, starring little.
///
/// Local suppression set by set, as in mu-ARGUS (Hundepool et al., manual 5.1, section 2.6) and in
/// sdcMicro's kAnon() with `combs`. Differs, and reconstructed: a star is a value of its own here
/// and matches no other, so rows that lose a value must find others that lost the same, and what is
/// left of a group must still be enough; the auditor counts that way.
/// - Each row type starts with the cheapest pattern that can serve it at all.
/// - Where rows are too few, they star the cheapest further cells with which they could be enough,
///   together with other such rows, until all hold or are starred throughout.
/// - If those are more than may be suppressed, the classes that pattern-greedy makes over all
///   attributes are the start instead: they keep each set.
/// - Then block after block shows what it can while all that is left holds.
///
/// Bound: cost_of_cheapest(). Cost O(t p s) at worst a round, for p patterns and s sets. Same
/// outcome for any thread count. \pre suits_sets()
[[nodiscard]] Outcome star_sets_greedily(const Task& task, const RunContext& context);

/// The fewest stars with which each adversary's set holds by itself, by an integer program: whole
/// numbers of rows for each type and pattern, and for what an adversary finds alike whether there
/// is any, which is k rows at least. Starts from star_sets_greedily(), and ends with the bound of
/// the program if it is stopped. \throws Error{bad_policy} where the program would be too large.
/// Cost: exponential at worst. \pre suits_sets()
[[nodiscard]] Outcome star_sets_exactly(const Task& task, const RunContext& context);

}  // namespace kanon::cell_suppression

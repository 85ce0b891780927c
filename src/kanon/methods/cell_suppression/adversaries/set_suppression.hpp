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
/// - Pattern by pattern in order of cost, all rows are released that can be together: the others
///   are taken out until each adversary finds enough (take_rows()). That is pattern-greedy's rule
///   (Bredereck et al. 2013, Algorithm 1), set by set.
/// - What is left and more than may be suppressed founds classes of k rows, with rows that are not
///   needed where they are.
/// - Then block after block shows what it can while all that is left holds.
/// - The classes that pattern-greedy makes over all attributes keep each set, too; they show more
/// in
///   the same way, and the better of both is taken.
/// - Small tables are improved: some rows are given up and taken anew in a slightly other order,
/// drawn
///   at random, and what costs less is kept.
///
/// Where an adversary asks for distinct values, or other models of a sensitive column, rows of a
/// type are released in different ways by what they have there (TupleTypes).
///
/// Bound: cost_of_cheapest(). Cost O(t p s) at worst a round, for p patterns and s sets. Same
/// outcome for any thread count. \pre suits_sets()
[[nodiscard]] Outcome star_sets_greedily(const Task& task, const RunContext& context);

/// The fewest stars with which each adversary's set holds by itself, by an integer program: whole
/// numbers of rows for each type and pattern, and for what an adversary finds alike whether there
/// is any, which is k rows at least; and which values it has, where so many distinct ones are
/// asked. Starts from star_sets_greedily(), and ends with the bound of the program if it is
/// stopped. \throws Error{bad_policy} where the program would be too large. Cost: exponential at
/// worst. \pre suits_set_program()
[[nodiscard]] Outcome star_sets_exactly(const Task& task, const RunContext& context);

}  // namespace kanon::cell_suppression

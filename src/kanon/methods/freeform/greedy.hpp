// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::freeform {

/// Freeform generalization by greedy rounds: the first gives each record its own row; in each of
/// the other k - 1 every row in turn takes the free record that loses least more by it. (Doka, Xue,
/// Tsoumakos, Karras: k-Anonymization by Freeform Generalization, ASIACCS 2015, section 5,
/// Algorithm 1.) Rows come in lexicographic order, attributes of low cardinality first, and so do
/// records that lose as little more.
///
/// A row that may take none of the free records goes back over the rows before it, last first, to
/// one that can let it have its record and take another. Lemma 5.1 says how far at most, and the
/// figure `beyond_lemma` by how much that was exceeded: 0 where no persons are counted. How we
/// differ: where no exchange of two helps, which the lemma leaves open for k > n / 2 + 1 and for
/// persons, the shortest chain of exchanges is taken, and `infeasible` is said only if there is
/// none; the nearest record is found by bounds of parts, see FreeRecords; and a record that comes
/// to be starred throughout counts as if it lost a row more.
///
/// Cost O(k n^2 (m + k)) at worst, with bounds far less; memory O(n (k + m)). The same for any
/// thread count. There is no release if the time limit comes before the last round is filled.
[[nodiscard]] std::unique_ptr<Method> make_greedy(const OptionMap& options);

}  // namespace kanon::freeform

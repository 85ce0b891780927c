// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::freeform {

/// Freeform generalization by greedy rounds as make_greedy() has them, but in each the pairs of a
/// row and a record come in ascending order of what the record loses more by the row, those that
/// lose as much by the order of rows and then of records; a pair is taken if both are free. (Doka,
/// Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, ASIACCS 2015, SortGreedy.)
/// Rows left over then exchange as in make_greedy(), in their order. A record takes one row a
/// round, so what it loses need not be worked out anew within one.
///
/// Pairs are not listed and sorted, which would take n^2 log n a round and as much memory: each row
/// waits with the record nearest to it, and looks for another when its turn comes and that is gone.
/// Cost O(k n s (n / 8 m + r (m + k))) for rows that look s times into parts of r records; s and
/// r are n at worst, and few in tables met so far. Memory O(n (k + m)). The same for any thread
/// count. There is no release if the time limit comes before the last round is filled.
[[nodiscard]] std::unique_ptr<Method> make_sort_greedy(const OptionMap& options);

}  // namespace kanon::freeform

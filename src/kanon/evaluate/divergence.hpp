// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluated_table.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace kanon {

/// Kullback-Leibler divergence, in nats, of the original's distribution over the combinations of
/// some columns from that of the release, each released row spread evenly over the combinations
/// that it covers: sum P ln(P / Q) (Kifer, Gehrke: Injecting utility into anonymized datasets,
/// SIGMOD 2006). None where a combination of the original is covered by no row, or where more than
/// `most_looks` pairs of a distinct original and a distinct released row would be looked at.
/// Cost O(those pairs), and a bit for each value and each spread. Same result for any thread count.
[[nodiscard]] std::optional<double> divergence_of(const EvaluatedTable& table,
                                                  std::span<const std::size_t> columns,
                                                  double most_looks,
                                                  unsigned threads);

}  // namespace kanon

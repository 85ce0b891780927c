// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"
#include "kanon/risk/suda.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::risk {

/// What minimal sample uniques say of the rows that have them.
struct SudaScores {
    std::vector<std::uint64_t> sets_of_size;  ///< minimal sample uniques of 1, 2, ... columns
    std::vector<double> of_unique;            ///< in the order of MinimalUniques::types
    double sum = 0;                           ///< of all
    /// Per column: share of the sum that comes from sets that hold it; 0 where there is none. The
    /// shares add up to more than 1, for a set counts for each of its columns.
    std::vector<double> share_of_column;
};

/// Score what was found: a set of k of m columns counts the product of (m - i) for i from k to M,
/// where M is the largest size looked at, m - 1 at most. Elliot, Manning, Mayes, Gurd, Bane: SUDA:
/// a program for detecting special uniques, 2005; sdcMicro has M = m - 1. Cost O(sets).
[[nodiscard]] SudaScores suda_scores(const MinimalUniques& found);

/// The probability that a unique row matched with a unique person is matched rightly, estimated by
/// drawing rows out and copying some back: U f / (U f + P (1 - f)) of U rows that stand alone, P
/// rows in pairs, and f the share of the population that was sampled (Skinner, Elliot: A measure of
/// disclosure risk for microdata, JRSS B 64 (2002)). 0 without a row alone.
[[nodiscard]] double data_intrusion_risk(const SizeCounts& sizes, double fraction);

/// The file's risk shared out to its uniques by their scores; 0 for a score of 0.
///
/// As sdcMicro does it: 1 / (1 + (U / d - U) / (s^Q a)) of a score s, the risk d of the file, a the
/// sum of s^-Q over the rows with a score, Q = 1 + (8 - m) / 20. \pre risk > 0 where a score is
[[nodiscard]] std::vector<double> dis_suda_scores(std::span<const double> scores,
                                                  std::uint64_t uniques,
                                                  double risk,
                                                  std::size_t columns);

}  // namespace kanon::risk

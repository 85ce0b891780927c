// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// Rows that approx-naive takes at most: it goes over all sets of them.
inline constexpr std::size_t kMostNaiveRows = 20;

/// What a set of rows is taken to cost.
enum class SetCost {
    suppression_length,  ///< of what its rows differ in: what each of them will cost
    diameter             ///< of what two of its rows differ in, at most
};

/// A cover by any sets of k to 2k - 1 slots (GEN-COVER, Park & Shim 2007, Fig. 5): always the one
/// of least cost per slot that it covers anew; ties by the lists of their slots. \pre at most
/// kMostNaiveRows slots. Cost O(2^n n) for each set chosen.
[[nodiscard]] Cover cover_by_all_sets(const Task& task,
                                      const PatternCosts& costs,
                                      const Slots& slots,
                                      SetCost set_cost = SetCost::suppression_length);

/// Refuse more than kMostNaiveRows rows. \throws Error{bad_policy}; `instead` says what to take.
void require_few_rows(std::string_view method, const Task& task, std::string_view instead);

/// APPROX-NAIVE (Park & Shim 2007, section 4.2, Figs 5 to 7): greedy cover by all sets of k to 2k -
/// 1 rows, CONVERT, stars where rows differ. At most 2 (1 + ln 2k) times the least number of stars.
/// Differs as approx-cf does. For tables of kMostNaiveRows rows at most; others are refused.
[[nodiscard]] std::unique_ptr<Method> make_approx_naive(const OptionMap& options);

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// Rows that two-factor takes at most: its graph has an edge for each two of them.
inline constexpr std::size_t kMostFactorRows = 1000;

/// 2-anonymity of attributes of two values, at most 1.5 times the least number of stars: classes
/// are the parts of a [1,2]-factor of least weight.
///
/// Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu: Approximation algorithms for
/// k-anonymity, 2005, as told by Ciriani, De Capitani di Vimercati, Foresti, Samarati 2007, section
/// 5. The paper is not at hand; reconstructed were:
/// - the factor, as a perfect matching of least cost: a row is a node that must have a partner and
///   one that need not, and those that need none are partners of each other for nothing;
/// - the ratio. An edge weighs what its two rows differ in. Best classes have two or three rows. Of
///   two rows the class costs twice its edge. Three rows of two values that differ in weight d cost
///   3 d, and their three edges weigh 2 d, so the two lighter ones 4/3 d at most: half of the cost
///   or less. So a factor weighs at most half of the least cost. A class of two costs twice what it
///   weighs, one of three at most three times: 1.5 times the least cost in all.
/// Differs: weights of attributes; of factors of least weight one with most parts; edges between
/// types of two rows and more are left out, which changes no least weight: such rows have partners
/// of their own type for nothing.
///
/// No mask; k-anonymity of rows alone. The ratio is that of the rows whose classes show something:
/// classes starred throughout are placed as pattern-greedy places rows left over, unless the policy
/// makes them a class. Bound: star_bound(). Cost O(n^3 log n) time at worst, O(n^2) memory. One
/// thread.
[[nodiscard]] std::unique_ptr<Method> make_two_factor(const OptionMap& options);

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/covers/cover_options.hpp"
#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

inline constexpr std::array kApproxDrOptions{kBetaOption};

/// APPROX-DR (Park & Shim 2007, section 4.5): closed frequent itemsets in order of suppression
/// length; of each, the rows not covered so far are a class if they are k or more. A heuristic that
/// their section 5 finds to lose least of all they tried.
///
/// This is pattern-greedy (Bredereck et al. 2013) over all patterns: a cell that is not closed has
/// the rows of one that is and costs less, which came before it. So it is carried out as
/// pattern-greedy is, over the policy's mask and for any model. Differs from it in `beta`
/// (section 4.4): only patterns that star less than 1 / beta of all. Rows that their loop leaves
/// without any subset are placed as place_leftovers() says. Ties by the order of patterns that
/// stars later attributes first.
///
/// Bound: star_bound(). Cost O(p t m) at worst. Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_approx_dr(const OptionMap& options);

}  // namespace kanon::cell_suppression

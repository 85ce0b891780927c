// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/covers/cover_options.hpp"
#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::cell_suppression {

inline constexpr std::array kApproxCoverOptions{kBetaOption};

/// APPROX-CF (Park & Shim 2007, section 4.4): cover the rows greedily by closed frequent itemsets
/// (GEN-COVER-FQ, Fig. 9: cover_by_cells()), make a partition of the cover (CONVERT, Fig. 6:
/// convert()), and star each part where its rows differ. At most 2 (1 + ln 2k) times the least
/// number of stars (Theorem 4.14), times `beta`.
///
/// Differs: weighted attributes; parts that are starred alike and show the same values are one
/// class; a part that comes out starred throughout is suppressed within the limit, or taken apart
/// by place_leftovers(): the ratio then holds for the cover, not for the rows of such parts. k
/// rows, no other model, no mask: uniting parts needs every pattern.
///
/// Bound: star_bound(). Cost O(F log F + members) for F cells and the row types in them, at most
/// 1 GiB of these; O(n log n) for the rest. Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_approx_cf(const OptionMap& options);

/// APPROX-FQ (section 4.3, Theorem 4.11): as approx-cf with all frequent itemsets. Those that are
/// not closed are never chosen, so the outcome is the same; it is here to be compared.
[[nodiscard]] std::unique_ptr<Method> make_approx_fq(const OptionMap& options);

}  // namespace kanon::cell_suppression

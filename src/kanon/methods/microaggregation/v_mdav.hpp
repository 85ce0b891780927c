// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::microaggregation {

inline constexpr std::array kVMdavOptions{
    OptionSpec{.name = "gamma",
               .type = OptionType::number,
               .least = 0,
               .greatest = 1000,
               .fallback = "0.2",
               .help = "a class takes a further record that is nearer to it than this times the "
                       "way from there to the next free record: 0.2 for scattered, 1.1 for "
                       "clustered data"},
};

/// As mdav, with classes of variable size: the record farthest from the centre of the table and its
/// k - 1 nearest begin a class; then, as long as it has fewer than 2k - 1, the free record nearest
/// to any of its records joins, if its distance is less than gamma times that to the nearest other
/// free record. The fewer than k left over go each to the class with the nearest centre.
///
/// Solanas, Martinez-Balleste: V-MDAV: a multivariate microaggregation with variable group size,
/// COMPSTAT 2006. Differs, or reconstructed, for the paper was not at hand: ties, models, records
/// that are row types and early stops as in make_mdav(); the last free record, which has no other
/// to be compared with, joins no class in the extension; centres of classes are those before any
/// record left over joined.
///
/// Cost O(n^2 lanes): a look at all free records for each that joins. Same outcome for any thread
/// count.
[[nodiscard]] std::unique_ptr<Method> make_v_mdav(const OptionMap& options);

}  // namespace kanon::microaggregation

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace kanon::messages {

/// The chance that a random group of `size` of `members` has fewer than `k` honest ones when
/// `cheaters` of all are not honest: the lower tail of the hypergeometric distribution,
///
///     sum over h < k of C(members - cheaters, h) C(cheaters, size - h) / C(members, size)
///
/// O(size). \pre size, cheaters <= members
[[nodiscard]] double chance_of_few_honest(std::size_t members,
                                          std::size_t cheaters,
                                          std::size_t size,
                                          std::size_t k);

/// What chance is taken that some group has fewer than k honest members.
inline constexpr double kTakenChance = 1e-6;

/// The least size that groups must have: members / size groups, rounded down, of this size or more,
/// all with k honest members but for a chance of `taken` (the sum over the groups). At most
/// k + cheaters, where nothing is left to chance. von Ahn, Bortz, Hopper 2003 take groups of O(k)
/// and bound the chance by an inequality for any fraction of cheaters; this is the chance itself.
/// O(members^2). \throws Error{usage} where `members` has fewer than k honest, or k is 0
[[nodiscard]] std::size_t group_size(std::size_t members,
                                     std::size_t k,
                                     std::size_t cheaters,
                                     double taken = kTakenChance);

}  // namespace kanon::messages

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/k_factor.hpp"
#include "kanon/audit/pairing.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::auditing {

/// Per original row the left node of a coverage graph whose row stands for it; originals of which
/// no row is known to go to the suppressed rows, then to those that were left out. None if a
/// released row that is not suppressed stands for none, or there are more of them than originals.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> left_of_originals(const Evidence& evidence,
                                                                          const Pairing& pairing);

/// The same by nodes: how many rows of each left node stand for how many of each row type.
[[nodiscard]] std::vector<PairedNodes> paired_nodes(const std::vector<std::uint32_t>& left_of,
                                                    const std::vector<std::uint32_t>& type_of_row);

}  // namespace kanon::auditing

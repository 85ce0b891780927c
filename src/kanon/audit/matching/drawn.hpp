// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/matching/k_factor.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::auditing {

/// So many rows that an original one stands for, and the left node of a coverage graph whose rows
/// stand for them.
struct DrawnRows {
    std::uint32_t original = 0;
    std::uint32_t left = 0;
    std::uint64_t rows = 1;
};

/// What became of each original row, ascending; of counted ones there are several where rows of
/// several nodes stand for one. Originals of which no row is known go to the suppressed rows, then
/// to those that were left out. None if a released row that is not suppressed stands for none, or
/// there are more of them than originals.
[[nodiscard]] std::optional<std::vector<DrawnRows>> drawn_rows(const Evidence& evidence,
                                                               const Pairing& pairing);

/// The same by nodes: how many rows of each left node stand for how many of each row type.
[[nodiscard]] std::vector<PairedNodes> paired_nodes(std::span<const DrawnRows> drawn,
                                                    const std::vector<std::uint32_t>& type_of_row);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <span>

namespace kanon {

/// The row types of a part of the rows: those chosen, by their numbers, each once and ascending,
/// with all their rows. Codes are those of the whole. Cost O(chosen).
[[nodiscard]] RowTypes chosen_row_types(const RowTypes& types,
                                        std::span<const std::uint32_t> chosen);

}  // namespace kanon

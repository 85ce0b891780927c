// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <vector>

namespace kanon {

/// Rows of the other table with the same codes, for each row type. \pre both have the same
/// attributes with the same codes, and ascend as row types do. Cost O((t + u) m).
[[nodiscard]] std::vector<std::uint32_t> matching_rows(const RowTypes& types,
                                                       const RowTypes& other);

}  // namespace kanon

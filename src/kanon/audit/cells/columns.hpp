// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kanon::auditing {

/// The cells of a column at the given rows, under a name of their own. Same dictionary.
[[nodiscard]] std::shared_ptr<const Column> gather(const Column& column,
                                                   std::string name,
                                                   const std::vector<std::uint32_t>& rows);

/// The numbers begin .. end-1, as column places.
[[nodiscard]] std::vector<std::size_t> places(std::size_t begin, std::size_t end);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/contract/class_cover.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// For each of some covers the first of them that is released alike: itself, where none before it
/// is. Cost O(c log c) for c covers; the same for any thread count.
[[nodiscard]] std::vector<std::uint32_t> first_alike(const std::vector<Axis>& axes,
                                                     std::span<const std::span<const Word>> covers,
                                                     unsigned threads);

}  // namespace kanon::classes

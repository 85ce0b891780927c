// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding/recoding.hpp"

namespace kanon {

/// The recoding of one attribute to a level of its hierarchy; released values are its labels, in
/// their order. Cost O(values).
[[nodiscard]] GlobalRecoding::Attribute recode_to_level(const Hierarchy& hierarchy, Level level);

}  // namespace kanon

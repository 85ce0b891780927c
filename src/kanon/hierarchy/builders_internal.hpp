// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/hierarchy.hpp"

#include <cstddef>
#include <string>

namespace kanon::detail {

/// The level where every code has the label `*`.
[[nodiscard]] Hierarchy::LevelMap star_level(std::size_t codes);

/// \throws Error{bad_hierarchy} at the attribute of the context, always.
[[noreturn]] void refuse(const BuildContext& context, const std::string& message);

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/hierarchy.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace kanon::detail {

/// The level where every code has the label `*`.
[[nodiscard]] Hierarchy::LevelMap star_level(std::size_t codes);

/// \throws Error{bad_hierarchy} at the attribute of the context, always.
[[noreturn]] void refuse(const BuildContext& context, const std::string& message);

/// hierarchy_from_paths() for a hierarchy of the given kind.
[[nodiscard]] Hierarchy build_from_paths(std::shared_ptr<const Dictionary> dictionary,
                                         const LeafPaths& paths,
                                         const BuildContext& context,
                                         HierarchyKind kind);

}  // namespace kanon::detail

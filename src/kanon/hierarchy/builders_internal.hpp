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

/// Give the missing value a label of its own, if the column has it.
void add_missing_label(const Dictionary& dictionary, Hierarchy::LevelMap& map);

/// Masked levels below the star, of so many characters. \throws Error{bad_hierarchy} if too many
[[nodiscard]] std::size_t masked_levels(std::size_t length,
                                        const MaskOptions& options,
                                        const BuildContext& context);

/// mask_hierarchy() with `by_parts`. \pre the dictionary has a value, the options are checked
[[nodiscard]] Hierarchy mask_by_parts(std::shared_ptr<const Dictionary> dictionary,
                                      const MaskOptions& options,
                                      const BuildContext& context);

/// \throws Error{bad_hierarchy} at the attribute of the context, always.
[[noreturn]] void refuse(const BuildContext& context, const std::string& message);

/// hierarchy_from_paths() for a hierarchy of the given kind.
[[nodiscard]] Hierarchy build_from_paths(std::shared_ptr<const Dictionary> dictionary,
                                         const LeafPaths& paths,
                                         const BuildContext& context,
                                         HierarchyKind kind);

}  // namespace kanon::detail

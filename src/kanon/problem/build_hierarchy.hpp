// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>

namespace kanon {

/// The hierarchy of a column as a policy asks for it; `automatic`: the form that suits its values.
/// `files` has the file that it names, if it does. Messages quote values of the column only with
/// `show_values`. Row i of the column stands for counts[i] rows; for one where `counts` is empty.
/// \throws Error{bad_hierarchy}
[[nodiscard]] Hierarchy build_hierarchy(const Policy& policy,
                                        const HierarchySpec& asked,
                                        const Column& column,
                                        const HierarchyFiles& files,
                                        bool show_values = false,
                                        std::span<const std::uint64_t> counts = {});

/// The same, reading the file.
[[nodiscard]] Hierarchy build_hierarchy(const Policy& policy,
                                        const HierarchySpec& asked,
                                        const Column& column,
                                        bool show_values = false);

}  // namespace kanon

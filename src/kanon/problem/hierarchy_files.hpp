// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/hierarchy_file.hpp"
#include "kanon/problem/policy.hpp"

#include <map>
#include <string>
#include <string_view>

namespace kanon {

/// The hierarchy files that a policy names, by the names that it gives them.
using HierarchyFiles = std::map<std::string, HierarchyRows>;

/// Read them; a file is relative to the folder of the policy's own file.
/// \throws Error{bad_hierarchy}
[[nodiscard]] HierarchyFiles read_hierarchy_files(const Policy& policy,
                                                  const RunContext& context = {});

/// Read the file of a column's hierarchy, if it names one. \throws Error{bad_hierarchy}, which says
/// where the policy names a file that cannot be read.
void read_hierarchy_file_of(const Policy& policy,
                            std::string_view column,
                            const HierarchySpec& spec,
                            HierarchyFiles& files,
                            const RunContext& context = {});

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/hierarchy_file.hpp"
#include "kanon/problem/policy.hpp"

#include <map>
#include <string>

namespace kanon {

/// The hierarchy files that a policy names, by the names that it gives them.
using HierarchyFiles = std::map<std::string, HierarchyRows>;

/// Read them; a file is relative to the folder of the policy's own file.
/// \throws Error{bad_hierarchy}
[[nodiscard]] HierarchyFiles read_hierarchy_files(const Policy& policy);

/// Read the file of one hierarchy, if it names one.
void read_hierarchy_file_of(const Policy& policy, const HierarchySpec& spec, HierarchyFiles& files);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/config/hierarchy_file.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon {

/// A hierarchy's file as a policy names it, and how it is read.
using HierarchyFileKey = std::pair<std::string, ReadWords>;

[[nodiscard]] HierarchyFileKey file_key(const HierarchySpec& spec);

/// The hierarchy files that a policy names.
using HierarchyFiles = std::map<HierarchyFileKey, HierarchyRows>;

/// What the files say that a policy names.
struct PolicyFiles {
    HierarchyFiles hierarchies{};
    std::optional<Table> population{};  ///< none: the policy names none
};

/// Read them; a file is relative to the folder of the policy's own file.
/// \throws Error{bad_hierarchy}, and Error{bad_input} for the population
[[nodiscard]] PolicyFiles read_policy_files(const Policy& policy, const RunContext& context = {});

/// Read the file of a column's hierarchy, if it names one. \throws Error{bad_hierarchy}, which says
/// where the policy names a file that cannot be read.
void read_hierarchy_file_of(const Policy& policy,
                            std::string_view column,
                            const HierarchySpec& spec,
                            HierarchyFiles& files,
                            const RunContext& context = {});

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/io/config/hierarchy_file.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

/// A hierarchy's file as a policy names it, and how it is read.
using HierarchyFileKey = std::pair<std::string, ReadWords>;

[[nodiscard]] HierarchyFileKey file_key(const HierarchySpec& spec);

/// The hierarchy files that a policy names.
using HierarchyFiles = std::map<HierarchyFileKey, HierarchyRows>;

/// The secret keys of a policy, by the names of their files in it.
using Keys = std::map<std::string, std::shared_ptr<const SecretKey>>;

/// Which keys are read.
struct KeysToRead {
    bool of_policy = true;  ///< the files that the policy names; else those here alone
    /// Files that stand for those of the policy: for the one that it names, or for those of the
    /// same file names.
    std::vector<std::string> files{};
};

/// What the files say that a policy names.
struct PolicyFiles {
    HierarchyFiles hierarchies{};
    std::optional<Table> population{};  ///< none: the policy names none
    Keys keys{};
};

/// Read them; a file is relative to the folder of the policy's own file.
/// \throws Error{bad_hierarchy}, and Error{bad_input} for the population and the keys
[[nodiscard]] PolicyFiles read_policy_files(const Policy& policy,
                                            const RunContext& context = {},
                                            const KeysToRead& keys = {});

/// The path of a file that a policy names.
[[nodiscard]] std::string path_of_file(const Policy& policy, const std::string& named);

/// Read the file of a column's hierarchy, if it names one. \throws Error{bad_hierarchy}, which says
/// where the policy names a file that cannot be read.
void read_hierarchy_file_of(const Policy& policy,
                            std::string_view column,
                            const HierarchySpec& spec,
                            HierarchyFiles& files,
                            const RunContext& context = {});

}  // namespace kanon

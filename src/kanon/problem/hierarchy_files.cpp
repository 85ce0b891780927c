// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/hierarchy_files.hpp"

#include <filesystem>
#include <optional>

namespace kanon {

void read_hierarchy_file_of(const Policy& policy,
                            const HierarchySpec& spec,
                            HierarchyFiles& files) {
    if (spec.form != HierarchySpec::Form::file || files.contains(spec.file)) {
        return;
    }
    const auto path = std::filesystem::path(policy.file).parent_path() / spec.file;
    files.emplace(spec.file, read_hierarchy_file(path.string()));
}

HierarchyFiles read_hierarchy_files(const Policy& policy) {
    HierarchyFiles files;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (!attribute.role || attribute.role == Role::quasi_identifying) {
            read_hierarchy_file_of(policy, attribute.hierarchy, files);
        }
    }
    return files;
}

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include <filesystem>
#include <string>

namespace kanon {
namespace {

/// A path that stands in a policy file, as it is found from everywhere.
void make_absolute(std::string& path, const std::string& policy_file) {
    namespace fs = std::filesystem;
    if (!path.empty() && !policy_file.empty()) {
        path = fs::absolute(fs::path(policy_file).parent_path() / path).string();
    }
}

}  // namespace

Table released_table(const Result& result, const std::optional<std::uint64_t>& secret_seed) {
    if (result.is_in_pieces || !result.release.counts.empty()) {
        throw Error(ErrorCode::usage,
                    "the released rows are not in memory: they were written where the original is; "
                    "read them from there");
    }
    return table_to_write(result, secret_seed);
}

Policy repeating_policy(const Result& result) {
    Policy policy = result.problem->policy;
    for (const std::string& name : result.problem->unread) {
        policy.attribute(name).role = Role::identifying;
    }
    for (AttributePolicy& attribute : policy.attributes) {
        make_absolute(attribute.hierarchy.file, policy.file);
    }
    make_absolute(policy.population.file, policy.file);
    policy.file.clear();
    return policy;
}

}  // namespace kanon

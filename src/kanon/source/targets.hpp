// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"

#include <string>
#include <vector>

namespace kanon::detail {

/// The files that a job reads because of its input and its policy: table (or its
/// address), policy, hierarchies.
/// \throws Error{bad_input} if there is no input.
[[nodiscard]] std::vector<std::string> sources_of(const std::string& input, const Policy& policy);

/// A file that a job writes.
struct Target {
    std::string what;  ///< its name in messages
    std::string path;  ///< "" and `-` are no files
};

/// \throws Error{usage} if a target is one of the sources, under whatever name, or another target.
void check_targets(const std::vector<std::string>& sources, std::vector<Target> targets);

}  // namespace kanon::detail

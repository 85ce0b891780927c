// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/policy/policy.hpp"

#include <string>
#include <string_view>

namespace kanon {

/// Read a policy (YAML, docs/policy.md). \throws Error{bad_policy} with file:line:column; unknown
/// keys, roles, types, forms, methods, objectives and models come with the nearest known word.
[[nodiscard]] Policy read_policy_file(const std::string& path, const RunContext& context = {});

/// What becomes of a policy that names no column.
enum class UnnamedColumns {
    refused,   ///< a file that names none was meant to
    suggested  ///< columns are taken for what they look like, as without a policy
};

/// The same from a text in memory; `name` stands in messages.
[[nodiscard]] Policy parse_policy(std::string_view text,
                                  const std::string& name,
                                  UnnamedColumns unnamed = UnnamedColumns::refused,
                                  const RunContext& context = {});

/// The policy as YAML that parse_policy() reads back to the same policy.
[[nodiscard]] std::string policy_text(const Policy& policy);

}  // namespace kanon

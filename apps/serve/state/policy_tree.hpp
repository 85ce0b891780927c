// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <nlohmann/json.hpp>

#include <string>

/// Policies as JSON, with the keys of the file: what the page shows, and what it changes.
namespace kanon::serve {

using Json = nlohmann::ordered_json;

/// The tree of policy_text(): whole numbers and yes or no as such, other scalars as text.
[[nodiscard]] Json policy_tree(const Policy& policy);

/// Change keys of a policy, `[{"at": ["attributes", "zip", "role"], "value": "sensitive"}, ...]`;
/// null takes a key away. The whole is read by the reader of policy files, so that the faults are
/// the same. It keeps the file that the policy is of.
/// \throws Error{bad_policy} without a place: a page has no lines; Error{usage}: no such change
[[nodiscard]] Policy changed_policy(const Policy& policy, const Json& changes);

}  // namespace kanon::serve

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/policy.hpp"
#include "kanon/profile/spread.hpp"
#include "kanon/table/table.hpp"

namespace kanon::detail {

using profile::rows_of_codes;

/// The hierarchy that stands for `auto`: masks for columns named like postal codes whose values
/// have one length, else as default_hierarchy(). Never `automatic`.
[[nodiscard]] HierarchySpec automatic_spec(const Column& column);

}  // namespace kanon::detail

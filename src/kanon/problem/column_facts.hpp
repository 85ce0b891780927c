// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/profile/sets/distinctness.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>

namespace kanon::detail {

using profile::rows_of_codes;

/// The values that a hierarchy is built over: all but those that coding made one at the ends.
[[nodiscard]] std::shared_ptr<const Dictionary> closed_dictionary(const Column& column);

/// The hierarchy that stands for `auto`: masks for columns named like postal codes whose values
/// have one length, else as default_hierarchy(). Never `automatic`; marked as made up.
[[nodiscard]] HierarchySpec automatic_spec(const Column& column);

}  // namespace kanon::detail

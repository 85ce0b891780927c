// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/hierarchy.hpp"
#include "kanon/api/kanon.hpp"

#include "state/policy_tree.hpp"

namespace kanon::serve {

/// A column's hierarchy as the page edits it: levels with their labels and what each loses, the
/// values with their rows, and the tree where it is small enough to be edited by hand.
[[nodiscard]] Json hierarchy_json(const Policy& policy, const Column& column, std::size_t rows);

/// The hierarchy in the form of a file.
[[nodiscard]] std::string hierarchy_file_text(const Policy& policy, const Column& column);

}  // namespace kanon::serve

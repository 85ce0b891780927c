// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/views/judge_views.hpp"

#include <string>
#include <vector>

namespace kanon {

/// What views tell, for people: a verdict for each association, the views that tell most and the
/// row that they tell it of; the identifier itself only with `show_values`.
[[nodiscard]] std::string views_text(const ViewSet& views,
                                     const std::vector<AssociationFinding>& findings,
                                     const Table& table,
                                     bool show_values);

/// The same as JSON (docs/views.md), never with values.
[[nodiscard]] std::string views_json(const ViewSet& views,
                                     const std::vector<AssociationFinding>& findings);

}  // namespace kanon

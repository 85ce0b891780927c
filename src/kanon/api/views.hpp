// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/report/views_report.hpp"
#include "kanon/views/judge_views.hpp"
#include "kanon/views/view_set.hpp"

#include <string>
#include <vector>

namespace kanon {

/// Where views are read and the table that they are of.
struct ViewsJob {
    std::string input;
    std::string views;  ///< a file, YAML
    ReadOptions read;
    std::optional<std::uint64_t> k{};  ///< in place of that of the views
    RunContext context;
};

/// Views of a table, and what they tell. The table has the columns that views and associations
/// name.
struct JudgedViews {
    Table table;
    ViewSet views;
    std::vector<AssociationFinding> findings;
};

/// Read both and judge, see judge_views(). Columns that nothing names are not loaded.
/// \throws Error: bad_policy, bad_input, cancelled.
[[nodiscard]] JudgedViews run_job(const ViewsJob& job);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <string>

namespace kanon::detail {

struct BoundTable {
    Problem problem;
    double read_seconds = 0;
};

/// Read a table as its policy asks (types, missing marks, rows left out) and bind the policy to it.
/// Columns that the policy calls identifying are never loaded; their names stand in
/// Problem::unread.
[[nodiscard]] BoundTable read_and_bind(const std::string& path,
                                       const Policy& policy,
                                       const ReadOptions& options,
                                       const RunContext& context);

}  // namespace kanon::detail

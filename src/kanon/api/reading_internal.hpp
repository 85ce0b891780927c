// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <string>

namespace kanon::detail {

struct BoundTable {
    Problem problem;
    double read_seconds = 0;
};

/// What binding is told of the method that the policy names; nothing for `auto`.
/// \throws Error{bad_policy} if there is no such method.
[[nodiscard]] Circumstances circumstances_of(const Policy& policy);

/// Read a table as its policy asks (types, missing marks, rows left out) and bind the policy to it.
/// Columns that the policy calls identifying are never loaded; their names stand in
/// Problem::unread, and only the order of their first rows is looked at. `circumstances` lack what
/// reading tells.
[[nodiscard]] BoundTable read_and_bind(const std::string& path,
                                       const Policy& policy,
                                       const ReadOptions& options,
                                       Circumstances circumstances,
                                       const RunContext& context);

}  // namespace kanon::detail

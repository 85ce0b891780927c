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

/// Where an original and a release of it are read from.
struct ReleaseSource {
    const std::string& original;
    const std::string& release;
    const Policy* policy = nullptr;
    const ReadOptions* read = nullptr;          ///< of the original
    const ReadOptions* read_release = nullptr;  ///< types and missing marks are the policy's
    bool only_measured = false;                 ///< see Circumstances
};

struct ReadRelease {
    Problem problem;
    Release release;
};

/// Read an original, bind its policy, and read a release of it, whoever made that.
[[nodiscard]] ReadRelease read_with_release(const ReleaseSource& source, const RunContext& context);

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// How the bounds of boxes and pairs look for what is near, row type by row type.
namespace kanon::classes {

/// Row types that a thread takes at a time.
inline constexpr std::size_t kTypesAtATime = 1024;

// How far is sought: at first a part of what bounds the type before, not less than a small part of
// a loss that is known to be enough; then farther.
inline constexpr double kFirstReach = 0.75;
inline constexpr double kLeastReach = 1.0 / 64;
inline constexpr double kReachGrowth = 1.1;

}  // namespace kanon::classes

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kanon::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t kEffortShare = 5;
#else
inline constexpr std::uint64_t kEffortShare = 1;
#endif

/// Of so many random cases, those that this build tries: a share under sanitizers, where each takes
/// several times as long; what is asked of their outcomes stays the same.
constexpr std::uint64_t effort(std::uint64_t cases) {
    return cases / kEffortShare;
}

}  // namespace kanon::test

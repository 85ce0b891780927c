// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/memory_limit.hpp"

#include "kanon/base/error.hpp"

#include <string>

namespace kanon {

std::uint64_t engine_memory(std::uint64_t memory, std::string_view name) {
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 27U;
    constexpr std::uint64_t kMost = std::uint64_t{1} << 60U;  // beyond are negative sizes
    if (memory < kLeast || memory > kMost) {
        throw Error(ErrorCode::usage, std::string(name) + ": from 128M on, such as 4G");
    }
    return memory / 2;
}

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "support/effort.hpp"

#include "kanon/base/random.hpp"

#include <algorithm>
#include <cstdlib>

namespace kanon::test {
namespace {

constexpr std::uint64_t kSanitizedShare = 5;

/// FNV-1a, which is the same everywhere.
std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char character : name) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3ULL;
    }
    return hash;
}

}  // namespace

bool is_sanitized() {
#if defined(KANON_SANITIZED)
    return true;
#else
    return false;
#endif
}

bool full_effort() {
    const char* effort = std::getenv("KANON_TEST_EFFORT");
    return effort != nullptr && std::string_view(effort) == "full";
}

std::vector<std::uint64_t> drawn_cases(std::string_view name,
                                       std::uint64_t all,
                                       std::uint64_t few) {
    const std::uint64_t share = is_sanitized() ? kSanitizedShare : 1;
    const std::uint64_t tried =
        std::max<std::uint64_t>((full_effort() ? all : std::min(few, all)) / share, 1);
    Random random(hash_of(name));
    std::vector<std::uint64_t> cases;
    for (std::uint64_t part = 0; part < tried; ++part) {
        const std::uint64_t begin = all * part / tried;
        const std::uint64_t end = all * (part + 1) / tried;
        cases.push_back(begin + 1 + random.below(end - begin));
    }
    return cases;
}

std::vector<std::uint64_t> all_cases(std::string_view name, std::uint64_t all) {
    return drawn_cases(name, all, all);
}

}  // namespace kanon::test

// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/assessment.hpp"

#include <array>

namespace kanon::risk {
namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 3> kSubjects{"row", "person", "candidate"};
constexpr std::array<std::string_view, 4> kSources{"none", "table", "weights", "fraction"};

}  // namespace

std::string_view to_string(Subject subject) {
    return kSubjects[static_cast<std::size_t>(subject)];
}

std::string_view to_string(PeopleSource source) {
    return kSources[static_cast<std::size_t>(source)];
}

}  // namespace kanon::risk

// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/parameters.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kanon::privacy {
namespace {

[[noreturn]] void refuse(const PrivacyRequirement& requirement,
                         std::string_view symbol,
                         std::string_view expected) {
    const double given = requirement.parameter;
    const std::string what = given == 0 ? std::string("0 or not given") : fmt::format("{}", given);
    throw Error(
        ErrorCode::bad_policy,
        fmt::format("{} needs {} as {}; it is {}", requirement.model, symbol, expected, what),
        Where{.file = {}, .attribute = requirement.attribute});
}

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> out;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        out.push_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
        list.remove_prefix(std::min(list.find_first_not_of(' '), list.size()));
    }
    return out;
}

}  // namespace

std::uint64_t whole_parameter(const PrivacyRequirement& requirement, std::string_view symbol) {
    const double value = requirement.parameter;
    // Written so that a value that is not a number is refused too.
    const bool fits = value >= 2 && value <= kGreatestParameter && std::floor(value) == value;
    if (!fits) {
        refuse(requirement, symbol, "a whole number from 2 to 2147483648");
    }
    return static_cast<std::uint64_t>(value);
}

double decimal_parameter(const PrivacyRequirement& requirement, std::string_view symbol) {
    const double value = requirement.parameter;
    const bool fits = value > 1 && value <= kGreatestParameter;
    if (!fits) {
        refuse(requirement, symbol, "a number above 1 and up to 2147483648");
    }
    return value;
}

std::string check_kind(const PrivacyRequirement& requirement, std::string_view kinds) {
    const std::vector<std::string_view> known = split(kinds);
    if (requirement.kind.empty()) {
        return known.empty() ? std::string() : std::string(known.front());
    }
    if (std::find(known.begin(), known.end(), requirement.kind) != known.end()) {
        return requirement.kind;
    }
    const std::string remedy =
        known.empty() ? std::string("; leave the kind out") : suggestion(requirement.kind, known);
    throw Error(ErrorCode::bad_policy,
                fmt::format("{} has no kind '{}'{}", requirement.model, requirement.kind, remedy),
                Where{.file = {}, .attribute = requirement.attribute});
}

}  // namespace kanon::privacy

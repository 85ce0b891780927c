// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/release/release.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kanon {
namespace {

/// A number as a value of the type would be spelled: shortest digits, ISO form for days and times.
std::string number_text(double number, ValueType type) {
    if (std::isinf(number)) {
        return number < 0 ? "-inf" : "inf";
    }
    if (is_of_calendar(type)) {
        return type == ValueType::date ? day_text(number) : moment_text(number);
    }
    return fmt::format("{}", number);
}

std::string spell_interval(const NumericRange& range, ValueType type) {
    return (std::isinf(range.low) ? "(" : "[") + number_text(range.low, type) + ", " +
           number_text(range.high, type) + (range.high_included ? "]" : ")");
}

Member member_of(const Dictionary& dictionary, Code code) {
    return {std::string(dictionary.text(code)), dictionary.is_missing(code)};
}

std::string spell_exact(const Dictionary& dictionary, Code code) {
    const std::string_view text = dictionary.text(code);
    const bool escape =
        !dictionary.is_missing(code) && !dictionary.is_open(code) && needs_escape(text);
    return (escape ? "\\" : "") + std::string(text);
}

std::string spell_set(const std::vector<Code>& set, const Dictionary& dictionary) {
    std::vector<Member> members;
    members.reserve(set.size());
    for (const Code code : set) {
        members.push_back(member_of(dictionary, code));
    }
    return "{" + join_members(members) + "}";
}

/// `[low, high]`; an open end of the column opens that of the range.
std::string spell_range(const ReleasedValue& value, const Dictionary& dictionary) {
    const bool low = dictionary.is_open_low(value.first);
    const bool high = dictionary.is_open_high(value.second);
    const auto end = [&](Code code) { return join_members({member_of(dictionary, code)}); };
    return (low ? "(-inf" : "[" + end(value.first)) + ", " +
           (high ? "inf)" : end(value.second) + "]");
}

}  // namespace

std::string spell(const ReleasedValue& value,
                  const ReleasedDomain& domain,
                  const Dictionary& dictionary,
                  const Hierarchy* hierarchy) {
    switch (value.kind) {
        case ReleasedValue::Kind::exact:
            return spell_exact(dictionary, value.first);
        case ReleasedValue::Kind::label:
            KANON_CHECK(hierarchy != nullptr);
            return std::string(hierarchy->text(static_cast<Level>(value.second), value.first));
        case ReleasedValue::Kind::range:
            return spell_range(value, dictionary);
        case ReleasedValue::Kind::set:
            return spell_set(domain.sets[value.first], dictionary);
        case ReleasedValue::Kind::star:
            return std::string(kStar);
        case ReleasedValue::Kind::interval:
            return spell_interval(domain.ranges[value.first], dictionary.type());
        case ReleasedValue::Kind::mean:
            return domain.means[value.first];
        case ReleasedValue::Kind::typical:
            return spell_exact(dictionary, value.first);
    }
    return std::string(kStar);
}

}  // namespace kanon

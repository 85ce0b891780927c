// SPDX-License-Identifier: Apache-2.0
// Any bytes as a saved recoding: parse_recoding refuses them with Error{bad_input}, or gives a
// recoding whose text reads back to the same text, and which a table takes or refuses with an
// Error, whether its hierarchy is flat, masks characters or has coded ends, and whatever stars the
// policy's patterns allow.
#include "kanon/api/kanon.hpp"
#include "kanon/base/check.hpp"
#include "kanon/release/recoding/recoding_text.hpp"

#include "support/tables.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

std::optional<kanon::SavedRecoding> parsed(std::string_view text) {
    try {
        return kanon::parse_recoding(text, "recoding");
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
        return std::nullopt;
    }
}

/// Policies for recodings of `age` and `zip`: labels of a flat domain, those that masks make, ends
/// that are coded, and patterns.
constexpr std::array kPolicies{
    "suppression: {max: 100%}\n"
    "attributes: {age: {role: quasi-identifying}, "
    "zip: {role: quasi-identifying, hierarchy: flat}}\n",
    "suppression: {max: 100%}\n"
    "attributes: {age: {role: quasi-identifying}, "
    "zip: {role: quasi-identifying, hierarchy: {mask: right, character: \"#\"}}}\n",
    "suppression: {max: 100%}\n"
    "attributes: {age: {role: quasi-identifying, top: 34, bottom: 21}, "
    "zip: {role: quasi-identifying}}\n",
    "suppression: {max: 100%}\npatterns: {max-stars: 1, all-star: true}\n"
    "attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}}\n",
    "suppression: {max: 100%}\npatterns: {never: [age], all-star: class}\n"
    "attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}}\n",
    "patterns: {max-stars: 1}\n"
    "attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}}\n"};

void apply_to_table(const std::string& text, const std::string& rest_of_policy) {
    kanon::Table table(
        {kanon::test::column_of("age", {"21", "22", "25", "34", "?", "41"}),
         kanon::test::column_of("zip", {"13053", "13068", "13053", "14850", "14853", "*"})},
        6);
    const kanon::Policy policy =
        kanon::parse_policy("privacy: {k-anonymity: 2}\n" + rest_of_policy, "policy.yaml");
    try {
        const auto result =
            kanon::apply_recoding(std::move(table), policy, text, "recoding", kanon::RunContext{});
        KANON_CHECK(result->audit.passed);
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() != kanon::ErrorCode::audit_failed);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::optional<kanon::SavedRecoding> recoding = parsed(text);
    if (recoding) {
        const std::string once = kanon::recoding_text(*recoding);
        const std::optional<kanon::SavedRecoding> again = parsed(once);
        KANON_CHECK(again.has_value());
        KANON_CHECK(kanon::recoding_text(*again) == once);
        for (const char* policy : kPolicies) {
            apply_to_table(text, policy);
        }
    }
    return 0;
}

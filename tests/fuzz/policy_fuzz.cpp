// SPDX-License-Identifier: Apache-2.0
// Any bytes as a policy: parse_policy refuses them with Error{bad_policy}, or gives a policy whose
// text reads back to the same text.
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace {

std::optional<kanon::Policy> parsed(std::string_view text) {
    try {
        return kanon::parse_policy(text, "policy");
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_policy);
        return std::nullopt;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::optional<kanon::Policy> policy = parsed(text);
    if (policy) {
        const std::string once = kanon::policy_text(*policy);
        const std::optional<kanon::Policy> again = parsed(once);
        KANON_CHECK(again.has_value());
        KANON_CHECK(kanon::policy_text(*again) == once);
    }
    return 0;
}

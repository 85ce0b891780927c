// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The keys under `patterns`. The reader of policies, their writer and their schema go by this
/// table: a further rule is a field and a row.
namespace kanon::detail {

/// What a rule takes, as the schema states it.
enum class PatternValue : std::uint8_t { whole, names, groups, word };

struct PatternSetting {
    std::string_view key;
    std::string_view old_key{};  ///< which is still read; "": it never had another
    std::string_view meaning;    ///< in the schema
    PatternValue takes = PatternValue::groups;
    /// \throws Error{bad_policy} with the place
    void (*read)(const PolicyReader& reader, const ConfigNode& node, PatternPolicy& out) = nullptr;
    /// As read() takes it; "": nothing is said.
    std::string (*text)(const PatternPolicy& patterns) = nullptr;
};

/// In the order in which they are written.
[[nodiscard]] std::span<const PatternSetting> pattern_settings();

/// What a key is called now. \pre it is an old one
[[nodiscard]] std::string_view new_pattern_key(std::string_view old_key);

}  // namespace kanon::detail

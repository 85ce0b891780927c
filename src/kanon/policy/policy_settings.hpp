// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The keys of a policy that hold one value each. The reader of policies, their writer, their
/// schema and the flags of the command line go by these tables: a further key is a field and a row.
namespace kanon {

/// What a key takes, as schema and flags state it.
enum class SettingType : std::uint8_t {
    text,   ///< a name
    value,  ///< of the column, as it is written
    number,
    whole,
    limit,      ///< of rows: a share or a count
    yes_or_no,  ///< `true`, `false`
    word,
    rule  ///< a map of its own, which its reader knows; a flag says it in one line
};

/// The flag that says over a policy what a key says in it.
struct SettingFlag {
    /// Where it stands in the help of a verb.
    enum class Group : std::uint8_t { columns, promise, search };

    std::string_view name{};     ///< with its hyphens; "": there is none
    std::string_view takes{};    ///< in help, `COLUMN=STEP`
    std::string_view meaning{};  ///< in help
    Group group = Group::promise;
};

/// One key of a policy, or of what it says of one column.
template <class Of>
struct Setting {
    std::string_view key;
    std::string_view meaning;  ///< in the schema
    SettingType type = SettingType::text;
    std::string_view words{};  ///< word: those there are, `star|drop`
    SettingFlag flag{};
    /// \throws Error{bad_policy} without a place
    void (*set)(Of& of, const std::string& text) = nullptr;
    /// As set() takes it; "": nothing is said.
    std::string (*text)(const Of& of) = nullptr;
};

using PolicySetting = Setting<Policy>;
using AttributeSetting = Setting<AttributePolicy>;

/// At the top of a policy.
[[nodiscard]] std::span<const PolicySetting> policy_settings();

/// Under `suppression`.
[[nodiscard]] std::span<const PolicySetting> suppression_settings();

/// Of a column, in the order in which they are written; `hierarchy` and `levels` stand between.
[[nodiscard]] std::span<const AttributeSetting> attribute_settings();

}  // namespace kanon

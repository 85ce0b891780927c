// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace kanon {

/// What a column is to those who might recognize a person by it: never released; generalized, for
/// others may know it; released as it is, though nobody may learn it of a person; released as it
/// is; released coded under a secret key, as pseudonyms or shifted dates, which is not anonymous
/// and no part of any promise.
enum class Role { identifying, quasi_identifying, sensitive, insensitive, pseudonymous };

/// All of them, those that are not released first.
inline constexpr std::array kRoles{Role::identifying,
                                   Role::quasi_identifying,
                                   Role::sensitive,
                                   Role::insensitive,
                                   Role::pseudonymous};

[[nodiscard]] std::string_view to_string(Role role);  ///< kebab-case, as in policies

}  // namespace kanon

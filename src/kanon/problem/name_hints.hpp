// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/policy.hpp"

#include <string>
#include <string_view>

namespace kanon::detail {

/// What the name of a column says of it.
struct NameHint {
    Role role = Role::insensitive;
    std::string_view meaning;  ///< e.g. `an e-mail address`; empty: the name says nothing
    bool postal_code = false;
};

/// Read a column's name in English, German, French, Italian or Spanish. Case, accents, separators
/// and camelCase do not matter: `Date_de_Naissance`, `dateDeNaissance`.
[[nodiscard]] NameHint hint_of_name(std::string_view name);

/// The words of a name in lower case without accents, each between underscores: `_birth_date_`.
[[nodiscard]] std::string words_of_name(std::string_view name);

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <string>

/// What a policy says of columns that are released coded under a secret key.
namespace kanon::detail {

/// Take `pseudonym`: a key's file, or `{key: FILE, format: P+8}`. \throws Error{bad_policy}
void read_pseudonym(const PolicyReader& reader, const ConfigNode& node, AttributePolicy& out);

/// Take `shift`: `{by: COLUMN, within: 60d, weekdays: true, key: FILE}`. \throws Error{bad_policy}
void read_shift(const PolicyReader& reader, const ConfigNode& node, AttributePolicy& out);

/// As the flag has it: `FILE` or `FILE as P+8`. \throws Error{bad_policy}
void set_pseudonym(AttributePolicy& attribute, const std::string& text);

/// As the flag has it: `60d by COLUMN with FILE` or `60d weekdays by COLUMN with FILE`.
/// \throws Error{bad_policy}
void set_shift(AttributePolicy& attribute, const std::string& text);

/// As YAML that read_pseudonym(), or read_shift(), reads back; "": nothing is said.
[[nodiscard]] std::string pseudonym_text(const AttributePolicy& attribute);
[[nodiscard]] std::string shift_text(const AttributePolicy& attribute);

/// Refuse what cannot be coded under a key: a column of another role or that is coded or
/// generalized besides, a role `pseudonymous` without a key, dates shifted by themselves, two
/// ranges by the same persons and key, which would not keep their intervals. \throws
/// Error{bad_policy}
void check_keyed(const Policy& policy);

}  // namespace kanon::detail

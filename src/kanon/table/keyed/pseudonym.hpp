// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace kanon {

/// The pseudonym of a value: of its bytes as they are written, by HMAC-SHA-256. The same key, value
/// and form give the same pseudonym in every table. Decimal digits are uniform: what would make
/// some likelier is drawn anew, from the tag of the value and a counter. Without the key it tells
/// nothing of the value. Cost O(bytes).
[[nodiscard]] std::string pseudonym_of(const SecretKey& key,
                                       std::string_view value,
                                       const PseudonymForm& form);

/// The column with a pseudonym in place of each value; the missing value stays missing. Text.
/// \throws Error{bad_policy} where two values get one pseudonym: the form has too few digits.
/// Cost O(n + d log d) for d values. Same result for any thread count.
[[nodiscard]] std::shared_ptr<const Column> pseudonymous_column(const Column& original,
                                                                const SecretKey& key,
                                                                const PseudonymForm& form);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The days by which the dates of a person are shifted: uniform over all that the range allows, by
/// HMAC-SHA-256 of the person's value. The same key, person and range give the same offset in every
/// column and table, so intervals of a person are kept. A pseudonym by the same key tells nothing
/// of it.
[[nodiscard]] std::int32_t shift_of(const SecretKey& key,
                                    std::string_view person,
                                    const ShiftRange& range);

/// That of each value of a column of persons, by code; of the missing value 0.
[[nodiscard]] std::vector<std::int32_t> shifts_of(const Column& persons,
                                                  const SecretKey& key,
                                                  const ShiftRange& range);

/// The first row, from 0, that has a date and no person; none: each date is of somebody.
[[nodiscard]] std::optional<std::size_t> find_date_of_nobody(const Column& dates,
                                                             const Column& persons);

/// The dates, and times of day as they are, each shifted by the offset of the row's person. Blank
/// cells stay blank. \throws Error{bad_input} where a date leaves the years 1 to 9999.
/// \pre values are dates, in standard notation; each is of somebody.
/// Cost O(n + d log d) for d pairs of a date and an offset. Same result for any thread count.
[[nodiscard]] std::shared_ptr<const Column> shifted_column(
    const Column& dates, const Column& persons, std::span<const std::int32_t> days_of_person);

}  // namespace kanon

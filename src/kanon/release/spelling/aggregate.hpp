// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/forms.hpp"
#include "kanon/release/spelling/reading.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kanon {

/// Why the values of a column have no such aggregate, in a few words that follow the column's name;
/// "" if they have one. A mean is of numbers that have an exact one (has_exact_mean()), none of
/// them missing or an open end; a median of numbers or dates, none missing. Cost O(distinct
/// values).
[[nodiscard]] std::string_view why_no_aggregate(const Aggregate& aggregate,
                                                const Dictionary& dictionary);

/// Read each spelling of `released` as an aggregate of values of `original`, or a star: a mean is a
/// decimal number with no more digits behind the point than stated; a median or mode one of the
/// values, spelled as in other releases. What is neither is not readable.
[[nodiscard]] ReadDomain read_aggregates(const Dictionary& released,
                                         const Dictionary& original,
                                         const Aggregate& aggregate);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/reading.hpp"
#include "kanon/table/dictionary.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kanon {

/// How a quasi-identifier is released by aggregates: each class shows one value in place of those
/// of its rows.
struct Aggregate {
    enum class Kind : std::uint8_t {
        mean,    ///< of numbers, rounded to `digits`, half away from zero
        median,  ///< the lower median of numbers or dates: a value that occurs in the class
        mode     ///< a most frequent value of the class, missing among them
    };

    static constexpr unsigned kMostDigits = 9;

    Kind kind = Kind::mean;
    unsigned digits = 0;  ///< mean: behind the point, as many as are written; <= kMostDigits

    friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

[[nodiscard]] std::string_view to_string(Aggregate::Kind kind);  ///< as in policies

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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

/// The forms that a release may have.
namespace kanon {

/// What becomes of suppressed rows: kept with every released cell `*`, or missing where a column's
/// type has no such value; left out; or kept with stars throughout, for which columns of other
/// types become text.
enum class SuppressedRows { star, drop, star_as_text };

[[nodiscard]] inline bool keeps_suppressed(SuppressedRows mode) {
    return mode != SuppressedRows::drop;
}

/// What becomes of rows starred in every quasi-identifier (`patterns.all_star`).
enum class AllStar {
    never,     ///< no row may be
    outliers,  ///< they are suppressed rows, within `suppression.max`
    as_class   ///< as outliers; where they are enough to keep every model, they are a class
};

[[nodiscard]] std::string_view to_string(AllStar all_star);  ///< as in policies

/// How a release may be made, and so what its promises are about.
enum class RecodingModel : std::uint8_t {
    classes,   ///< promises are about the rows that are released alike
    freeform,  ///< released rows have candidates among the original ones, and promises are about
               ///< these: each lies in k perfect matchings of release and original that share no
               ///< pair; rows need not be released alike
    any        ///< whichever loses less; promised is what freeform promises
};

/// As in policies: `classes`, `freeform`, `any`.
[[nodiscard]] std::string_view to_string(RecodingModel model);

/// \throws Error{bad_policy}
[[nodiscard]] RecodingModel find_recoding_model(std::string_view name);

/// The most values of a released set where nothing else is asked for: what a reader still reads.
inline constexpr std::uint64_t kDefaultSetValues = 12;

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

}  // namespace kanon

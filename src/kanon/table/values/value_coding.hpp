// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

struct Column;

/// What is done to the values of a column before anything else sees them. Bounds and steps are
/// numbers or dates as they were written; "": not asked for.
struct ValueCoding {
    std::string bottom;  ///< values at or below it are all released as `(-inf, bottom]`
    std::string top;     ///< values at or above it are all released as `[top, inf)`
    std::string round;   ///< the others are rounded to its nearest multiple, halves away from zero
    std::string derive;  ///< before the rest: `age at 2024-12-31`, see derived_age.hpp

    [[nodiscard]] bool empty() const {
        return derive.empty() && bottom.empty() && top.empty() && round.empty();
    }

    /// One line: `age at 2024-12-31, bottom 20, top 80`.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const ValueCoding&, const ValueCoding&) = default;
};

/// A coding and the column that it is for.
struct NamedCoding {
    std::string column;
    ValueCoding coding;
};

/// What pseudonyms look like: a prefix, and decimal digits or, without a number of them, 32
/// hexadecimal digits (128 bits).
struct PseudonymForm {
    static constexpr unsigned kMostDigits = 18;

    std::string prefix = "P";
    unsigned digits = 0;  ///< decimal; 0: 32 hexadecimal ones

    /// Read `P+8`: a prefix that begins with a letter and has letters, digits, `-` and `_`, and 1
    /// to 18 digits behind it. \throws Error{bad_policy}
    [[nodiscard]] static PseudonymForm parse(std::string_view text);

    /// As parse() reads it; "" for the form that nobody has to ask for.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const PseudonymForm&, const PseudonymForm&) = default;
};

/// By how many days the dates of a person may be shifted, forward or back.
struct ShiftRange {
    static constexpr std::uint64_t kMostDays = 36500;

    std::uint32_t within = 60;    ///< days, 1 to kMostDays; with weekdays 7 at least
    bool keeps_weekdays = false;  ///< offsets are whole weeks

    /// True if a number of days is an offset of this range: not 0, for a date that stays where it
    /// is would be no shifted one.
    [[nodiscard]] bool allows(std::int64_t days) const;

    friend bool operator==(const ShiftRange&, const ShiftRange&) = default;
};

/// Refuse what no column can be coded by: a text that is no number and no date, a rule that derives
/// nothing, a bottom that is not below the top, a step that is not above 0 or has more than
/// Decimal::kMostStepDigits digits. \throws Error{bad_policy}
void check_coding(const ValueCoding& coding);

/// The column with its values coded. The codes of the result are in the order of numbers as any,
/// the open ends first and last, see Dictionary::open_ends(); the missing value stays missing.
///
/// Ends are told by the original value and by all of its digits; what is rounded is what is left,
/// so a rounded value may be the top's number. A column with ends is text to typed formats; whole
/// numbers that are rounded are stored as BIGINT, others as DOUBLE.
///
/// Cost O(n + d log d) for d values. Same result for any thread count.
/// \throws Error{bad_policy}: text column; a bound
/// or step that is not of the column's type; dates and a step. \pre check_coding() passed; no
/// find_no_age()
[[nodiscard]] std::shared_ptr<const Column> coded_column(const Column& original,
                                                         const ValueCoding& coding,
                                                         unsigned threads);

}  // namespace kanon

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

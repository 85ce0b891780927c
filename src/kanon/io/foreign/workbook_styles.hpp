// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/workbook_package.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// What the number of a cell stands for, by its format.
enum class NumberKind : std::uint8_t { number, date, time, date_time, duration };

/// What numbers of a format stand for, by its code: `yyyy-mm-dd`, `[h]:mm`, `0.00 "days"`.
[[nodiscard]] NumberKind kind_of_format(std::string_view code);

/// A date, time or duration as ISO text: days since the beginning of the date system, `2020-02-28`,
/// `2020-02-28 12:30:00`, `12:30:00`, `26:30:00`. A date and time at midnight is given as the date.
/// None if there is no such day up to the year 9999: it is a number then.
[[nodiscard]] std::optional<std::string> text_of_days(double days, NumberKind kind, bool from_1904);

/// What the styles of cells say of their numbers.
class WorkbookStyles {
public:
    explicit WorkbookStyles(const WorkbookPackage& package);

    /// \pre none: a style that is not there says nothing.
    [[nodiscard]] NumberKind kind(std::size_t style) const {
        return style < kinds_.size() ? kinds_[style] : NumberKind::number;
    }

private:
    std::vector<NumberKind> kinds_;  ///< per cell format
};

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::io {

/// What the values of an Arrow array are.
enum class ArrowKind {
    null,       ///< every value is missing
    boolean,    ///< bits
    integer,    ///< with a sign
    natural,    ///< without one
    number,     ///< float, double
    text,       ///< 32 or 64 bit offsets
    text_view,  ///< views into buffers
    decimal,    ///< 128 bits
    date,       ///< days, or milliseconds of whole days
    timestamp
};

/// The type of an Arrow array that holds cells.
struct ArrowType {
    ArrowKind kind = ArrowKind::null;
    std::size_t width = 0;        ///< bytes of a value, or of an offset of texts; 0: bits or none
    int scale = 0;                ///< decimal: digits behind the point
    std::int64_t per_second = 1;  ///< timestamp: units
    bool zoned = false;           ///< timestamp: of a time zone, stated in UTC
    std::string storage_type;     ///< the SQL type of the same values
};

/// The type behind a format string of the C data interface; none if its values are no cells: nested
/// ones, binary ones, times of day, durations, intervals, half floats, views of lists, runs.
[[nodiscard]] std::optional<ArrowType> parse_arrow_type(std::string_view format);

}  // namespace kanon::io

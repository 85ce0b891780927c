// SPDX-License-Identifier: Apache-2.0
#include "object_kinds.hpp"
#include "objects.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace kanon::python {
namespace {

/// One line of cells: the buffer that is asked for, given back in the end.
class Line {
public:
    Line(const py::buffer& buffer, const std::string& name) : info_(buffer.request()) {
        if (info_.ndim != 1) {
            refuse_column(
                name,
                "is no column: its cells lie in " + std::to_string(info_.ndim) + " dimensions");
        }
    }

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(info_.shape[0]); }

    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(info_.itemsize); }

    /// The kind of the cells, as Python's `struct` has it: the machine's own order of bytes.
    [[nodiscard]] std::string_view format() const {
        std::string_view out = info_.format;
        out.remove_prefix(out.starts_with('@') || out.starts_with('=') || out.starts_with('<') ? 1
                                                                                               : 0);
        return out;
    }

    [[nodiscard]] const std::uint8_t* cell(std::size_t row) const {
        return static_cast<const std::uint8_t*>(info_.ptr) +
               static_cast<std::ptrdiff_t>(row) * info_.strides[0];
    }

    /// The cells side by side.
    [[nodiscard]] std::vector<std::uint8_t> copy() const {
        std::vector<std::uint8_t> out(size() * width());
        if (info_.strides[0] == info_.itemsize && size() > 0) {
            std::memcpy(out.data(), cell(0), out.size());
            return out;
        }
        for (std::size_t row = 0; row < size(); ++row) {
            std::memcpy(out.data() + row * width(), cell(row), width());
        }
        return out;
    }

private:
    py::buffer_info info_;
};

/// The Arrow type of cells; "" if there is none.
std::string arrow_format(const Line& line) {
    const std::string_view format = line.format();
    if (format == "?") {
        return "b";
    }
    if (format == "f" || format == "d") {
        return format == "f" ? "f" : "g";
    }
    constexpr std::string_view kSigned = "bhilqn";
    constexpr std::string_view kUnsigned = "BHILQN";
    constexpr std::array kSignedTypes{"c", "s", "i", "l"};
    constexpr std::array kUnsignedTypes{"C", "S", "I", "L"};
    const std::size_t place = line.width() == 1   ? 0
                              : line.width() == 2 ? 1
                              : line.width() == 4 ? 2
                                                  : 3;
    if (format.size() == 1 && kSigned.find(format[0]) != std::string_view::npos) {
        return kSignedTypes[place];
    }
    if (format.size() == 1 && kUnsigned.find(format[0]) != std::string_view::npos) {
        return kUnsignedTypes[place];
    }
    return "";
}

void take_mask(FrameColumn& column, const py::object& mask) {
    if (mask.is_none()) {
        return;
    }
    const Line line(mask.cast<py::buffer>(), column.name);
    if (line.size() != column.rows || line.width() != 1) {
        refuse_column(
            column.name,
            "has a mask of another length than its cells; change no frame while it is read");
    }
    for (std::size_t row = 0; row < column.rows; ++row) {
        if (*line.cell(row) != 0) {
            column.set_missing(row);
        }
    }
}

std::vector<std::uint8_t> packed_bits(const Line& line) {
    std::vector<std::uint8_t> out((line.size() + 7) / 8);
    for (std::size_t row = 0; row < line.size(); ++row) {
        if (*line.cell(row) != 0) {
            out[row / 8] = static_cast<std::uint8_t>(out[row / 8] | (1U << (row % 8)));
        }
    }
    return out;
}

/// Times of which the least number is none at all (NaT).
void take_missing_times(FrameColumn& column) {
    for (std::size_t row = 0; row < column.rows; ++row) {
        std::int64_t time = 0;
        std::memcpy(&time, column.values.data() + row * sizeof(time), sizeof(time));
        if (time == std::numeric_limits<std::int64_t>::min()) {
            column.set_missing(row);
        }
    }
}

/// Places of any width as whole numbers of 32 bits.
template <class Place>
void take_places(const Line& line, FrameColumn& column) {
    for (std::size_t row = 0; row < column.rows; ++row) {
        Place place{};
        std::memcpy(&place, line.cell(row), sizeof(place));
        if (place < 0) {
            column.set_missing(row);
            place = 0;
        }
        const std::int64_t wide = place;
        const auto narrow = static_cast<std::int32_t>(wide);
        std::memcpy(column.values.data() + row * sizeof(narrow), &narrow, sizeof(narrow));
    }
}

}  // namespace

std::shared_ptr<const FrameColumn> column_of_buffer(const std::string& name,
                                                    const py::buffer& cells,
                                                    const std::string& format,
                                                    const py::object& mask) {
    const Line line(cells, name);
    auto out = std::make_shared<FrameColumn>();
    out->name = name;
    out->format = format.empty() ? arrow_format(line) : format;
    out->rows = line.size();
    const std::size_t wanted = format.empty() ? line.width() : format == "tdD" ? 4 : 8;
    if (out->format.empty() || line.width() != wanted) {
        refuse_column(name, "has cells of a type that no table holds; make them numbers or texts");
    }
    out->begin_validity();
    out->values = out->format == "b" ? packed_bits(line) : line.copy();
    if (format.starts_with("ts")) {
        take_missing_times(*out);
    }
    take_mask(*out, mask);
    return out;
}

std::shared_ptr<const FrameColumn> column_of_codes(const std::string& name,
                                                   const py::buffer& codes,
                                                   std::shared_ptr<const FrameColumn> words) {
    const Line line(codes, name);
    auto out = std::make_shared<FrameColumn>();
    out->name = name;
    out->format = "i";
    out->rows = line.size();
    out->begin_validity();
    out->values.resize(out->rows * sizeof(std::int32_t));
    const std::string type = arrow_format(line);
    if (type == "c") {
        take_places<std::int8_t>(line, *out);
    } else if (type == "s") {
        take_places<std::int16_t>(line, *out);
    } else if (type == "i") {
        take_places<std::int32_t>(line, *out);
    } else if (type == "l") {
        take_places<std::int64_t>(line, *out);
    } else {
        refuse_column(name, "has codes that are no whole numbers");
    }
    out->words = std::move(words);
    return out;
}

}  // namespace kanon::python

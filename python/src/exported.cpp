// SPDX-License-Identifier: Apache-2.0
#include "exported.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace kanon::python {
namespace {

/// A struct of the interface that is given back when its owner goes.
template <class Struct>
struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    ~Held() {
        if (value.release != nullptr) {
            value.release(&value);
        }
    }

    Struct value{};
};

std::size_t rows_of(const ArrowArray& array) {
    return static_cast<std::size_t>(array.length);
}

bool bit(const void* bits, std::size_t place) {
    return ((static_cast<const std::uint8_t*>(bits)[place / 8] >> (place % 8)) & 1U) != 0;
}

std::shared_ptr<Cells> mask_of(const ArrowArray& array) {
    if (array.null_count == 0 || array.buffers[0] == nullptr) {
        return nullptr;
    }
    auto out = std::make_shared<Cells>();
    out->bytes.resize(rows_of(array));
    for (std::size_t row = 0; row < out->bytes.size(); ++row) {
        out->bytes[row] = bit(array.buffers[0], row) ? 0 : 1;
    }
    return out;
}

std::size_t width_of(std::string_view format) {
    return format == "c" || format == "C"                                       ? 1
           : format == "s" || format == "S"                                     ? 2
           : format == "i" || format == "I" || format == "f" || format == "tdD" ? 4
                                                                                : 8;
}

std::vector<std::uint8_t> copied(const void* from, std::size_t size) {
    std::vector<std::uint8_t> out(size);
    if (size > 0) {
        std::memcpy(out.data(), from, size);
    }
    return out;
}

std::vector<std::uint8_t> unpacked(const ArrowArray& array) {
    std::vector<std::uint8_t> out(rows_of(array));
    for (std::size_t row = 0; row < out.size(); ++row) {
        out[row] = bit(array.buffers[1], row) ? 1 : 0;
    }
    return out;
}

template <class Place>
void widen(const ArrowArray& array, std::vector<std::uint8_t>& out) {
    const auto* from = static_cast<const Place*>(array.buffers[1]);
    auto* to = reinterpret_cast<std::uint32_t*>(out.data());
    std::copy(from, from + rows_of(array), to);
}

/// Places of any width as 32 bits.
std::vector<std::uint8_t> widened(const ArrowArray& array, std::string_view format) {
    std::vector<std::uint8_t> out(rows_of(array) * sizeof(std::uint32_t));
    switch (width_of(format)) {
        case 1:
            widen<std::uint8_t>(array, out);
            break;
        case 2:
            widen<std::uint16_t>(array, out);
            break;
        default:
            widen<std::uint32_t>(array, out);
    }
    return out;
}

template <class Offset>
std::vector<std::string> texts_of(const ArrowArray& array) {
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* characters = static_cast<const char*>(array.buffers[2]);
    std::vector<std::string> out;
    out.reserve(rows_of(array));
    for (std::size_t i = 0; i < rows_of(array); ++i) {
        out.emplace_back(characters + offsets[i],
                         static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }
    return out;
}

ExportedColumn exported(const ArrowSchema& schema, const ArrowArray& array) {
    ExportedColumn out;
    out.name = schema.name;
    out.format = schema.format;
    out.mask = mask_of(array);
    out.cells = std::make_shared<Cells>();
    if (schema.dictionary != nullptr) {
        out.cells->bytes = widened(array, out.format);
        out.format = "u";
        out.words = std::string_view(schema.dictionary->format) == "U"
                        ? texts_of<std::int64_t>(*array.dictionary)
                        : texts_of<std::int32_t>(*array.dictionary);
    } else if (out.format == "b") {
        out.cells->bytes = unpacked(array);
    } else {
        out.cells->bytes = copied(array.buffers[1], rows_of(array) * width_of(out.format));
    }
    return out;
}

/// A look at cells that keeps them alive, or None.
py::object view_of(const std::shared_ptr<Cells>& cells) {
    return cells ? py::object(py::memoryview(py::cast(cells))) : py::object(py::none());
}

}  // namespace

std::vector<ExportedColumn> exported_columns(const Table& table) {
    Held<ArrowArrayStream> stream;
    to_arrow(table, &stream.value);
    Held<ArrowSchema> schema;
    Held<ArrowArray> batch;
    if (stream.value.get_schema(&stream.value, &schema.value) != 0 ||
        stream.value.get_next(&stream.value, &batch.value) != 0) {
        throw std::bad_alloc();
    }
    std::vector<ExportedColumn> out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const ArrowSchema& field = *schema.value.children[j];
        if (batch.value.release != nullptr) {
            out.push_back(exported(field, *batch.value.children[j]));
        } else {
            out.push_back({.name = field.name,
                           .format = field.dictionary != nullptr ? "u" : field.format,
                           .storage_type = "",
                           .cells = std::make_shared<Cells>(),
                           .mask = nullptr,
                           .words = {}});
        }
        out.back().storage_type = table.column(j).storage_type;
    }
    return out;
}

void bind_exported(py::module_& module) {
    py::class_<Cells, std::shared_ptr<Cells>>(module, "Cells", py::buffer_protocol())
        .def_buffer([](Cells& cells) {
            return py::buffer_info(cells.bytes.data(),
                                   static_cast<py::ssize_t>(cells.bytes.size()));
        });
    py::class_<ExportedColumn>(module, "ExportedColumn")
        .def_readonly("name", &ExportedColumn::name)
        .def_readonly("format", &ExportedColumn::format)
        .def_readonly("storage_type", &ExportedColumn::storage_type)
        .def_property_readonly("cells",
                               [](const ExportedColumn& column) { return view_of(column.cells); })
        .def_property_readonly("mask",
                               [](const ExportedColumn& column) { return view_of(column.mask); })
        .def_readonly("words", &ExportedColumn::words);
}

}  // namespace kanon::python

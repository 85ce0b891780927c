// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/arrow.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kanon::python {

namespace py = pybind11;

/// Bytes that Python may look at as a buffer.
struct Cells {
    std::vector<std::uint8_t> bytes;
};

/// A column on its way out: cells side by side, places in `words` where there are any.
struct ExportedColumn {
    std::string name;
    std::string format;            ///< `u`: places in words, 32 bits wide; else the Arrow type
    std::string storage_type;      ///< the source's own SQL type
    std::shared_ptr<Cells> cells;  ///< a byte a cell for truth values
    std::shared_ptr<Cells> mask;   ///< a byte a row, 1: missing; null: none is
    std::vector<std::string> words;
};

/// The columns of a table as to_arrow() has them.
[[nodiscard]] std::vector<ExportedColumn> exported_columns(const Table& table);

/// Make the classes above known to Python.
void bind_exported(py::module_& module);

}  // namespace kanon::python

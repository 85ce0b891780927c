// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frame.hpp"
#include <pybind11/pybind11.h>

#include <memory>
#include <string>

/// Columns of Python's own objects and buffers, copied. Python's lock is held.
namespace kanon::python {

namespace py = pybind11;

/// A column of objects: all texts, or all whole numbers, numbers, truth values, days, times or
/// decimals, and what is missing among them: None, NaN and the objects in `missing`. Texts become
/// places among the distinct ones, which are copied once each; `plain` ones stand as they are.
/// \throws Error{bad_input}: objects of several kinds, of none that a table can hold, whole numbers
/// beyond 64 bits, text that is no Unicode
[[nodiscard]] std::shared_ptr<const FrameColumn> column_of_objects(const std::string& name,
                                                                   const py::iterable& objects,
                                                                   const py::tuple& missing,
                                                                   bool plain);

/// A column of numbers or truth values in a buffer of one dimension, however far apart they lie.
/// `format`: "" for the Arrow type of the buffer's own; else that of 64-bit cells which are times
/// (`tsn:`, `tsn:UTC`), of which the least is missing, or of 32-bit cells which are days (`tdD`).
/// `mask`: a buffer of truth values, true where a cell is missing, or None.
/// \throws Error{bad_input} if the buffers are none of that
[[nodiscard]] std::shared_ptr<const FrameColumn> column_of_buffer(const std::string& name,
                                                                  const py::buffer& cells,
                                                                  const std::string& format,
                                                                  const py::object& mask);

/// A column of places in `words`, a column of plain cells; a negative one is missing.
[[nodiscard]] std::shared_ptr<const FrameColumn> column_of_codes(
    const std::string& name, const py::buffer& codes, std::shared_ptr<const FrameColumn> words);

}  // namespace kanon::python

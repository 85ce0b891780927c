// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frame.hpp"
#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// What objects of Python are as cells. Python's lock is held.
namespace kanon::python {

namespace py = pybind11;

/// What a column of objects may be of.
enum class Kind { text, integer, number, truth, day, time, decimal };

/// The kind for people, of many: `whole numbers`.
[[nodiscard]] std::string_view to_string(Kind kind);

/// \throws Error{bad_input} about a column
[[noreturn]] void refuse_column(const std::string& name, const std::string& fault);

/// What objects are told apart by.
class ObjectTypes {
public:
    /// `missing`: objects that stand for a missing cell, beside None and NaN.
    explicit ObjectTypes(py::tuple missing);

    [[nodiscard]] bool is_missing(PyObject* object) const;

    /// None of a kind that a table can hold: nothing.
    [[nodiscard]] std::optional<Kind> kind_of(PyObject* object) const;

private:
    py::tuple missing_;
    py::object decimal_;
};

/// A text's bytes, which the object holds. \throws Error{bad_input} if it is no Unicode
[[nodiscard]] std::string_view utf8_of(PyObject* text, const std::string& name, std::size_t row);

/// Places of the distinct texts of a column, by the objects first: equal ones are often the same.
class ObjectWords {
public:
    /// `by_text`: what str() makes of the objects counts.
    ObjectWords(std::string name, bool by_text);

    /// \throws Error{bad_input} as utf8_of(), and past 2^31 distinct texts
    std::int32_t place_of(PyObject* object, std::size_t row);

    /// The texts in the order of their places; empty afterwards.
    FrameColumn finish() { return cells_.finish(""); }

private:
    std::int32_t place_of_text(std::string_view text);

    std::string name_;
    bool by_text_;
    std::vector<py::str> kept_;
    std::array<std::pair<PyObject*, std::int32_t>, 1024> recent_{};  ///< by where objects lie
    std::unordered_map<PyObject*, std::int32_t> place_of_object_;
    std::unordered_map<std::string_view, std::int32_t> place_of_text_;
    TextCells cells_;
};

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#include "object_kinds.hpp"

#include "kanon/api/kanon.hpp"

#include <datetime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace kanon::python {

std::string_view to_string(Kind kind) {
    constexpr std::array<std::string_view, 7> kNames{
        "texts", "whole numbers", "numbers", "truth values", "dates", "times", "decimals"};
    return kNames[static_cast<std::size_t>(kind)];
}

void refuse_column(const std::string& name, const std::string& fault) {
    throw Error(ErrorCode::bad_input, fault, {.attribute = name});
}

ObjectTypes::ObjectTypes(py::tuple missing)
    : missing_(std::move(missing)), decimal_(py::module_::import("decimal").attr("Decimal")) {
    if (PyDateTimeAPI == nullptr) {
        PyDateTime_IMPORT;
    }
}

bool ObjectTypes::is_missing(PyObject* object) const {
    if (object == Py_None || (PyFloat_Check(object) && std::isnan(PyFloat_AS_DOUBLE(object)))) {
        return true;
    }
    const auto is_it = [object](const py::handle one) { return one.ptr() == object; };
    return std::any_of(missing_.begin(), missing_.end(), is_it);
}

std::optional<Kind> ObjectTypes::kind_of(PyObject* object) const {
    if (PyUnicode_Check(object)) {
        return Kind::text;
    }
    const std::string_view type = Py_TYPE(object)->tp_name;
    if (PyBool_Check(object) || type == "numpy.bool_" || type == "numpy.bool") {
        return Kind::truth;
    }
    if (PyFloat_Check(object) || type.starts_with("numpy.float")) {
        return Kind::number;
    }
    if (PyLong_Check(object) || type.starts_with("numpy.int") || type.starts_with("numpy.uint")) {
        return Kind::integer;
    }
    if (PyDateTime_Check(object)) {
        return Kind::time;
    }
    if (PyDate_Check(object)) {
        return Kind::day;
    }
    return PyObject_IsInstance(object, decimal_.ptr()) == 1 ? std::optional(Kind::decimal)
                                                            : std::nullopt;
}

std::string_view utf8_of(PyObject* text, const std::string& name, std::size_t row) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        refuse_column(name,
                      "row " + std::to_string(row + 1) +
                          " holds a text that is no Unicode, such as half of a pair of surrogates; "
                          "correct it");
    }
    return {bytes, static_cast<std::size_t>(size)};
}

ObjectWords::ObjectWords(std::string name, bool by_text)
    : name_(std::move(name)), by_text_(by_text) {}

std::int32_t ObjectWords::place_of(PyObject* object, std::size_t row) {
    constexpr std::uintptr_t kObjectBytes = 16;
    auto& recent =
        recent_[reinterpret_cast<std::uintptr_t>(object) / kObjectBytes % recent_.size()];
    if (recent.first == object) {
        return recent.second;
    }
    const auto [seen, is_new] = place_of_object_.try_emplace(object, 0);
    if (is_new) {
        PyObject* text = object;
        if (by_text_) {
            kept_.emplace_back(py::handle(object));
            text = kept_.back().ptr();
        }
        seen->second = place_of_text(utf8_of(text, name_, row));
    }
    recent = {object, seen->second};
    return seen->second;
}

std::int32_t ObjectWords::place_of_text(std::string_view text) {
    if (cells_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() - 1)) {
        refuse_column(name_, "has more than 2^31 distinct texts; split the table");
    }
    const auto [at, is_new] =
        place_of_text_.try_emplace(text, static_cast<std::int32_t>(cells_.size()));
    if (is_new) {
        cells_.append(text);
    }
    return at->second;
}

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include "kanon/api/kanon.hpp"

#include <utility>

namespace kanon::python {
namespace {

namespace py = pybind11;

void raise(const Error& error) {
    const Where& where = error.where();
    const py::object exception = py::module_::import("kanon._flags")
                                     .attr("error_of")(std::string(to_string(error.code())),
                                                       std::string(error.what()),
                                                       where.file,
                                                       where.line,
                                                       where.column,
                                                       where.attribute);
    PyErr_SetObject(exception.get_type().ptr(), exception.ptr());
}

}  // namespace

void translate_errors(py::module_& /*module*/) {
    py::register_local_exception_translator([](std::exception_ptr fault) {
        try {
            if (fault) {
                std::rethrow_exception(std::move(fault));
            }
        } catch (const Error& error) {
            raise(error);
        }
    });
}

}  // namespace kanon::python

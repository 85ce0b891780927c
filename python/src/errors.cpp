// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include "kanon/api/kanon.hpp"

#include <utility>

namespace kanon::python {
namespace {

namespace py = pybind11;

const char* name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return "usage";
        case ErrorCode::bad_input:
            return "bad_input";
        case ErrorCode::bad_policy:
            return "bad_policy";
        case ErrorCode::bad_hierarchy:
            return "bad_hierarchy";
        case ErrorCode::infeasible:
            return "infeasible";
        case ErrorCode::bad_output:
            return "bad_output";
        case ErrorCode::timed_out:
            return "timed_out";
        case ErrorCode::warned:
            return "warned";
        case ErrorCode::audit_failed:
            return "audit_failed";
        case ErrorCode::cancelled:
            return "cancelled";
    }
    return "usage";
}

void raise(const Error& error) {
    const Where& where = error.where();
    const py::object exception = py::module_::import("kanon._flags")
                                     .attr("error_of")(name_of(error.code()),
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace kanon::python {

/// Let errors of the library reach Python as exceptions of the package `kanon`, see _flags.py.
void translate_errors(pybind11::module_& module);

}  // namespace kanon::python

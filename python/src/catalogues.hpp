// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace kanon::python {

/// Make the catalogues known to Python: lists of dicts.
void bind_catalogues(pybind11::module_& module);

}  // namespace kanon::python

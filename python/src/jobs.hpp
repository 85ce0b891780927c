// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace kanon::python {

/// Make the verbs known to Python; texts of results are JSON, which the package reads.
void bind_jobs(pybind11::module_& module);

}  // namespace kanon::python

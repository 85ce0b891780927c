// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <pybind11/pybind11.h>

namespace kanon::python {

/// A table as Python holds one.
struct TableHandle {
    Table table;
};

void bind_tables(pybind11::module_& module);

}  // namespace kanon::python

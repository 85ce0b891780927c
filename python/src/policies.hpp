// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <pybind11/pybind11.h>

namespace kanon::python {

/// A policy as Python holds one.
struct PolicyHandle {
    Policy policy;
};

void bind_policies(pybind11::module_& module);

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

namespace kanon::python {

/// A run as Python holds one.
struct RunHandle {
    std::unique_ptr<Result> result;
    std::optional<std::uint64_t> secret_seed;
};

/// An audit as a dict of plain values, with the names that its struct has.
[[nodiscard]] pybind11::dict dict_of(const AuditReport& audit);

/// Warnings as dicts: code, text, columns, accepted, remedy.
[[nodiscard]] pybind11::list list_of(const std::vector<Warning>& warnings);

void bind_results(pybind11::module_& module);

}  // namespace kanon::python

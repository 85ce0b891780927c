// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <pybind11/pybind11.h>

#include <functional>
#include <optional>
#include <utility>

namespace kanon::python {

namespace py = pybind11;

/// Carry a job out on a thread of its own, without Python's lock, while this one waits: so Ctrl-C,
/// which Python tells its main thread alone, is heard, and progress can be told by a callable.
/// `progress`: takes stage, done and total, or None; what it raises ends the job, and is raised.
/// \throws what the job throws; what Python has to tell, such as KeyboardInterrupt
void carry_out(const py::object& progress,
               RunContext context,
               const std::function<void(const RunContext&)>& job);

/// The same of a job with a result.
template <class Job>
auto result_of(const py::object& progress, RunContext context, const Job& job) {
    std::optional<decltype(job(context))> out;
    carry_out(progress, std::move(context), [&](const RunContext& running) {
        out.emplace(job(running));
    });
    return std::move(*out);
}

}  // namespace kanon::python

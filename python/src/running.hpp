// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace kanon::python {

namespace py = pybind11;

/// How the thread of Python watches a job.
struct Watch {
    py::object progress = py::none();  ///< takes stage, done and total, or None
    std::optional<std::chrono::duration<double>> stop_after = {};  ///< of the job as a whole
};

/// Carry a job out on a thread of its own, without Python's lock, while this one waits: so Ctrl-C,
/// which Python reports to its main thread only, is heard, and a callable can follow the progress.
/// What the callable raises ends the job, and is raised.
/// \throws what the job throws; what Python has to report, such as KeyboardInterrupt;
/// Error{cancelled} where `stop_after` ended the job
void carry_out(const Watch& watch,
               RunContext context,
               const std::function<void(const RunContext&)>& job);

/// The same of a job with a result.
template <class Job>
auto result_of(const Watch& watch, RunContext context, const Job& job) {
    std::optional<decltype(job(context))> out;
    carry_out(
        watch, std::move(context), [&](const RunContext& running) { out.emplace(job(running)); });
    return std::move(*out);
}

}  // namespace kanon::python

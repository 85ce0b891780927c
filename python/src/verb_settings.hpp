// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings.hpp"
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::python {

using Texts = std::vector<std::string>;

/// What every verb takes beside its data: how files are read (`read`, `read_release`), how the job
/// is run (`run`), what tells progress, and the verb's own `options`.
struct Settings {
    explicit Settings(const py::dict& settings)
        : read(entry<py::dict>(settings, "read").value_or(py::dict())),
          read_release(entry<py::dict>(settings, "read_release").value_or(py::dict())),
          run(entry<py::dict>(settings, "run").value_or(py::dict())),
          options(entry<py::dict>(settings, "options").value_or(py::dict())),
          progress(settings.contains("progress") ? py::object(settings["progress"]) : py::none()) {}

    py::dict read;
    py::dict read_release;
    py::dict run;
    py::dict options;
    py::object progress;

    [[nodiscard]] Watch watch() const { return watch_of(progress, run); }

    [[nodiscard]] bool flag(const char* key) const {
        return entry<bool>(options, key).value_or(false);
    }

    [[nodiscard]] std::string text(const char* key) const {
        return entry<std::string>(options, key).value_or("");
    }

    [[nodiscard]] Texts texts(const char* key) const {
        return entry<Texts>(options, key).value_or(Texts());
    }

    [[nodiscard]] std::vector<std::uint64_t> counts(const char* key) const {
        return entry<std::vector<std::uint64_t>>(options, key)
            .value_or(std::vector<std::uint64_t>());
    }
};

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#include "catalogues.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "policies.hpp"
#include "results.hpp"
#include "tables.hpp"

/// What the package `kanon` stands on; not for its users.
PYBIND11_MODULE(_kanon, module) {
    kanon::python::translate_errors(module);
    kanon::python::bind_tables(module);
    kanon::python::bind_policies(module);
    kanon::python::bind_results(module);
    kanon::python::bind_jobs(module);
    kanon::python::bind_catalogues(module);
}

// SPDX-License-Identifier: Apache-2.0
#include "catalogues.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "policies.hpp"
#include "results.hpp"
#include "tables.hpp"

/// What the package `kanon` stands on; not for its users.
PYBIND11_MODULE(_kanon, module) {
    using namespace kanon::python;
    translate_errors(module);
    bind_tables(module);
    bind_policies(module);
    bind_results(module);
    bind_jobs(module);
    bind_catalogues(module);
}

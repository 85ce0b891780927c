// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace kanon::python {

/// Make the verbs known to Python; texts of results are JSON, which the package reads.
void bind_jobs(pybind11::module_& module);

// Those of one kind each, in a file of its own.
void bind_inspect_verbs(pybind11::module_& module);  ///< inspect, risk, tabulate
void bind_linked(pybind11::module_& module);         ///< anonymize_linked, verify_linked
void bind_parties(pybind11::module_& module);        ///< party_show, party_run, party_rehearse
void bind_spaces(pybind11::module_& module);         ///< explore, compare
void bind_evaluations(pybind11::module_& module);    ///< evaluate

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/compare.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/kanon.hpp"

#include "filled_jobs.hpp"
#include "jobs.hpp"
#include "policies.hpp"
#include "running.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::python {
namespace {

/// The space as JSON, as a picture, and the text for people.
py::tuple run_explore(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    auto job = job_of<ExploreJob>(source, policy);
    job.most_nodes = entry<std::uint64_t>(settings.options, "most_nodes").value_or(kExploredNodes);
    const auto found = result_of_job(settings, job);
    const ExplorationRecord record = record_of(*found);
    std::string json;
    write_space_json(record, [&](std::string_view part) { json += part; });
    return py::make_tuple(json, space_svg(record), space_text(record));
}

/// The comparison as JSON, as a picture, and what is to be said below it.
py::tuple run_compare(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    auto job = job_of<CompareJob>(source, policy);
    job.ks = entry<std::vector<std::uint64_t>>(settings.options, "ks").value_or(job.ks);
    job.methods = entry<Texts>(settings.options, "methods").value_or(job.methods);
    job.seconds_each = entry<double>(settings.options, "seconds_each");
    const auto found = result_of_job(settings, job);
    return py::make_tuple(comparison_json(found), comparison_svg(found), comparison_notes(found));
}

}  // namespace

void bind_spaces(py::module_& module) {
    module.def("explore", &run_explore);
    module.def("compare", &run_compare);
}

}  // namespace kanon::python

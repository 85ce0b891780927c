// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/evaluate.hpp"
#include "kanon/api/kanon.hpp"

#include "filled_jobs.hpp"
#include "jobs.hpp"
#include "policies.hpp"
#include "running.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

namespace kanon::python {
namespace {

EvaluateOptions evaluate_options(const Settings& settings) {
    EvaluateOptions out;
    const py::dict& given = settings.options;
    if (const auto parts = entry<Texts>(given, "parts")) {
        out.parts = only_parts(*parts);
    }
    out.shuffled = settings.flag("shuffled");
    out.regressed = settings.text("regress");
    out.gs_factor = entry<double>(given, "gs_factor");
    ClassificationOptions& learning = out.classification;
    learning.targets = entry<Texts>(given, "targets").value_or(learning.targets);
    learning.folds = entry<decltype(learning.folds)>(given, "folds").value_or(learning.folds);
    learning.most_rows = entry<std::size_t>(given, "most_rows");
    QueryOptions& queries = out.queries;
    queries.queries = entry<decltype(queries.queries)>(given, "queries").value_or(queries.queries);
    queries.dimensions =
        entry<decltype(queries.dimensions)>(given, "dimensions").value_or(queries.dimensions);
    queries.selectivity = entry<double>(given, "selectivity").value_or(queries.selectivity);
    return out;
}

/// The figures as JSON, as a page, and the text for people.
py::tuple run_evaluate(const py::object& original,
                       const py::object& release,
                       const PolicyHandle& policy,
                       const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    const Source to = source_of(release, settings.read_release);
    auto job = job_of<EvaluateJob>(from, to, policy);
    job.options = evaluate_options(settings);
    const Evaluation found = result_of_job(settings, job);
    return py::make_tuple(evaluation_json(found), evaluation_html(found), evaluation_text(found));
}

}  // namespace

void bind_evaluations(py::module_& module) {
    module.def("evaluate", &run_evaluate);
}

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/evaluate.hpp"
#include "kanon/api/kanon.hpp"

#include "filled_jobs.hpp"
#include "jobs.hpp"
#include "policies.hpp"
#include "running.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace kanon::python {
namespace {

EvaluatedParts parts_of(const Texts& words) {
    EvaluatedParts out{.queries = false,
                       .statistics = false,
                       .classifiers = false,
                       .distinguishability = false,
                       .measures = false};
    constexpr std::array<std::string_view, 5> kParts{
        "queries", "statistics", "classifiers", "distinguishability", "measures"};
    constexpr std::array kPlaces{&EvaluatedParts::queries,
                                 &EvaluatedParts::statistics,
                                 &EvaluatedParts::classifiers,
                                 &EvaluatedParts::distinguishability,
                                 &EvaluatedParts::measures};
    for (const std::string& word : words) {
        const auto* const found = std::find(kParts.begin(), kParts.end(), word);
        if (found == kParts.end()) {
            throw Error(ErrorCode::usage,
                        "'" + word + "' is no part of an evaluation" + suggestion(word, kParts),
                        {.attribute = "parts"});
        }
        out.*kPlaces[static_cast<std::size_t>(found - kParts.begin())] = true;
    }
    return out;
}

EvaluateOptions evaluate_options(const Settings& settings) {
    EvaluateOptions out;
    const py::dict& given = settings.options;
    if (const auto parts = entry<Texts>(given, "parts")) {
        out.parts = parts_of(*parts);
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

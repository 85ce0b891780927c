// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/parties.hpp"

#include "jobs.hpp"
#include "results.hpp"
#include "running.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <string>

namespace kanon::python {
namespace {

/// What is promised and who learns what, as JSON and as text.
py::tuple party_show(const std::string& agreement, const py::dict& words) {
    const Settings settings(words);
    const auto read =
        result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
            return parties::read_agreement(agreement, running);
        });
    return py::make_tuple(agreement_json(read), agreement_text(read));
}

/// What came of the run, as JSON and as text.
py::tuple party_run(const std::string& agreement,
                    const std::string& name,
                    const py::object& input,
                    const py::dict& words) {
    const Settings settings(words);
    PartyJob job{.agreement = agreement, .party = name};
    if (!input.is_none()) {
        const Source source = source_of(input, settings.read);
        job.input = source.path;
        job.read = source.read;
    }
    job.output = settings.text("output");
    job.summary = settings.text("summary");
    job.identity = entry<std::string>(settings.options, "identity").value_or(job.identity);
    job.listen = settings.text("listen");
    job.force = settings.flag("force");
    job.channel.idle_seconds =
        entry<double>(settings.options, "idle_seconds").value_or(job.channel.idle_seconds);
    job.channel.connect_seconds =
        entry<double>(settings.options, "connect_seconds").value_or(job.channel.connect_seconds);
    job.consent = [agreed = settings.flag("yes"), &agreement](const parties::Agreement&) {
        if (!agreed) {
            throw Error(ErrorCode::usage, unasked_text(agreement));
        }
        return true;
    };
    const PartyOutcome outcome =
        result_of_job(settings, job, [](const PartyJob& filled) { return run_party(filled); });
    return py::make_tuple(party_json(outcome), outcome_text(outcome));
}

/// The audit, what each party came to as JSON, and the text for people.
py::tuple party_rehearse(const std::string& agreement,
                         const parties::NamedInputs& inputs,
                         const std::string& private_folder,
                         const py::dict& words) {
    const Settings settings(words);
    parties::RehearsalJob job{.agreement = agreement,
                              .inputs = inputs,
                              .private_folder = private_folder,
                              .output = settings.text("output"),
                              .force = settings.flag("force")};
    const parties::Rehearsal found = result_of_job(
        settings, job, [](const parties::RehearsalJob& filled) { return rehearse(filled); });
    Texts outcomes;
    for (const PartyOutcome& outcome : found.outcomes) {
        outcomes.push_back(party_json(outcome));
    }
    return py::make_tuple(
        kanon::python::dict_of(found.audit), outcomes, rehearsal_text(found.audit));
}

}  // namespace

void bind_parties(py::module_& module) {
    module.def("party_show", &party_show);
    module.def("party_run", &party_run);
    module.def("party_rehearse", &party_rehearse);
}

}  // namespace kanon::python

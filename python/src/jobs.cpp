// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include "kanon/api/kanon.hpp"

#include "filled_jobs.hpp"
#include "policies.hpp"
#include "results.hpp"
#include "running.hpp"
#include "verb_settings.hpp"
#include <pybind11/stl.h>

#include <string>

namespace kanon::python {
namespace {

constexpr const char* kInMemory = "a table in memory";

RunHandle run_anonymize(const py::object& data, const PolicyHandle& policy, const py::dict& words) {
    const Settings settings(words);
    const Source source = source_of(data, settings.read);
    auto job = job_of<AnonymizeJob>(source, policy);
    job.more_inputs = source.more;
    const auto outputs = entry<Texts>(settings.options, "output").value_or(Texts{""});
    job.output = outputs.front();
    job.more_outputs.assign(outputs.begin() + 1, outputs.end());
    job.write.force = settings.flag("force");
    job.replace = settings.flag("replace");
    job.apply_recoding = settings.text("apply");
    job.ledger = settings.text("ledger");
    job.not_the_first = settings.flag("not_the_first");
    job.options.prove = settings.flag("prove");
    job.options.strict = settings.flag("strict");
    job.options.protect = settings.flag("protect");
    job.options.require_fit = settings.flag("require_fit");
    job.options.evaluate = settings.flag("evaluate");
    job.options.counts = settings.counts("counts");
    job.options.rows_elsewhere = !job.options.counts.empty();
    const auto shuffle = entry<bool>(settings.options, "shuffle");
    job.shuffle = shuffle.value_or(false);
    job.shuffle_if_telling = !shuffle && policy.policy.file.empty();
    job.secret_seed = entry<std::uint64_t>(settings.options, "secret_seed");
    RunHandle out{.result = result_of_job(settings, job), .secret_seed = job.secret_seed};
    if (source.is_in_memory()) {
        out.result->facts.inputs = {kInMemory};
    }
    return out;
}

py::dict run_verify(const py::object& original,
                    const py::object& release,
                    const PolicyHandle& policy,
                    const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    const Source to = source_of(release, settings.read_release);
    auto job = job_of<VerifyJob>(from, to, policy);
    job.audit.shuffled = settings.flag("shuffled");
    job.audit.show_values = settings.flag("show_values");
    job.summary = settings.text("summary");
    job.keys = settings.texts("keys");
    job.ledger = settings.text("ledger");
    job.counts = settings.counts("counts");
    return dict_of(result_of_job(settings, job, verify));
}

py::list releases_of(const std::string& path) {
    const Ledger ledger = Ledger::read(path);
    py::list out;
    for (const Ledger::Release& release : ledger.releases()) {
        py::dict one;
        one["persons"] = release.class_of.size();
        one[release.is_invariant() ? "m" : "k"] = release.k;
        out.append(one);
    }
    return out;
}

/// Whether the auditor finds what is no quasi-identifier as it is to be: unchanged, and blank in
/// suppressed rows. What else is wrong with the release is not asked.
bool keeps_other_cells(const py::object& original,
                       const py::object& release,
                       const PolicyHandle& policy,
                       const py::dict& words) {
    const Settings settings(words);
    const Source from = source_of(original, settings.read);
    const Source to = source_of(release, settings.read_release);
    auto job = job_of<VerifyJob>(from, to, policy);
    return result_of_job(settings, job, verify).findings.unchanged.has_value();
}

}  // namespace

void bind_jobs(py::module_& module) {
    module.def("anonymize", &run_anonymize);
    module.def("verify", &run_verify);
    module.def("keeps_other_cells", &keeps_other_cells);
    module.def("make_ledger", &make_ledger_file);
    module.def("ledger_releases", &releases_of);
    bind_inspect_verbs(module);
    bind_linked(module);
    bind_parties(module);
    bind_spaces(module);
    bind_evaluations(module);
}

}  // namespace kanon::python

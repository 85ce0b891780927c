// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include "kanon/api/kanon.hpp"

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
    AnonymizeJob job;
    job.input = source.path;
    job.read = source.read;
    job.policy = policy.policy;
    job.output = settings.text("output");
    job.write.force = settings.flag("force");
    job.apply_recoding = settings.text("apply");
    job.options.prove = settings.flag("prove");
    job.options.strict = settings.flag("strict");
    job.options.evaluate = settings.flag("evaluate");
    const auto shuffle = entry<bool>(settings.options, "shuffle");
    job.shuffle = shuffle.value_or(false);
    job.shuffle_if_telling = !shuffle && policy.policy.file.empty();
    job.secret_seed = entry<std::uint64_t>(settings.options, "secret_seed");
    const RunContext context = context_of(settings.run);
    RunHandle out{.result = nullptr, .secret_seed = job.secret_seed};
    carry_out(settings.progress, context, [&](const RunContext& running) {
        job.context = running;
        out.result = run_job(job);
    });
    if (source.is_in_memory()) {
        out.result->facts.input = kInMemory;
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
    VerifyJob job;
    job.original = from.path;
    job.release = to.path;
    job.policy = policy.policy;
    job.read = from.read;
    job.read_release = to.read;
    job.audit.shuffled = settings.flag("shuffled");
    job.audit.show_values = settings.flag("show_values");
    job.summary = settings.text("summary");
    job.counts = settings.counts("counts");
    return dict_of(
        result_of(settings.progress, context_of(settings.run), [&](const RunContext& running) {
            job.context = running;
            return verify(job);
        }));
}

}  // namespace

void bind_jobs(py::module_& module) {
    module.def("anonymize", &run_anonymize);
    module.def("verify", &run_verify);
    bind_looks(module);
    bind_spaces(module);
    bind_evaluations(module);
}

}  // namespace kanon::python

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policies.hpp"
#include "running.hpp"
#include "verb_settings.hpp"

#include <utility>

namespace kanon::python {

/// A job of one table, by a policy.
template <class Job>
Job job_of(const Source& source, const PolicyHandle& policy) {
    Job out;
    out.input = source.path;
    out.read = source.read;
    out.policy = policy.policy;
    return out;
}

/// A job of an original and a release, by a policy.
template <class Job>
Job job_of(const Source& original, const Source& release, const PolicyHandle& policy) {
    Job out;
    out.original = original.path;
    out.release = release.path;
    out.read = original.read;
    out.read_release = release.read;
    out.policy = policy.policy;
    return out;
}

/// What `run` gives of a job, which runs as the settings say.
template <class Job, class Run>
auto result_of_job(const Settings& settings, Job& job, const Run& run) {
    return result_of(settings.watch(), context_of(settings.run), [&](const RunContext& running) {
        job.context = running;
        return run(job);
    });
}

/// The same of run_job().
template <class Job>
auto result_of_job(const Settings& settings, Job& job) {
    return result_of_job(settings, job, [](const Job& filled) { return run_job(filled); });
}

}  // namespace kanon::python

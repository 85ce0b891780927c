// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/evaluate.hpp"

#include "kanon/io/writing/pending_file.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/source/targets.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace kanon {

Evaluation run_job(const EvaluateJob& job) {
    std::vector<std::string> sources = detail::sources_of(job.original, job.policy);
    sources.push_back(job.release);
    detail::check_targets(sources,
                          {{.what = "JSON", .path = job.json}, {.what = "HTML", .path = job.html}});
    std::optional<PendingFile> json = pending_file(job.json, job.force);
    std::optional<PendingFile> html = pending_file(job.html, job.force);
    const detail::ReadRelease read =
        detail::read_with_release(detail::release_source_of(job), job.context);
    EvaluateOptions options = job.options;
    options.shuffled = options.shuffled || !read.in_order;
    Evaluation out = evaluate(read.problem, read.release, options, job.context);
    if (json) {
        json->write_text(evaluation_json(out));
    }
    if (html) {
        html->write_text(evaluation_html(out));
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(out);
    }
    commit_together({&html, &json}, job.context);
    return out;
}

}  // namespace kanon

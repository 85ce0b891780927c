// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/api/reading_internal.hpp"
#include "kanon/api/recoding_internal.hpp"
#include "kanon/api/steps_internal.hpp"
#include "kanon/api/targets_internal.hpp"
#include "kanon/table/shuffle.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

void check_targets_of(const AnonymizeJob& job) {
    std::vector<std::string> sources = detail::sources_of(job.input, job.policy);
    sources.push_back(job.apply_recoding);
    detail::check_targets(sources,
                          {{.what = "output", .path = job.output},
                           {.what = "summary", .path = job.summary},
                           {.what = "report", .path = job.report},
                           {.what = "saved recoding", .path = job.save_recoding}});
    static_cast<void>(format_to_write(job.output, job.write));
}

Circumstances circumstances_of(const AnonymizeJob& job, const std::optional<SavedRecoding>& saved) {
    Circumstances out =
        saved ? Circumstances{.codings = saved->codings} : detail::circumstances_of(job.policy);
    if (job.shuffle) {
        out.row_order = RowOrder::hidden;
    } else if (job.shuffle_if_telling) {
        out.row_order = RowOrder::hidden_if_telling;
    }
    return out;
}

Table table_to_write(const Result& result, const AnonymizeJob& job) {
    if (!result.problem->shuffle) {
        return result.release.table;
    }
    SecretRandom random(job.secret_seed);
    return shuffled(result.release.table, random);
}

}  // namespace

std::unique_ptr<Result> run_job(const AnonymizeJob& job) {
    check_targets_of(job);
    std::optional<PendingFile> output = pending_file(job.output, job.write.force);
    std::optional<PendingFile> summary = pending_file(job.summary, job.write.force);
    std::optional<PendingFile> report = pending_file(job.report, job.write.force);
    std::optional<PendingFile> recoding = pending_file(job.save_recoding, job.write.force);
    std::optional<SavedRecoding> saved;
    if (!job.apply_recoding.empty()) {
        saved = detail::read_recoding(job.apply_recoding, job.context);
    }

    Stopwatch watch;
    auto result = std::make_unique<Result>();
    result->policy = job.policy;
    RunFacts& facts = result->facts;
    detail::BoundTable bound = detail::read_and_bind(
        job.input, job.policy, job.read, circumstances_of(job, saved), job.context);
    facts.seconds.read = bound.read_seconds;
    result->problem = std::make_unique<Problem>(std::move(bound.problem));
    facts.seconds.bind = watch.lap() - bound.read_seconds;
    detail::check_warnings(*result->problem, job.options);
    if (recoding) {
        detail::require_savable(*result->problem);
    }
    if (saved) {
        detail::solve_by(*saved, job.apply_recoding, *result, job.context, watch);
    } else {
        detail::solve(*result, job.options, job.context, watch);
    }
    detail::release_and_prove(*result, job.secret_seed, job.context, watch);
    throw_if_cancelled(job.context);
    if (!report) {
        result->classes.reset();  // nobody needs them again, and to write takes memory
    }
    if (output) {
        output->write_table(table_to_write(*result, job), job.write, job.context);
    }
    if (recoding) {
        recoding->write_text(recoding_text(*result));
    }
    facts.seconds.write = watch.lap();
    facts.input = job.input;
    facts.output = job.output;
    facts.summary_path = job.summary;
    facts.report_path = job.report;
    facts.recoding_path = job.save_recoding;
    facts.command = job.command;
    detail::fill_facts(*result, job.context, watch);
    if (summary) {
        summary->write_text(json_summary(record_of(*result)));
    }
    if (report) {
        report->write_text(html_report(record_of(*result)));
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(*result);
    }
    commit_together({&summary, &report, &recoding, &output}, job.context);
    return result;
}

}  // namespace kanon

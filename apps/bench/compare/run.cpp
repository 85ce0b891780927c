// SPDX-License-Identifier: Apache-2.0
#include "compare/run.hpp"

#include "flags.hpp"
#include "suites/release.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>

#include <algorithm>

namespace kanon::bench {
namespace {

void fill(SuiteRow& row, const Result& result, const std::vector<Objective>& losses) {
    row.ending = to_string(result.outcome.ending);
    row.value = result.outcome.loss;
    row.lower_bound = result.outcome.lower_bound;
    row.gap = gap_of(result.outcome);
    row.suppressed_rows = result.audit.measures.suppressed_rows;
    row.classes = result.audit.measures.classes;
    row.stats = result.outcome.stats;
    row.seconds = result.facts.seconds.solve;
    for (const Objective objective : losses) {
        row.losses.push_back(loss_by(objective, result));
    }
}

void run_one(SuiteRow& row, AnonymizeJob job, const cli::RunFlags& flags, const Suite& suite) {
    job.policy.method = row.method->name;
    job.policy.method_options = options_for(suite, *row.method);
    job.policy.objective = info(row.objective).name;
    cli::ProgressLine progress(flags.quiet);
    job.context = cli::make_context(flags, progress);
    try {
        fill(row, *run_job(job), suite.losses);
    } catch (const Error& error) {
        row.ending = ending_of(error.code());
        row.reason = error.what();
        if (error.code() == ErrorCode::audit_failed) {
            throw Error(error.code(), row.title() + ": " + error.what());
        }
        if (row.ending.empty()) {
            throw;
        }
    }
}

/// One row for each method and what is asked of it, to be filled.
std::vector<SuiteRow> empty_rows(const Suite& suite, const SuiteDataset& dataset, std::uint64_t k) {
    std::vector<SuiteRow> rows;
    for (const MethodInfo* method : suite.methods) {
        for (const Objective objective : objectives_for(suite, *method)) {
            SuiteRow& row = rows.emplace_back();
            row.dataset = dataset.name;
            row.k = k;
            row.method = method;
            row.objective = objective;
        }
    }
    return rows;
}

/// \throws Error{bad_policy} if every method refused, with the first reason.
void need_an_answer(const std::vector<SuiteRow>& rows) {
    const auto refused = [](const SuiteRow& row) { return row.ending == "refused"; };
    if (std::all_of(rows.begin(), rows.end(), refused)) {
        throw Error(ErrorCode::bad_policy, "no method can work on this table: " + rows[0].reason);
    }
}

}  // namespace

std::vector<SuiteRow> run_group(const Suite& suite,
                                const SuiteDataset& dataset,
                                std::uint64_t k,
                                const cli::RunFlags& flags,
                                Workplace& workplace) {
    const AnonymizeJob job = bench_job(dataset, k, suite.suppression, workplace);
    const cli::RunFlags limited = within_limit(flags, suite);
    std::vector<SuiteRow> rows = empty_rows(suite, dataset, k);
    for (SuiteRow& row : rows) {
        run_one(row, job, limited, suite);
    }
    need_an_answer(rows);
    if (const std::string wrong = contradiction(rows); !wrong.empty()) {
        throw Error(ErrorCode::audit_failed, wrong);
    }
    return rows;
}

}  // namespace kanon::bench

// SPDX-License-Identifier: Apache-2.0
#include "bench_suite_run.hpp"

#include "progress.hpp"
#include <fmt/format.h>

#include <algorithm>

namespace kanon::cli::bench {
namespace {

/// The policy of a table for one k; columns that it does not name are left unread.
Policy policy_for(const Suite& suite,
                  const SuiteDataset& dataset,
                  std::uint64_t k,
                  const std::vector<std::string>& columns,
                  const std::string& text) {
    Policy policy = parse_policy(text, dataset.name + ".yaml");
    for (const std::string& column : columns) {
        if (policy.find(column) == nullptr) {
            policy.attribute(column).role = Role::identifying;
        }
    }
    std::erase_if(policy.privacy,
                  [](const PrivacyRequirement& one) { return one.model == "k-anonymity"; });
    policy.privacy.insert(policy.privacy.begin(),
                          {.model = "k-anonymity", .parameter = static_cast<double>(k)});
    policy.suppression = SuppressionLimit::parse(suite.suppression);
    return policy;
}

void fill(SuiteRow& row, const Result& result, const std::vector<Objective>& losses) {
    row.ending = to_string(result.outcome.ending);
    row.value = result.outcome.loss;
    row.lower_bound = result.outcome.lower_bound;
    row.gap = gap_of(result.outcome);
    row.suppressed_rows = result.audit.measures.suppressed_rows;
    row.classes = result.audit.measures.classes;
    row.stats = result.outcome.stats;
    row.seconds = result.record.seconds.solve;
    for (const Objective objective : losses) {
        row.losses.push_back(loss_by(objective, result));
    }
}

/// The row's ending for an error that is an answer of its own kind, else "".
std::string ending_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::infeasible:
            return std::string(to_string(Ending::infeasible));
        case ErrorCode::timed_out:
            return std::string(to_string(Ending::timed_out));
        case ErrorCode::bad_policy:
        case ErrorCode::bad_hierarchy:
            return "refused";
        case ErrorCode::usage:
        case ErrorCode::bad_input:
        case ErrorCode::bad_output:
        case ErrorCode::audit_failed:
        case ErrorCode::cancelled:
            break;
    }
    return "";
}

void run_one(SuiteRow& row, AnonymizeJob job, const RunFlags& flags, const Suite& suite) {
    job.policy.method = row.method->name;
    job.policy.objective = info(row.objective).name;
    ProgressLine progress(flags.quiet);
    job.context = make_context(flags, progress);
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
                                const RunFlags& flags,
                                Workplace& workplace) {
    AnonymizeJob job;
    job.input = workplace.make_table(dataset.data);
    job.read = dataset.read;
    job.policy = policy_for(suite,
                            dataset,
                            k,
                            column_names(job.input, dataset.read),
                            workplace.policy_for(dataset.data, dataset.policy));
    RunFlags limited = flags;
    limited.time_limit = flags.time_limit ? flags.time_limit : suite.time_limit_seconds;
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

}  // namespace kanon::cli::bench

// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/compare.hpp"

#include "kanon/run/coded_loss.hpp"
#include "kanon/run/finish.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/risk_limit_search.hpp"
#include "kanon/run/saved_recoding.hpp"
#include "kanon/run/search.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/source/targets.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <span>
#include <utility>

namespace kanon {
namespace {

bool knows(const MethodInfo& method, std::string_view option) {
    return std::ranges::any_of(method.options,
                               [&](const OptionSpec& spec) { return spec.name == option; });
}

/// The policy of one run. Options that were given to another method stay where they are known.
Policy policy_of(const CompareJob& job, const ComparedRun& run) {
    Policy policy = job.policy;
    if (run.method != policy.method) {
        policy.method = run.method;
        std::erase_if(policy.method_options, [&](const auto& option) {
            return run.method == "auto" || !knows(find_method(run.method), option.first);
        });
    }
    if (run.k) {
        policy.require(
            {.model = "k-anonymity", .parameters = {{"k", static_cast<double>(*run.k)}}});
    }
    return policy;
}

RunContext context_of(const CompareJob& job) {
    RunContext context = job.context;
    if (job.seconds_each) {
        context.deadline = std::chrono::steady_clock::now() +
                           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                               std::chrono::duration<double>(*job.seconds_each));
    }
    return context;
}

/// One in so many persons, where these are counted.
std::optional<double> risk_by_persons(const AuditReport& audit) {
    for (const Proof& proof : audit.proofs) {
        if (proof.model == "k-anonymity" && proof.against == Adversary{} && proof.achieved > 0) {
            return 1 / proof.achieved;
        }
    }
    return std::nullopt;
}

void set_risks(ComparedRun& run, const Result& result) {
    const Measures& measures = result.audit.measures;
    if (result.audit.candidates) {
        const std::uint64_t least = result.audit.candidates->least;
        run.highest_risk = least > 0 ? std::optional(1 / static_cast<double>(least)) : std::nullopt;
    } else if (measures.classes == 0) {
        return;
    } else if (!result.problem->policy.person.empty()) {
        run.highest_risk = risk_by_persons(result.audit);
    } else {
        run.highest_risk = 1 / static_cast<double>(measures.min_class);
        run.average_risk =
            static_cast<double>(measures.classes) / static_cast<double>(measures.released_rows);
    }
}

void set_figures(ComparedRun& run, const Result& result) {
    run.k = result.problem->k;
    run.made_by = result.facts.method;
    run.recoding = result.facts.recoding;
    run.ending = result.outcome.ending;
    run.objective = result.problem->objective;
    run.loss = result.outcome.loss;
    run.lower_bound = result.outcome.lower_bound;
    run.gap = gap_of(result.outcome);
    run.measures = result.audit.measures;
    set_risks(run, result);
}

/// Make the release of one run. \throws Error as anonymize()
Result released(const CompareJob& job, const detail::PolicySource& source, ComparedRun& run) {
    const RunContext context = context_of(job);
    Stopwatch watch;
    Result result;
    result.policy = policy_of(job, run);
    result.problem = std::make_unique<const Problem>(detail::bind_source(
        source, result.policy, detail::bind_options_of(result.policy), context));
    detail::solve(result, {}, context, watch);
    detail::release_and_prove(result, std::nullopt, context, watch);
    throw_if_cancelled(context);
    run.seconds = watch.total();
    set_figures(run, result);
    return result;
}

/// True for what another k or method may mend.
bool ends_one_run(const Error& error) {
    return error.code() == ErrorCode::infeasible || error.code() == ErrorCode::timed_out ||
           error.code() == ErrorCode::bad_policy;
}

std::vector<ComparedRun> runs_of(const CompareJob& job) {
    std::vector<std::string> methods = job.methods;
    if (methods.empty()) {
        methods.push_back(job.policy.method);
    }
    if (!job.ks.empty() && adversaries_of(job.policy.privacy) != std::vector{Adversary{}}) {
        throw Error(ErrorCode::usage,
                    "the policy promises a k against each of several adversaries, so that no "
                    "single k can be compared; leave k out, and compare methods",
                    {.attribute = "k"});
    }
    std::vector<std::optional<std::uint64_t>> ks(job.ks.begin(), job.ks.end());
    if (ks.empty()) {
        ks.emplace_back();
    }
    std::vector<ComparedRun> runs;
    for (const std::string& method : methods) {
        if (method != "auto") {
            static_cast<void>(find_method(method));
        }
        for (const auto& k : ks) {
            runs.push_back({.k = k, .method = method});
        }
    }
    return runs;
}

Comparison compare(const CompareJob& job, const detail::PolicySource& source) {
    Comparison out;
    out.version = version();
    out.runs = runs_of(job);
    std::exception_ptr first;
    for (ComparedRun& run : out.runs) {
        try {
            Result result = released(job, source, run);
            if (!out.problem) {
                out.warnings = warnings_of(record_of(result));
                out.problem = std::move(result.problem);
            }
        } catch (const Error& error) {
            if (!ends_one_run(error)) {
                throw;
            }
            run.refused = error.what();
            first = first ? first : std::current_exception();
        }
        if (job.after_each) {
            job.after_each(run);
        }
    }
    if (!out.problem) {
        std::rethrow_exception(first);
    }
    return out;
}

}  // namespace

Comparison run_job(const CompareJob& job) {
    detail::check_targets(detail::sources_of(job.input, job.policy),
                          {{.what = "JSON", .path = job.json}, {.what = "SVG", .path = job.svg}});
    std::optional<PendingFile> json = pending_file(job.json, job.force);
    std::optional<PendingFile> svg = pending_file(job.svg, job.force);
    const detail::PolicySource source =
        detail::read_source(std::span(&job.input, 1), job.policy, job.read, {}, job.context);
    Comparison out = compare(job, source);
    if (json) {
        json->write_text(comparison_json(out));
    }
    if (svg) {
        svg->write_text(comparison_svg(out));
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(out);
    }
    commit_together({&svg, &json}, job.context);
    return out;
}

}  // namespace kanon

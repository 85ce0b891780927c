// SPDX-License-Identifier: Apache-2.0
#include "suites/release.hpp"

#include "kanon/api/comparators.hpp"

#include "terminal/progress.hpp"

#include <algorithm>
#include <utility>

namespace kanon::bench {
namespace {

/// Keep so many quasi-identifiers, the first of the policy; the others are not read.
void keep_first(Policy& policy, std::uint64_t attributes) {
    std::uint64_t kept = 0;
    for (AttributePolicy& attribute : policy.attributes) {
        if (attribute.role == Role::quasi_identifying && ++kept > attributes) {
            attribute.role = Role::identifying;
        }
    }
}

Policy policy_of(const ReleaseRequest& request,
                 const std::string& text,
                 const std::vector<std::string>& columns) {
    const std::string patterns =
        request.patterns.empty() ? "" : "\npatterns: " + request.patterns + "\n";
    Policy policy = bench_policy(
        text + patterns, request.dataset->name, columns, request.k, request.suppression);
    if (request.attributes) {
        keep_first(policy, *request.attributes);
    }
    return policy;
}

void take_method(const ReleaseRequest& request, const MethodInfo& method, Policy& policy) {
    policy.method = method.name;
    policy.objective =
        request.objective.empty() ? info(method.objectives.front()).name : request.objective;
    for (const std::string& option : request.options) {
        const std::size_t equals = std::min(option.find('='), option.size());
        policy.method_options[option.substr(0, equals)] =
            option.substr(std::min(equals + 1, option.size()));
    }
}

/// The auditor's measures of a release of this table, but with rows starred throughout as a class
/// of their own.
Measures with_star_class(const Table& original, const Result& result, unsigned threads) {
    std::vector<RecodedAttribute> attributes;
    for (const QuasiIdentifier& attribute : result.problem->quasi_identifiers) {
        attributes.push_back({.column = original.find(attribute.name).value()});
    }
    const ReleasedClasses classes(
        original, result.whole().release.table, attributes, {1, 1}, threads);
    return measure(classes,
                   result.whole().release,
                   result.problem->measured_by(result.whole().release.table),
                   threads);
}

/// The same rows, with no numbers but in these columns.
Table with_numbers(const std::vector<std::string>& numbers, const AnonymizeJob& job) {
    ReadOptions read = job.read;
    read.missing_marks = job.policy.missing_marks;
    for (const AttributePolicy& attribute : job.policy.attributes) {
        const bool number =
            std::find(numbers.begin(), numbers.end(), attribute.name) != numbers.end();
        read.types[attribute.name] =
            number ? attribute.type.value_or(ValueType::integer) : ValueType::text;
        if (!attribute.missing_is_value.value_or(true)) {
            read.drop_rows_missing.push_back(attribute.name);
        }
    }
    return read_table(job.input, read, job.context).table;
}

Measures measures_of(const ReleaseRequest& request, const Result& result, const AnonymizeJob& job) {
    Measures measures = with_star_class(result.problem->table, result, job.context.threads);
    if (request.numbers) {
        measures.usefulness =
            with_star_class(with_numbers(*request.numbers, job), result, job.context.threads)
                .usefulness;
    }
    return measures;
}

ReleaseFigures figures_of(const ReleaseRequest& request,
                          const Result& result,
                          const AnonymizeJob& job) {
    const Measures measures = measures_of(request, result, job);
    const Problem& problem = *result.problem;
    return {.ending = std::string(to_string(result.outcome.ending)),
            .reason = "",
            .released = true,
            .rows = measures.rows,
            .stars = measures.stars,
            .usefulness = measures.usefulness,
            .classes = measures.classes,
            .avg_class = measures.avg_class,
            .max_class = measures.max_class,
            .loss = result.outcome.loss,
            .lower_bound = result.outcome.lower_bound,
            .seconds = result.facts.seconds.solve,
            .identifying = request.identifying
                               ? std::optional(find_least_sets(problem.table, problem.columns))
                               : std::nullopt};
}

/// What `run` makes of the data set, or the ending and reason where it refuses the table, finds
/// nothing or is out of time.
template <class Run>
ReleaseFigures figures_or_ending(const ReleaseRequest& request,
                                 const cli::RunFlags& flags,
                                 Workplace& workplace,
                                 Run run) {
    const SuiteDataset& dataset = *request.dataset;
    cli::ProgressLine progress(flags.quiet);
    AnonymizeJob job;
    job.input = workplace.make_table(dataset.data);
    job.read = dataset.read;
    job.context = cli::make_context(flags, progress);
    ReleaseFigures figures;
    try {
        job.policy = policy_of(request,
                               workplace.policy_for(dataset.data, dataset.policy),
                               column_names(job.input, dataset.read));
        figures = run(job);
    } catch (const Error& error) {
        figures.ending = ending_of(error.code());
        figures.reason = error.what();
        if (figures.ending.empty()) {
            throw;
        }
    }
    progress.clear();
    return figures;
}

}  // namespace

Policy bench_policy(const std::string& text,
                    const std::string& name,
                    const std::vector<std::string>& columns,
                    std::uint64_t k,
                    const std::string& suppression) {
    Policy policy = parse_policy(text, name + ".yaml");
    for (const std::string& column : columns) {
        if (policy.find(column) == nullptr) {
            policy.attribute(column).role = Role::identifying;
        }
    }
    std::erase_if(policy.privacy,
                  [](const PrivacyRequirement& one) { return one.model == "k-anonymity"; });
    policy.privacy.insert(policy.privacy.begin(),
                          {.model = "k-anonymity", .parameters = {{"k", static_cast<double>(k)}}});
    policy.suppression = SuppressionLimit::parse(suppression);
    return policy;
}

AnonymizeJob bench_job(const SuiteDataset& dataset,
                       std::uint64_t k,
                       const std::string& suppression,
                       Workplace& workplace) {
    AnonymizeJob job;
    job.input = workplace.make_table(dataset.data);
    job.read = dataset.read;
    job.policy = bench_policy(workplace.policy_for(dataset.data, dataset.policy),
                              dataset.name,
                              column_names(job.input, dataset.read),
                              k,
                              suppression);
    return job;
}

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
        case ErrorCode::warned:
        case ErrorCode::audit_failed:
        case ErrorCode::cancelled:
            break;
    }
    return "";
}

ReleaseFigures run_release(const ReleaseRequest& request,
                           const cli::RunFlags& flags,
                           Workplace& workplace) {
    const MethodInfo& method = find_method(request.method);
    ReleaseFigures figures = figures_or_ending(request, flags, workplace, [&](AnonymizeJob& job) {
        take_method(request, method, job.policy);
        return figures_of(request, *run_job(job), job);
    });
    figures.recoding = method.recoding;
    return figures;
}

ReleaseFigures run_comparator(const ReleaseRequest& request,
                              const cli::RunFlags& flags,
                              Workplace& workplace) {
    const Comparator comparator = find_comparator(request.method);
    return figures_or_ending(request, flags, workplace, [&](AnonymizeJob& job) {
        job.policy.objective = request.objective;
        const ComparatorFigures figures = run_job(ComparatorJob{.input = job.input,
                                                                .policy = job.policy,
                                                                .read = job.read,
                                                                .comparator = comparator,
                                                                .context = job.context});
        return ReleaseFigures{.ending = std::string(to_string(Ending::feasible)),
                              .released = true,
                              .loss = figures.loss,
                              .seconds = figures.seconds,
                              .least_candidates = figures.least_candidates};
    });
}

}  // namespace kanon::bench

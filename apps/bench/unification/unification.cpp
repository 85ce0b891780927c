// SPDX-License-Identifier: Apache-2.0
#include "unification/unification.hpp"

#include "suites/release.hpp"
#include "terminal/progress.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kanon::bench {
namespace {

constexpr const char* kMethod = "anti-unification";

std::uint64_t figure(const Outcome& outcome, std::string_view name) {
    const auto found = std::find_if(outcome.stats.begin(),
                                    outcome.stats.end(),
                                    [name](const auto& stat) { return stat.first == name; });
    return found == outcome.stats.end() ? 0 : static_cast<std::uint64_t>(found->second);
}

AnonymizeJob job_of(const SuiteDataset& dataset,
                    std::uint64_t k,
                    const cli::RunFlags& flags,
                    cli::ProgressLine& progress,
                    Workplace& workplace) {
    AnonymizeJob job = bench_job(dataset, k, "100%", workplace);
    job.context = cli::make_context(flags, progress);
    return job;
}

std::vector<std::string> columns_of(const UnificationSuite& suite, const Policy& policy) {
    std::vector<std::string> out;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.role == Role::quasi_identifying) {
            out.push_back(attribute.name);
        }
    }
    out.push_back(suite.class_column);
    return out;
}

}  // namespace

UnificationSuite read_unification_suite(const std::string& folder, const std::string& name) {
    UnificationSuite suite;
    read_suite_file(folder, name, suite, [&suite](Members& members) {
        members.take("class", suite.class_column);
        members.take("sample", suite.sample);
        members.take("test_sets", suite.test_sets);
        members.take("accuracy", suite.accuracy);
        for (Members& one : members.each("cases")) {
            UnificationCase& made = suite.cases.emplace_back();
            one.take("condition", made.condition);
            one.take("k", made.k);
            one.take("patterns", made.patterns);
            one.take("rest", made.rest);
            one.take("accuracy", made.accuracy);
            one.finish();
        }
        if (suite.datasets.size() != 2 || suite.test_sets.size() != 3) {
            refuse(members.file(), "'datasets' must be two, and 'test_sets' three");
        }
    });
    return suite;
}

UnificationResult run_unification(const UnificationSuite& suite,
                                  const UnificationCase& made,
                                  const cli::RunFlags& flags,
                                  Workplace& workplace) {
    cli::ProgressLine progress(flags.quiet);
    AnonymizeJob job = job_of(suite.datasets[0], made.k, flags, progress, workplace);
    job.policy.method = kMethod;
    job.policy.method_options = {{"condition", made.condition}};
    job.policy.objective = "stars";
    job.policy.suppressed = SuppressedRows::drop;
    const std::unique_ptr<Result> result = run_job(job);
    progress.clear();
    const Outcome& outcome = result->outcome;
    return {
        .made = made,
        .patterns = figure(outcome, "patterns_found"),
        .derivations = figure(outcome, "patterns_derived"),
        .rest = figure(outcome, "rows_discarded"),
        .without_class = figure(outcome, "rows_without_class"),
        .classes = figure(outcome, "classes"),
        .seconds = result->facts.seconds.solve,
        .released = Instances::of(result->whole().release.table, columns_of(suite, job.policy))};
}

Instances instances_of(const UnificationSuite& suite,
                       const SuiteDataset& dataset,
                       const cli::RunFlags& flags,
                       Workplace& workplace) {
    cli::ProgressLine progress(flags.quiet);
    const AnonymizeJob job = job_of(dataset, 2, flags, progress, workplace);
    ReadOptions read = job.read;
    read.missing_marks = job.policy.missing_marks;
    for (const AttributePolicy& attribute : job.policy.attributes) {
        read.types[attribute.name] = ValueType::text;
    }
    return Instances::of(read_table(job.input, read, job.context).table,
                         columns_of(suite, job.policy));
}

}  // namespace kanon::bench

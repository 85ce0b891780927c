// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/finish.hpp"

#include "kanon/base/process.hpp"
#include "kanon/problem/single_rows.hpp"

namespace kanon::detail {

void evaluate_result(Result& result, const RunContext& context, Stopwatch& watch) {
    EvaluateOptions options;
    options.shuffled = result.problem->shuffle;
    const WholeRelease& whole = result.whole();
    if (result.problem->counts.empty()) {
        result.evaluation =
            evaluate_audited(*result.problem, whole.release, *whole.classes, options, context);
    } else {
        const Problem problem = with_single_rows(*result.problem);
        const Release release = with_single_rows(whole.release, *result.problem);
        const ReleasedClasses classes = classes_of(problem, release, context.threads);
        result.evaluation = evaluate_audited(problem, release, classes, options, context);
    }
    result.facts.seconds.evaluate = watch.lap();
}

void fill_facts(Result& result, const RunContext& context, const Stopwatch& watch) {
    RunFacts& facts = result.facts;
    facts.threads = context.threads;
    facts.seed = context.seed;
    facts.version = version();
    facts.peak_rss_mb = peak_rss_mb();
    facts.seconds.total = watch.total();
}

}  // namespace kanon::detail

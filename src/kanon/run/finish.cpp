// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/finish.hpp"

#include "kanon/base/process.hpp"
#include "kanon/problem/single_rows.hpp"

namespace kanon {

Evaluation evaluate(const Result& result, const RunContext& context) {
    EvaluateOptions options;
    options.shuffled = result.problem->shuffle;
    const WholeRelease& whole = result.whole();
    const auto found = [&](const Problem& problem, const Release& release) {
        const ReleasedClasses classes = classes_of(problem, release, context.threads);
        return evaluate_audited(problem, release, classes, options, context);
    };
    if (!result.problem->counts.empty()) {
        return found(with_single_rows(*result.problem),
                     with_single_rows(whole.release, *result.problem));
    }
    return whole.classes
               ? evaluate_audited(*result.problem, whole.release, *whole.classes, options, context)
               : found(*result.problem, whole.release);
}

namespace detail {

void evaluate_result(Result& result, const RunContext& context, Stopwatch& watch) {
    result.evaluation = evaluate(result, context);
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

}  // namespace detail
}  // namespace kanon

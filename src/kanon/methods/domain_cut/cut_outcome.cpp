// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/cut_outcome.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_recoding.hpp"

#include <algorithm>

namespace kanon::domain_cut {
namespace {

std::string why_not(const Task& task, bool proven) {
    const std::string limit = count_text(task.suppression_limit, "suppressed row");
    return proven ? "no cuts of the domains keep the promises within " + limit
                  : "the search met no cuts that keep the promises within " + limit +
                        "; that there are none is not proven";
}

}  // namespace

bool fails_for_good(const PrivacyModels& models) {
    return std::all_of(models.begin(), models.end(), [](const auto& model) {
        return model->monotony() == Monotony::superset;
    });
}

Outcome outcome_of_cuts(const Task& task,
                        std::span<const OrderedDomain> domains,
                        const CutsFound& found,
                        const RunContext& context) {
    Outcome outcome;
    outcome.ending = found.cuts ? Ending::feasible : Ending::infeasible;
    if (found.stopped) {
        outcome.ending = context.cancelled() ? Ending::cancelled : Ending::timed_out;
    }
    if (!found.cuts) {
        outcome.reason = found.stopped ? "" : why_not(task, found.proven);
        return outcome;
    }
    CutEvaluator evaluator(task, domains);
    const CutFacts facts = evaluator.evaluate(*found.cuts);
    KANON_CHECK(evaluator.is_release(facts));
    outcome.loss = evaluator.value(facts);
    outcome.recoding = recode_to_parts(domains, *found.cuts, evaluator.suppressed_types());
    outcome.stats.emplace_back("classes", static_cast<double>(facts.classes));
    return outcome;
}

}  // namespace kanon::domain_cut

// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/merged_result.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::detail {

void MergedResult::add(const Result& piece) {
    if (!outcome_) {
        outcome_.emplace();
        outcome_->ending = piece.outcome.ending;
        outcome_->stats = piece.outcome.stats;
        outcome_->recoding = ClassRecoding{};
        facts_ = piece.facts;
        return;
    }
    add_outcome(piece.outcome);
    add_facts(piece.facts);
}

void MergedResult::add_outcome(const Outcome& piece) {
    for (const auto& [name, figure] : piece.stats) {
        const auto same =
            std::ranges::find(outcome_->stats, name, &std::pair<std::string, double>::first);
        if (same != outcome_->stats.end()) {
            same->second += figure;
        }
    }
    if (piece.ending != Ending::optimal) {
        outcome_->ending = outcome_->ending == Ending::timed_out ? Ending::timed_out : piece.ending;
    }
}

void MergedResult::add_facts(const RunFacts& piece) {
    risk::add_part(facts_->risk.before, piece.risk.before);
    risk::add_part(facts_->risk.after, piece.risk.after);
    for (std::size_t place = 0; place < piece.disclosed.size(); ++place) {
        facts_->disclosed[place].rows += piece.disclosed[place].rows;
    }
    facts_->seconds.solve += piece.seconds.solve;
    facts_->seconds.apply += piece.seconds.apply;
    facts_->seconds.audit += piece.seconds.audit;
}

void MergedResult::finish(Result& whole) {
    if (!whole.outcome.recoding) {  // else it was decided for all pieces at once
        const Problem& problem = *whole.problem;
        const LossFacts facts =
            loss_facts(whole.audit.measures, problem.k, problem.quasi_identifiers.size());
        whole.outcome = std::move(*outcome_);
        whole.outcome.loss = objective_value(problem.objective, facts);
        if (whole.outcome.ending == Ending::optimal) {
            whole.outcome.ending = Ending::feasible;
        }
    }
    const StageSeconds before = whole.facts.seconds;
    whole.facts = std::move(*facts_);
    whole.facts.seconds.read = before.read;
    whole.facts.seconds.bind = before.bind;
}

}  // namespace kanon::detail

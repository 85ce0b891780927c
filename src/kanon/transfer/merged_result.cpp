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

void MergedResult::finish(Result& whole, std::optional<Outcome> decided) {
    if (decided) {
        whole.outcome = std::move(*decided);
    } else {
        const Problem& problem = *whole.problem;
        const LossFacts facts =
            loss_facts(whole.audit.measures, problem.k, problem.quasi_identifiers.size());
        whole.outcome = std::move(*outcome_);
        whole.outcome.loss = objective_value(problem.objective, facts);
        if (whole.outcome.ending == Ending::optimal) {
            whole.outcome.ending = Ending::feasible;
        }
    }
    facts_->seconds.read = whole.facts.seconds.read;
    facts_->seconds.bind = whole.facts.seconds.bind;
    facts_->assumptions = std::move(whole.facts.assumptions);
    facts_->warnings = std::move(whole.facts.warnings);
    whole.facts = std::move(*facts_);
}

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/coded_loss.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/run/carry_over.hpp"

#include <algorithm>
#include <vector>

namespace kanon::detail {
namespace {

bool has_coded_ends(const Problem& problem) {
    return std::ranges::any_of(problem.quasi_identifiers, [](const QuasiIdentifier& attribute) {
        const OpenEnds& ends = attribute.dictionary().open_ends();
        return ends.low || ends.high;
    });
}

/// What coding alone loses, so that every release loses as much.
double loss_of_coding(const Problem& problem, CellLoss measured) {
    const RowTypes& types = problem.row_types();
    double sum = 0;
    double weights = 0;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        const std::vector<double> losses = loss_of_labels(measured, attribute.hierarchy, 0);
        double column = 0;
        for (std::size_t type = 0; type < types.size(); ++type) {
            column += losses[types.columns[j][type]] * types.counts[type];
        }
        sum += attribute.weight * column;
        weights += attribute.weight;
    }
    return sum / (weights * static_cast<double>(types.row_count()));
}

}  // namespace

void settle_coded_loss(Result& result) {
    const Problem& problem = *result.problem;
    const Objective objective = problem.objective;
    const bool by_cells = objective == Objective::gcp || objective == Objective::lm;
    const bool is_of_catalogue = result.facts.applied_from.empty() && !problem.counterfeits;
    const bool by_stars = is_of_catalogue && find_method(result.facts.method).stars_only;
    if (!by_cells || !by_stars || !has_coded_ends(problem)) {
        return;
    }
    Outcome& outcome = result.outcome;
    outcome.loss = carried_loss(objective, problem, outcome.recoding, result.audit.measures);
    if (outcome.lower_bound) {
        const CellLoss measured = objective == Objective::lm ? CellLoss::lm : CellLoss::ncp;
        *outcome.lower_bound = std::min(
            outcome.loss, std::max(*outcome.lower_bound, loss_of_coding(problem, measured)));
    }
    if (outcome.ending == Ending::optimal && outcome.lower_bound != outcome.loss) {
        outcome.ending = Ending::feasible;
    }
}

}  // namespace kanon::detail

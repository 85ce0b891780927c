// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/recoding_internal.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/release/carried_classes.hpp"
#include "kanon/release/carried_recoding.hpp"

#include <string>
#include <utility>

namespace kanon::detail {
namespace {

void require_within_limit(const Problem& problem,
                          const CarriedLosses& losses,
                          const std::string& file) {
    if (losses.rows() <= problem.suppression_limit) {
        return;
    }
    std::string why;
    const auto add = [&why](std::uint64_t rows, const std::string& what) {
        if (rows > 0) {
            why += (why.empty() ? "" : ", ") + count_text(rows) + " " + what;
        }
    };
    add(losses.unplaced, "fit nothing that it releases");
    add(losses.failing, "are in classes that fail a privacy model");
    add(losses.starred, "would be starred in every quasi-identifier");
    throw Error(ErrorCode::infeasible,
                "the recoding cannot be applied: " + count_text(losses.rows()) + " of " +
                    count_text(problem.row_types().row_count()) + " rows would be suppressed and " +
                    count_text(problem.suppression_limit) + " may be (" + why +
                    "); allow more suppression, or search anew without --apply",
                Where{.file = file});
}

void require_objective(const Problem& problem, const Recoding& recoding, const std::string& file) {
    const ObjectiveInfo& objective = info(problem.objective);
    if (objective.needs_levels && view_of(recoding).full_domain_node() == nullptr) {
        throw Error(ErrorCode::bad_policy,
                    "the objective '" + std::string(objective.name) +
                        "' is defined for full-domain recodings alone, and this is none; choose "
                        "another",
                    Where{.file = file});
    }
}

}  // namespace

Outcome carry_over(const Problem& problem,
                   const SavedRecoding& saved,
                   const std::string& file,
                   const RunContext& context) {
    const TableFacts table = facts_of(problem);
    CarriedRecoding carried = find_carried(table, saved, file, context.threads);
    throw_if_cancelled(context);
    require_objective(problem, carried.recoding, file);
    const CarriedLosses losses = judge_carried(table, carried, context.threads);
    require_within_limit(problem, losses, file);
    suppress(carried.recoding, losses.suppressed);
    Outcome outcome;
    outcome.ending = Ending::feasible;
    outcome.recoding = std::move(carried.recoding);
    outcome.stats = {{"unplaced_rows", static_cast<double>(losses.unplaced)},
                     {"failing_rows", static_cast<double>(losses.failing)},
                     {"starred_rows", static_cast<double>(losses.starred)}};
    return outcome;
}

double carried_loss(Objective objective,
                    const Problem& problem,
                    const Recoding& recoding,
                    const Measures& measures) {
    LossFacts facts = loss_facts(measures, problem.k, problem.quasi_identifiers.size());
    const Node* node = view_of(recoding).full_domain_node();
    for (std::size_t j = 0; node != nullptr && j < node->size(); ++j) {
        const double level = (*node)[j];
        facts.height += level;
        facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
    }
    return objective_value(objective, facts);
}

}  // namespace kanon::detail

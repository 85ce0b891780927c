// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/carried_classes_internal.hpp"
#include "kanon/api/carried_recoding_internal.hpp"
#include "kanon/api/recoding_internal.hpp"
#include "kanon/base/count_text.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

void require_within_limit(const Problem& problem, const Losses& losses, const std::string& file) {
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
                    count_text(problem.row_types.row_count()) + " rows would be suppressed and " +
                    count_text(problem.suppression_limit) + " may be (" + why +
                    "); allow more suppression, or search anew without --apply",
                Where{.file = file});
}

void suppress(Recoding& recoding, std::vector<bool> suppressed) {
    if (auto* global = std::get_if<GlobalRecoding>(&recoding)) {
        global->suppressed = std::move(suppressed);
        return;
    }
    auto& classes = std::get<ClassRecoding>(recoding).class_of_type;
    for (std::size_t type = 0; type < classes.size(); ++type) {
        classes[type] = suppressed[type] ? kSuppressedClass : classes[type];
    }
}

void require_objective(const Problem& problem, const Recoding& recoding, const std::string& file) {
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    const ObjectiveInfo& objective = info(problem.objective);
    if (objective.needs_levels && (global == nullptr || !global->node)) {
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
    Carried carried = find_carried(problem, saved, file, context.threads);
    throw_if_cancelled(context);
    require_objective(problem, carried.recoding, file);
    Losses losses = judge_carried(problem, carried, context.threads);
    require_within_limit(problem, losses, file);
    suppress(carried.recoding, std::move(losses.suppressed));
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
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    for (std::size_t j = 0; global != nullptr && global->node && j < global->node->size(); ++j) {
        const double level = (*global->node)[j];
        facts.height += level;
        facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
    }
    return objective_value(objective, facts);
}

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/pattern_survey.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/patterns/cube.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/methods/cell_suppression/patterns/star_bound.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace kanon {
namespace {

using cell_suppression::Cells;
using cell_suppression::Cube;
using cell_suppression::PatternCosts;
using cell_suppression::TieOrder;

void refuse_other_objectives(const Task& task) {
    if (task.objective != Objective::stars && task.objective != Objective::gcp) {
        throw Error(ErrorCode::bad_policy,
                    "patterns have a cost by the objectives stars and gcp, not by " +
                        std::string(info(task.objective).name));
    }
}

void stop_if_asked(const RunContext& context) {
    throw_if_cancelled(context);
    if (context.past_deadline()) {
        throw Error(ErrorCode::timed_out,
                    "the patterns were not looked through within the time limit; allow more time "
                    "or fewer patterns");
    }
}

}  // namespace

PatternSurvey survey_patterns(const Task& task, std::size_t most, const RunContext& context) {
    refuse_other_objectives(task);
    std::vector<Pattern> patterns = task.patterns.patterns();
    const PatternCosts costs(task);
    sort_by_cost(patterns, costs, TieOrder::last);
    const double row_share =
        task.objective == Objective::gcp ? static_cast<double>(task.row_types().row_count()) : 1;
    PatternSurvey out;
    out.patterns = patterns.size();
    Cube cube(task.row_types(), task.least_class_rows(), TieOrder::last);
    for (std::size_t i = 0; i < std::min(most, patterns.size()); ++i) {
        stop_if_asked(context);
        const Cells& cells = cube.cells(patterns[i]);
        out.facts.push_back(
            {.stars = patterns[i],
             .cost = costs.loss_of(costs.of(patterns[i])) * row_share,
             .served_rows = std::accumulate(cells.rows.begin(), cells.rows.end(), std::uint64_t{0}),
             .cells = cells.size()});
    }
    cell_suppression::StarBound bound = star_bound(task, patterns, costs, context);
    stop_if_asked(context);
    out.lower_bound = bound.loss;
    out.unserved_rows = bound.unserved_rows;
    out.unserved_types = std::move(bound.unserved_types);
    return out;
}

}  // namespace kanon

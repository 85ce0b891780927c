// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/pattern_ilp.hpp"

#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_suppression.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/exact/least_cost_release.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/solve/solver.hpp"

namespace kanon::cell_suppression {
namespace {

class PatternIlp final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        if (suits_set_program(task)) {
            return star_sets_exactly(task, context);
        }
        require_rows_alone("pattern-ilp", task);
        const RunContext to_the_end = without_limits(context);
        StarSearch search(task, TieOrder::last, to_the_end);
        const MipSolver* solver = find_mip_solver();
        if (solver == nullptr) {
            return conclude(search, context, {.reason = mip_missing()});
        }
        const auto start = known_classes(greedy_partition(search, search.patterns()));
        return conclude(search, context, find_least_cost_release(search, start, *solver, context));
    }
};

}  // namespace

std::unique_ptr<Method> make_pattern_ilp(const OptionMap& /*options*/) {
    return std::make_unique<PatternIlp>();
}

}  // namespace kanon::cell_suppression

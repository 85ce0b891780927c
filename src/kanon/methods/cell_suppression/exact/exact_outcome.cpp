// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"

#include <algorithm>
#include <utility>

namespace kanon::cell_suppression {
Ending ending_of_unproven(const RunContext& context) {
    if (context.cancelled()) {
        return Ending::cancelled;
    }
    const bool limited = context.past_deadline() || context.node_limit != RunContext{}.node_limit;
    return limited ? Ending::timed_out : Ending::feasible;
}

RunContext without_limits(RunContext context) {
    context.deadline.reset();
    context.cancel = nullptr;
    return context;
}

Outcome conclude(StarSearch& search, const RunContext& context, ExactChoice choice) {
    const bool optimal = choice.best && choice.proven;
    Outcome out = search.finish(choice.best ? *std::move(choice.best)
                                            : greedy_partition(search, search.patterns()));
    if (out.recoding) {
        const double bound =
            optimal ? out.loss
                    : search.costs().loss_of(choice.bound == kNoChoice ? 0 : choice.bound);
        out.lower_bound = std::max(out.lower_bound.value_or(0), std::min(bound, out.loss));
        out.ending = out.lower_bound == out.loss ? Ending::optimal : ending_of_unproven(context);
    } else if (!choice.proven && ending_of_unproven(context) != Ending::feasible) {
        out.ending = ending_of_unproven(context);
    }
    out.reason = out.reason.empty() ? std::move(choice.reason) : out.reason;
    return out;
}

}  // namespace kanon::cell_suppression

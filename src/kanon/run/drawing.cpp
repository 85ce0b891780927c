// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/drawing.hpp"

#include "kanon/base/error.hpp"
#include "kanon/release/recoding/draw_assignment.hpp"
#include "kanon/task/candidate_checker.hpp"

#include <string>
#include <vector>

namespace kanon::detail {

void draw_until(const Task& task,
                AssignmentRecoding& recoding,
                SecretRandom& random,
                const RunContext& context,
                const std::function<bool()>& accept) {
    const CandidateChecker checker(task, recoding);
    const std::string what_helps =
        "; take a larger k, so that more candidates stand beside each other, or `recoding: "
        "classes`";
    if (const std::string broken = checker.broken_by_members(); !broken.empty()) {
        throw Error(ErrorCode::infeasible,
                    "freeform generalization finds candidates by their quasi-identifiers alone, "
                    "and " +
                        broken + " does not hold over those of every row" + what_helps);
    }
    for (int draw = 0; draw < kMostDraws; ++draw) {
        throw_if_cancelled(context);
        const std::vector<std::uint32_t> row_of_record =
            draw_assignment(task.row_types(), random, recoding);
        if (checker.holds_as_drawn(row_of_record) && accept()) {
            return;
        }
    }
    throw Error(ErrorCode::infeasible,
                "none of " + std::to_string(kMostDraws) +
                    " draws of which row stands behind which released record keeps every model "
                    "over the candidates of each row" +
                    what_helps);
}

}  // namespace kanon::detail

// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/wording.hpp"

#include "kanon/base/count_text.hpp"

#include <fmt/format.h>

namespace kanon {

std::string percent_text(double share) {
    return fmt::format("{:.2f} %", 100 * share);
}

std::string suppression_text(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    const double share = measures.rows == 0 ? 0
                                            : static_cast<double>(measures.suppressed_rows) /
                                                  static_cast<double>(measures.rows);
    return fmt::format("{} of {} ({}; allowed {})",
                       count_text(measures.suppressed_rows),
                       count_text(measures.rows),
                       percent_text(share),
                       count_text(record.problem->suppression_limit));
}

std::string optimality_text(const RunRecord& record) {
    const Outcome& outcome = *record.outcome;
    if (outcome.ending == Ending::optimal) {
        return fmt::format("proven optimal among all {} releases", record.recoding);
    }
    const std::optional<double> gap = gap_of(outcome);
    if (!gap) {
        return outcome.ending == Ending::timed_out ? "stopped early; no bound is known"
                                                   : "heuristic; no bound is known";
    }
    return fmt::format("no {} release can be below {:g} (gap {})",
                       record.recoding,
                       *outcome.lower_bound,
                       percent_text(*gap));
}

}  // namespace kanon

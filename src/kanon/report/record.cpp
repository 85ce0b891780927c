// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/record.hpp"

namespace kanon {

std::vector<std::string> assumptions_of(const RunRecord& record) {
    std::vector<std::string> out = record.problem->assumptions;
    out.insert(out.end(), record.assumptions.begin(), record.assumptions.end());
    return out;
}

std::vector<Warning> warnings_of(const RunRecord& record) {
    std::vector<Warning> out = record.problem->warnings;
    out.insert(out.end(), record.warnings.begin(), record.warnings.end());
    return out;
}

std::optional<double> gap_of(const Outcome& outcome) {
    if (!outcome.lower_bound) {
        return std::nullopt;
    }
    if (outcome.loss == *outcome.lower_bound) {
        return 0.0;
    }
    const double size = outcome.loss < 0 ? -outcome.loss : outcome.loss;
    return size > 0 ? std::optional<double>((outcome.loss - *outcome.lower_bound) / size)
                    : std::nullopt;
}

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/record.hpp"

namespace kanon {

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

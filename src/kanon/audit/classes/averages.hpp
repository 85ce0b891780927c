// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace kanon::auditing {

/// The mean of a model's figures over the released rows, each by its class; none: no class is
/// released. `histograms`: per tracked column, of the classes. Sums are taken in the order of the
/// classes. Cost O(classes), and the model's.
[[nodiscard]] std::optional<double> mean_over_rows(const Evidence& evidence,
                                                   const PrivacyModel& model,
                                                   const std::vector<Histograms>& histograms);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kanon::auditing {

/// What the released rows that share values prove of a model of who knows some values.
struct KnownFindings {
    std::optional<double> worst;           ///< of all such sets of rows; none: no row is released
    std::uint64_t broken = 0;              ///< sets of rows that break the promise
    double achieved = 0;                   ///< of the first that does
    std::uint32_t released_class = kNone;  ///< one of it
    std::string attributes;                ///< whose values it shares, `age, sex`
};

/// Hold a model against the rows that share their released values in the quasi-identifiers that it
/// names, or in each set of model.known_values() of them. `histograms`: per tracked column, of the
/// classes. Released values are compared as they are spelled: whoever matches an original value
/// against labels of several levels finds unions of these sets. Cost O(c log c) for c classes and a
/// set.
[[nodiscard]] KnownFindings judge_known_values(const Evidence& evidence,
                                               const PrivacyModel& model,
                                               std::span<const Histograms> histograms);

}  // namespace kanon::auditing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <optional>

namespace kanon {

/// What a model says of itself that asks of a class for so many rows and so many distinct values of
/// its column, and for nothing else: a program may count them by itself.
class DistinctValues {
public:
    virtual ~DistinctValues() = default;

    /// Distinct values that a class must have.
    [[nodiscard]] virtual std::uint64_t least_values() const = 0;

    /// The value that a code counts as; none: as none, for it is missing.
    [[nodiscard]] virtual std::optional<Code> counted(Code code) const = 0;
};

/// Of a model, or of what asks the same of classes (PrivacyModel::of_classes()); null: it asks
/// something else. Lives as long as the model.
[[nodiscard]] const DistinctValues* distinct_values_of(const PrivacyModel& model);

}  // namespace kanon

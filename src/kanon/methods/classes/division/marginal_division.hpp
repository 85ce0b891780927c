// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/divider.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/contract/marginals.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kanon::classes {

/// Divides classes one after the other as divide_types() divides one of more than
/// Splitting::by_margins_above() row types, of which the marginals are all that counts. Keeps what
/// it needs for that from class to class; not for several threads.
class MarginalDivider {
public:
    /// Borrows the task; of its row types models are asked, and numbered by the values of all
    /// marginals, one marginal after the other. Where rows decide they need not be counted.
    MarginalDivider(const Task& task, const Splitting& splitting);

    ~MarginalDivider() = default;
    MarginalDivider(const MarginalDivider&) = delete;
    MarginalDivider& operator=(const MarginalDivider&) = delete;
    MarginalDivider(MarginalDivider&&) = delete;
    MarginalDivider& operator=(MarginalDivider&&) = delete;

    /// `marginals` has one of each attribute, of the same rows; none: the class cannot be divided.
    /// Cost O(values m + models).
    [[nodiscard]] std::optional<MarginalDivision> divide(std::span<const Marginal> marginals);

    /// In the order of the task's attributes.
    [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

private:
    void fill_records(std::span<const Marginal> marginals);

    std::vector<std::size_t> by_name_;
    std::vector<Axis> axes_;
    std::vector<Axis> named_axes_;
    Records<Place> records_;
    Divider<Place> divider_;
    std::vector<std::size_t> first_;  ///< per attribute: number of its first value
    std::vector<Segment> by_axis_;
};

/// Divide one class so, whatever the models ask.
[[nodiscard]] std::optional<MarginalDivision> divide_class_by_marginals(
    const Task& task, const Splitting& splitting, std::span<const Marginal> marginals);

}  // namespace kanon::classes

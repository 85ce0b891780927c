// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/objective.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// The task's objective of a local recoding, where it is a field of FieldLosses, from classes that
/// are added one by one; as field_losses() of the release, but for the order in which losses are
/// added. Borrows both.
class FieldLossSum {
public:
    /// Cost O(values of the domains, and the codes under them), O(t m) for entropy.
    FieldLossSum(const Task& task, const RecodingView& recoding);

    /// Rows released by these values of the domains, one for each attribute; none: suppressed rows.
    void add(std::span<const std::uint32_t> values, std::uint64_t rows);

    [[nodiscard]] FieldLosses losses() const;

private:
    /// What a cell is measured by: per value of the domain, then a cell of a suppressed row.
    struct Ruler {
        std::vector<double> of_value;
        double least = 0;  ///< what the column loses as it is, over all rows: entropy alone
        double released = 0;
        double suppressed = 0;
    };

    [[nodiscard]] Ruler ruler_of(std::size_t attribute) const;

    const Task& task_;
    const RecodingView& view_;
    std::vector<Ruler> rulers_;  ///< per attribute; empty where the objective is no such loss
    double combinations_ = 0;
};

}  // namespace kanon

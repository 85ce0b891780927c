// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Row types of a class, in one or more pieces.
using TypePieces = std::span<const std::span<const std::uint32_t>>;

/// Asks the privacy models about classes made of row types. Keeps its buffers from class to class:
/// one object per thread. Borrows the task.
class ClassChecker {
public:
    explicit ClassChecker(const Task& task);

    /// True if the models that look at rows alone hold. A class of fewer than least_class_rows()
    /// rows never holds. Cost O(models).
    [[nodiscard]] bool rows_hold(std::uint64_t rows) const;

    /// True if rows_hold() says it all.
    [[nodiscard]] bool rows_decide() const { return tracked_.empty(); }

    /// True if every model holds for the union of the types, whose rows are `rows`.
    /// Cost O(histogram entries of the types + distinct values log distinct values); less where a
    /// few types of the first piece hold, and all that contains them does.
    [[nodiscard]] bool holds(std::uint64_t rows, TypePieces pieces);

private:
    [[nodiscard]] bool few_hold(std::span<const std::uint32_t> types);
    [[nodiscard]] bool models_hold(std::uint64_t rows, TypePieces pieces);

    const Task* task_;
    std::uint64_t least_rows_;
    bool supersets_hold_;  ///< of what holds
    std::vector<const PrivacyModel*> by_rows_;
    std::vector<std::size_t> tracked_;  ///< tracked columns that some model looks at
    std::vector<HistogramSum> sums_;    ///< one per tracked column
    std::vector<HistogramView> views_;  ///< one per tracked column
};

}  // namespace kanon

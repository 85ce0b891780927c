// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>

namespace kanon::classes {

/// What classes lose by the objective of a task, as whole numbers to be added up over classes. For
/// objectives that do not measure cells what cells lose comes second, as far as it does not matter
/// to the objective. One per thread.
class ClassLoss {
public:
    /// Borrows both. \pre the objective is gcp, lm, dm, c_avg or cm
    ClassLoss(const Task& task, const TypeSpace& space);

    /// True if nothing but what cells lose counts: of() is Cluster::loss() then.
    [[nodiscard]] bool by_cells() const { return by_cells_; }

    /// What the objective counts of a class, to be compared first. 0 for objectives that measure
    /// cells; dm: pairs of its rows; c_avg: -1; cm: rows not of its majority label. Cost O(types)
    /// for cm.
    [[nodiscard]] std::int64_t counted(const Cluster& cluster);

    /// What a search is to lower: what the objective counts and, for less, what cells lose. For dm
    /// classes count first, as for c_avg: searched by pairs alone it came to 4 % more of them on
    /// Adult.
    [[nodiscard]] std::int64_t of(const Cluster& cluster);

    /// What a class's cells lose, in the same measure.
    [[nodiscard]] std::int64_t of_cells(const Cluster& cluster) const;

private:
    const Task& task_;
    const TypeSpace& space_;
    bool by_cells_;
    HistogramSum labels_;
};

}  // namespace kanon::classes

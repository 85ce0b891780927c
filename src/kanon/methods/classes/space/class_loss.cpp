// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/class_loss.hpp"

namespace kanon::classes {
namespace {

/// Beside what is counted a row that is starred throughout loses 2^14.
constexpr unsigned kCellShift = 16;
constexpr std::int64_t kClass = std::int64_t{1} << 30U;
constexpr std::int64_t kMinorityRow = std::int64_t{1} << 24U;
/// Sums of squares fall where there is a class more; by themselves they keep classes of even sizes,
/// from which none can be taken.
constexpr std::int64_t kPair = std::int64_t{1} << 8U;

}  // namespace

ClassLoss::ClassLoss(const Task& task, const TypeSpace& space)
    : task_(task),
      space_(space),
      by_cells_(task.objective == Objective::gcp || task.objective == Objective::lm) {}

std::int64_t ClassLoss::counted(const Cluster& cluster) {
    if (task_.objective == Objective::dm) {
        return static_cast<std::int64_t>(cluster.rows * cluster.rows);
    }
    if (task_.objective == Objective::c_avg) {
        return -1;
    }
    if (task_.objective != Objective::cm) {
        return 0;
    }
    const Histograms& labels = task_.row_types().histograms[task_.class_place.value()];
    labels_.begin(labels.domain_size);
    for (const std::uint32_t type : cluster.types) {
        labels_.add(labels, space_.number_in_task(type));
    }
    return static_cast<std::int64_t>(labels_.end_minority());
}

std::int64_t ClassLoss::of(const Cluster& cluster) {
    switch (task_.objective) {
        case Objective::dm:
            return counted(cluster) * kPair - kClass + of_cells(cluster);
        case Objective::c_avg:
            return of_cells(cluster) - kClass;
        case Objective::cm:
            return counted(cluster) * kMinorityRow + of_cells(cluster);
        default:
            return of_cells(cluster);
    }
}

std::int64_t ClassLoss::of_cells(const Cluster& cluster) const {
    return by_cells_ ? cluster.loss() : cluster.loss() >> kCellShift;
}

}  // namespace kanon::classes

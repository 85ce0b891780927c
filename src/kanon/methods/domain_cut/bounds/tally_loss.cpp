// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>

namespace kanon::domain_cut {

TallyLoss::TallyLoss(const Task& task)
    : types_(task.row_types()),
      minority_(task.objective == Objective::cm),
      rows_(task.row_types().row_count()),
      least_rows_(std::max<std::uint64_t>(task.least_class_rows(), 1)),
      suppressed_row_(minority_ ? 1 : rows_),
      released_row_(minority_ ? 0 : least_rows_) {
    KANON_CHECK(minority_ || task.objective == Objective::dm);
    if (minority_) {
        tracked_ = task.class_place.value();
        labels_ = types_.histograms[tracked_].domain_size;
    }
    KANON_CHECK(rows_ >> 31U == 0);
}

void TallyLoss::add_type(std::uint32_t type, ClassTally& tally) const {
    tally.add_rows(types_.counts[type]);
    if (!minority_) {
        return;
    }
    const Histograms& labels = types_.histograms[tracked_];
    for (std::uint32_t at = labels.offsets[type]; at < labels.offsets[type + 1]; ++at) {
        tally.add_label(labels.values[at], labels.counts[at]);
    }
}

std::uint64_t TallyLoss::released(const ClassTally& tally) const {
    return minority_ ? tally.rows() - tally.majority() : tally.rows() * tally.rows();
}

std::uint64_t TallyLoss::divided(const ClassTally& tally) const {
    const std::uint64_t rows = tally.rows();
    if (minority_) {
        return 0;
    }
    const std::uint64_t most = rows / least_rows_;
    if (most == 1 && 2 * rows > rows_) {
        // One class of s - x rows beside x suppressed ones: n x + (s - x)^2 is least at
        // s - x = n / 2. In all other cases, to suppress a row costs more than it saves.
        return rows_ * rows - (rows_ * rows_ + 3) / 4;
    }
    const std::uint64_t even = rows / most;
    const std::uint64_t over = rows % most;
    return over * (even + 1) * (even + 1) + (most - over) * even * even;
}

std::uint64_t TallyLoss::excess(const ClassTally& tally) const {
    const std::uint64_t rows = tally.rows();
    if (minority_) {
        return rows - tally.majority();
    }
    return may_exceed(rows) ? rows * (rows - least_rows_) : 0;
}

/// Under DM, undivided rows with an excess are k or more and not among those sure to be suppressed.
/// Under CM they may be: then at most all but one in `labels` of the suppressed are minority rows.
std::uint64_t TallyLoss::excess_of_suppressed(std::uint64_t suppressed,
                                              std::uint64_t excess) const {
    return minority_ ? std::min(excess, suppressed - suppressed / std::max<std::size_t>(labels_, 1))
                     : 0;
}

bool TallyLoss::better_merged(std::uint64_t rows, std::uint64_t more_rows) const {
    if (rows == 0 || more_rows == 0) {
        return true;
    }
    if (minority_) {
        return rows + more_rows < rows_;  // all rows as one class may be stars throughout
    }
    // Of parts a, b with a suppressed, (a + b)^2 <= n a + b^2 as soon as a + 2 b <= n.
    return rows + more_rows + std::max(rows, more_rows) <= rows_;
}

double TallyLoss::value(std::uint64_t loss) const {
    return minority_ ? static_cast<double>(loss) / static_cast<double>(rows_)
                     : static_cast<double>(loss);
}

}  // namespace kanon::domain_cut

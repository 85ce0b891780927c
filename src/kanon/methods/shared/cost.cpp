// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/cost.hpp"

#include <bit>
#include <cmath>

namespace kanon {
namespace {

double weight_sum(const Task& task) {
    double sum = 0;
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        sum += qi.weight;
    }
    return sum > 0 ? sum : 1;
}

}  // namespace

CellLoss measured_loss(const Task& task) {
    return task.objective == Objective::lm ? CellLoss::lm : CellLoss::ncp;
}

CostScale::CostScale(const Task& task, CellLoss loss) {
    const std::uint64_t rows = task.row_types().row_count();
    const int unit_bits = 62 - static_cast<int>(std::bit_width(rows));
    const double unit = std::ldexp(1.0, unit_bits);
    whole_ = unit * static_cast<double>(rows);
    const double weights = weight_sum(task);
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        scale_.push_back(unit * qi.weight / weights);
        star_.push_back(cell(star_.size(), star_loss(loss, qi.hierarchy)));
        row_ += star_.back();
    }
}

Cost CostScale::cell(std::size_t attribute, double loss) const {
    return static_cast<Cost>(std::llround(loss * scale_[attribute]));
}

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/cost.hpp"

#include "kanon/quality/field_losses.hpp"

#include <bit>
#include <cmath>

namespace kanon {
namespace {

constexpr int kLogMeanBits = 50;

double weight_sum(const Task& task) {
    double sum = 0;
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        sum += qi.weight;
    }
    return sum > 0 ? sum : 1;
}

/// The logarithm of a count as a share of another; 0 where there is no value, or one row.
double share_of_log(std::uint64_t count, double log_whole) {
    return count > 0 && log_whole > 0 ? std::log2(static_cast<double>(count)) / log_whole : 0;
}

}  // namespace

CellLoss measured_loss(const Task& task) {
    return task.objective == Objective::lm ? CellLoss::lm : CellLoss::ncp;
}

CellMeasure cell_measure(const Task& task) {
    switch (task.objective) {
        case Objective::lm:
            return CellMeasure::lm;
        case Objective::loss:
        case Objective::loss_geometric:
            return CellMeasure::loss;
        case Objective::entropy:
            return CellMeasure::entropy;
        case Objective::ambiguity:
        case Objective::kl_divergence:
            return CellMeasure::combinations;
        default:
            return CellMeasure::ncp;
    }
}

double loss_of_log_mean(std::uint64_t log_mean) {
    return std::expm1(std::ldexp(static_cast<double>(log_mean), -kLogMeanBits));
}

/// What the measure needs besides hierarchies.
void CostScale::settle_measure() {
    if (measure_ == CellMeasure::loss) {
        const GsWeights weights = gs_weights(task_.gs_factor);
        generalized_ = weights.generalized;
        suppressed_ = weights.suppressed;
    } else if (measure_ == CellMeasure::entropy) {
        log_whole_ = std::log2(static_cast<double>(task_.row_types().row_count()));
    } else if (measure_ == CellMeasure::combinations) {
        for (const QuasiIdentifier& qi : task_.quasi_identifiers) {
            log_whole_ += std::log2(static_cast<double>(qi.hierarchy.domain_size()));
        }
    }
}

/// Of one cell of a suppressed row.
double CostScale::lost_by_star(const Hierarchy& hierarchy) const {
    switch (measure_) {
        case CellMeasure::ncp:
            return star_loss(CellLoss::ncp, hierarchy);
        case CellMeasure::lm:
        case CellMeasure::loss:
            return suppressed_ * star_loss(CellLoss::lm, hierarchy);
        case CellMeasure::entropy:
            return share_of_log(task_.row_types().row_count(), log_whole_);
        case CellMeasure::combinations:
            return share_of_log(hierarchy.domain_size(), log_whole_);
    }
    return 1;
}

CostScale::CostScale(const Task& task, CellMeasure measure) : task_(task), measure_(measure) {
    settle_measure();
    const std::uint64_t rows = task.row_types().row_count();
    const int unit_bits = 62 - static_cast<int>(std::bit_width(rows));
    const double unit = std::ldexp(1.0, unit_bits);
    whole_ = unit * static_cast<double>(rows);
    const double weights = weight_sum(task);
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        scale_.push_back(measure == CellMeasure::combinations ? unit : unit * qi.weight / weights);
        star_.push_back(cell(star_.size(), lost_by_star(qi.hierarchy)));
        row_ += star_.back();
    }
    if (measure == CellMeasure::entropy) {
        take_rows();
    }
}

/// What the values of the table cost as they are, which no release falls below.
void CostScale::take_rows() {
    for (std::size_t j = 0; j < scale_.size(); ++j) {
        rows_.push_back(task_.rows_per_code(j));
        for (const std::uint64_t rows : rows_.back()) {
            least_ += rows > 0 ? rows * of_rows(j, rows) : 0;
        }
    }
    whole_ = static_cast<double>(task_.row_types().row_count() * row_ - least_);
}

/// Of a released cell, per label of a level.
std::vector<double> CostScale::losses(std::size_t attribute, Level level) const {
    const Hierarchy& hierarchy = task_.quasi_identifiers[attribute].hierarchy;
    if (measure_ == CellMeasure::ncp) {
        return loss_of_labels(CellLoss::ncp, hierarchy, level);
    }
    if (measure_ == CellMeasure::lm || measure_ == CellMeasure::loss) {
        std::vector<double> out = loss_of_labels(CellLoss::lm, hierarchy, level);
        for (double& loss : out) {
            loss *= generalized_;
        }
        return out;
    }
    std::vector<std::uint64_t> counts(hierarchy.label_count(level));
    for (Code code = 0; code < hierarchy.domain_size(); ++code) {
        counts[hierarchy.label_of(level, code)] +=
            measure_ == CellMeasure::entropy ? rows_[attribute][code] : 1;
    }
    std::vector<double> out;
    out.reserve(counts.size());
    for (const std::uint64_t count : counts) {
        out.push_back(share_of_log(count, log_whole_));
    }
    return out;
}

Cost CostScale::cell(std::size_t attribute, double loss) const {
    return static_cast<Cost>(std::llround(loss * scale_[attribute]));
}

std::vector<Cost> CostScale::labels(std::size_t attribute, Level level) const {
    std::vector<Cost> out;
    for (const double loss : losses(attribute, level)) {
        out.push_back(cell(attribute, loss));
    }
    return out;
}

Cost CostScale::of_rows(std::size_t attribute, std::uint64_t rows) const {
    return cell(attribute, share_of_log(rows, log_whole_));
}

double CostScale::value(Cost cost) const {
    return cost > least_ && whole_ > 0 ? static_cast<double>(cost - least_) / whole_ : 0;
}

std::uint64_t CostScale::log_mean(std::span<const Cost> columns) const {
    const auto rows = static_cast<double>(task_.row_types().row_count());
    const double weights = weight_sum(task_);
    double sum = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        if (scale_[j] > 0) {
            const double loss = static_cast<double>(columns[j]) / (scale_[j] * rows);
            sum += task_.quasi_identifiers[j].weight / weights * std::log1p(loss);
        }
    }
    return static_cast<std::uint64_t>(std::ldexp(sum, kLogMeanBits));
}

}  // namespace kanon

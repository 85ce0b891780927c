// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/node_cells/label_costs.hpp"

#include "kanon/methods/shared/cost.hpp"
#include "kanon/quality/cell_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace kanon {
namespace {

using cell_suppression::StarCost;

constexpr double kMostCostParts = 100'000;  ///< of a loss of 1, in a unit that is no rounding
constexpr double kRoundedParts = static_cast<double>(std::uint64_t{1} << 36U);

bool is_whole(double value) {
    constexpr double kSlack = 1e-9;
    return std::abs(value - std::round(value)) <= kSlack * std::max(1.0, value);
}

/// The least number of parts in which these values are whole; none if that is too many.
std::optional<double> common_parts(const std::vector<double>& values) {
    double parts = 1;
    for (const double value : values) {
        double factor = 1;
        while (!is_whole(value * parts * factor)) {
            ++factor;
            if (parts * factor > kMostCostParts) {
                return std::nullopt;
            }
        }
        parts *= factor;
    }
    return parts;
}

double greatest_weight(const Task& task) {
    double greatest = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        greatest = std::max(greatest, attribute.weight);
    }
    return greatest > 0 ? greatest : 1;
}

std::vector<StarCost> costs_of(const std::vector<double>& losses, double weight) {
    std::vector<StarCost> out;
    out.reserve(losses.size());
    for (const double loss : losses) {
        out.push_back(static_cast<StarCost>(std::llround(loss * weight)));
    }
    return out;
}

}  // namespace

LabelCosts::LabelCosts(const Task& task) {
    const CellLoss measured = measured_loss(task);
    std::vector<double> values;
    std::vector<std::vector<std::vector<double>>> losses;
    double weights = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        weights += attribute.weight;
        values.push_back(attribute.weight);
        std::vector<std::vector<double>>& levels = losses.emplace_back();
        for (Level level = 0; level <= attribute.greatest_level; ++level) {
            levels.push_back(loss_of_labels(measured, attribute.hierarchy, level));
            for (const double loss : levels.back()) {
                values.push_back(loss * attribute.weight);
            }
        }
    }
    const double parts = common_parts(values).value_or(kRoundedParts / greatest_weight(task));
    for (std::size_t j = 0; j < losses.size(); ++j) {
        const QuasiIdentifier& attribute = task.quasi_identifiers[j];
        std::vector<std::vector<StarCost>>& levels = labels_.emplace_back();
        for (const std::vector<double>& level : losses[j]) {
            levels.push_back(costs_of(level, attribute.weight * parts));
        }
        const double star = star_loss(measured, attribute.hierarchy);
        stars_.push_back(costs_of({star}, attribute.weight * parts).front());
    }
    whole_ =
        parts * (weights > 0 ? weights : 1) * static_cast<double>(task.row_types().row_count());
}

StarCost LabelCosts::row() const {
    return std::accumulate(stars_.begin(), stars_.end(), StarCost{0});
}

double LabelCosts::loss_of(StarCost cost) const {
    return static_cast<double>(cost) / whole_;
}

StarCost LabelCosts::cost_of(double loss) const {
    return static_cast<StarCost>(std::llround(loss * whole_));
}

}  // namespace kanon

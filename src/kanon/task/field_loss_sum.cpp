// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/field_loss_sum.hpp"

#include "kanon/quality/cell_loss.hpp"
#include "kanon/quality/field_losses.hpp"
#include "kanon/release/spelling/reading.hpp"

#include <algorithm>
#include <cmath>

namespace kanon {
FieldLossSum::FieldLossSum(const Task& task, const RecodingView& recoding)
    : task_(task), view_(recoding) {
    const bool is_summed =
        task.objective == Objective::entropy || task.objective == Objective::loss ||
        task.objective == Objective::loss_geometric || task.objective == Objective::ambiguity;
    for (std::size_t j = 0; is_summed && j < recoding.domains.size(); ++j) {
        rulers_.push_back(ruler_of(j));
    }
}

FieldLossSum::Ruler FieldLossSum::ruler_of(std::size_t attribute) const {
    const Hierarchy& hierarchy = task_.quasi_identifiers[attribute].hierarchy;
    const ReleasedDomain& domain = *view_.domains[attribute];
    std::vector<ReleasedValue> values = domain.values;
    values.push_back({.kind = ReleasedValue::Kind::star});
    Ruler out;
    std::vector<std::uint64_t> rows;
    if (task_.objective == Objective::entropy) {
        rows = task_.rows_per_code(attribute);
        for (const std::uint64_t of_value : rows) {
            const auto count = static_cast<double>(of_value);
            out.least += of_value > 0 ? count * std::log2(count) : 0;
        }
    }
    for (const ReleasedValue& value : values) {
        if (task_.objective == Objective::ambiguity) {
            out.of_value.push_back(static_cast<double>(
                cover_count(value, domain, &hierarchy, hierarchy.dictionary())));
        } else if (task_.objective == Objective::entropy) {
            double covered = 0;
            for (const Code code :
                 covered_codes(value, domain, &hierarchy, hierarchy.dictionary())) {
                covered += static_cast<double>(rows[code]);
            }
            out.of_value.push_back(covered > 0 ? std::log2(covered) : 0);
        } else {
            out.of_value.push_back(
                cell_loss(CellLoss::lm, value, domain, hierarchy.dictionary(), &hierarchy));
        }
    }
    return out;
}

void FieldLossSum::add(std::span<const std::uint32_t> values, std::uint64_t rows) {
    auto combinations = static_cast<double>(rows);
    for (std::size_t j = 0; j < rulers_.size(); ++j) {
        Ruler& ruler = rulers_[j];
        const double cell = values.empty() ? ruler.of_value.back() : ruler.of_value[values[j]];
        (values.empty() ? ruler.suppressed : ruler.released) += static_cast<double>(rows) * cell;
        combinations *= cell;
    }
    combinations_ += combinations;
}

FieldLosses FieldLossSum::losses() const {
    const auto rows = static_cast<double>(task_.row_types().row_count());
    const GsWeights gs = gs_weights(task_.gs_factor);
    std::vector<double> weights;
    std::vector<double> losses;
    double lost = 0;
    double most = 0;
    for (std::size_t j = 0; j < rulers_.size(); ++j) {
        const Ruler& ruler = rulers_[j];
        weights.push_back(task_.quasi_identifiers[j].weight);
        losses.push_back((gs.generalized * ruler.released + gs.suppressed * ruler.suppressed) /
                         rows);
        lost += weights.back() * (ruler.released + ruler.suppressed - ruler.least);
        most += weights.back() * (rows * std::log2(rows) - ruler.least);
    }
    FieldLosses out;
    if (rulers_.empty()) {
        return out;
    }
    out.entropy = most > 0 ? std::max(lost, 0.0) / most : 0;
    out.loss = mean_loss(losses, weights);
    out.loss_geometric = geometric_loss(losses, weights);
    out.ambiguity = combinations_ / rows;
    return out;
}

}  // namespace kanon

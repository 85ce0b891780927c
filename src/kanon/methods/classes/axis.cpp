// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/axis.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon::classes {
namespace {

/// Number of the label over each place of the axis, counted along the axis.
std::vector<std::uint32_t> number_runs(const Hierarchy& hierarchy, Level level) {
    std::vector<std::uint32_t> runs(hierarchy.domain_size());
    for (Place place = 1; place < runs.size(); ++place) {
        const Code before = hierarchy.label_of(level, hierarchy.leaf_order()[place - 1]);
        const Code here = hierarchy.label_of(level, hierarchy.leaf_order()[place]);
        runs[place] = runs[place - 1] + (before == here ? 0U : 1U);
    }
    return runs;
}

}  // namespace

Axis::Axis(const QuasiIdentifier& attribute, const Dictionary& dictionary, CellLoss loss)
    : hierarchy_(&attribute.hierarchy),
      dictionary_(&dictionary),
      by_range_(attribute.recode_range && attribute.least_level == 0 &&
                attribute.greatest_level == attribute.hierarchy.height()),
      weight_(attribute.weight),
      least_level_(attribute.least_level),
      greatest_level_(attribute.greatest_level),
      missing_(dictionary.missing().value_or(static_cast<Place>(dictionary.size()))),
      place_of_code_(dictionary.size()) {
    if (by_range_) {
        std::iota(place_of_code_.begin(), place_of_code_.end(), Place{0});
        take_numbers();
        return;
    }
    for (Code code = 0; code < place_of_code_.size(); ++code) {
        place_of_code_[code] = hierarchy_->leaf_rank(code);
    }
    for (unsigned level = 0; level <= hierarchy_->height(); ++level) {
        runs_.push_back(number_runs(*hierarchy_, static_cast<Level>(level)));
        take_label_losses(loss, static_cast<Level>(level));
    }
}

void Axis::take_numbers() {
    const std::size_t values = dictionary_->value_count();
    if (!dictionary_->is_numeric()) {
        // Texts are counted, the missing value among them.
        lowest_.resize(values);
        std::iota(lowest_.begin(), lowest_.end(), 0.0);
        highest_ = lowest_;
        span_ = static_cast<double>(dictionary_->size() - 1);
    } else if (values > 0) {
        for (Code code = 0; code < values; ++code) {
            lowest_.push_back(std::max(dictionary_->lowest(code), dictionary_->least()));
            highest_.push_back(std::min(dictionary_->highest(code), dictionary_->greatest()));
        }
        span_ = dictionary_->greatest() - dictionary_->least();
    }
    if (!(span_ > 0)) {
        span_ = kInfinity;
    }
}

void Axis::take_label_losses(CellLoss loss, Level level) {
    const std::vector<double> of_label = loss_of_labels(loss, *hierarchy_, level);
    std::vector<double>& of_place = loss_of_place_.emplace_back();
    for (const Code code : hierarchy_->leaf_order()) {
        of_place.push_back(weight_ * of_label[hierarchy_->label_of(level, code)]);
    }
}

ReleasedValue Axis::released(Extent extent) const {
    using Kind = ReleasedValue::Kind;
    if (by_range_) {
        if (extent.low == extent.high) {
            return {Kind::exact, extent.low, 0};
        }
        return extent.high == missing_ ? ReleasedValue{Kind::star, 0, 0}
                                       : ReleasedValue{Kind::range, extent.low, extent.high};
    }
    const Level at = level(extent);
    const Code code = hierarchy_->leaf_order()[extent.low];
    return at == 0 ? ReleasedValue{Kind::exact, code, 0}
                   : ReleasedValue{Kind::label, hierarchy_->label_of(at, code), at};
}

bool Axis::divisible(Extent extent) const {
    return extent.low != extent.high && (by_range_ || level(extent) > least_level_);
}

bool Axis::starred(Extent extent) const {
    const ReleasedValue value = released(extent);
    return value.kind == ReleasedValue::Kind::star ||
           (value.kind == ReleasedValue::Kind::label &&
            hierarchy_->text(static_cast<Level>(value.second), value.first) == "*");
}

Axis::Floors Axis::floors() const {
    Floors floors{std::vector<double>(size(), 0), std::vector<double>(size(), kInfinity)};
    for (Code code = 0; code < size(); ++code) {
        const Place place = place_of_code_[code];
        double& shared = floors.shared[code];
        if (by_range_) {
            shared = place > 0 ? range_loss({place - 1, place}) : shared;
            shared = place + 1 < size() ? std::min(shared, range_loss({place, place + 1})) : shared;
            continue;
        }
        floors.alone[code] = kInfinity;
        for (unsigned at = least_level_; at <= greatest_level_; ++at) {
            const auto level = static_cast<Level>(at);
            const double loss = loss_of_place_[level][place];
            floors.alone[code] = std::min(floors.alone[code], loss);
            const Code label = hierarchy_->label_of(level, code);
            shared = hierarchy_->cover_count(level, label) > 1 ? std::min(shared, loss) : shared;
        }
    }
    return floors;
}

}  // namespace kanon::classes

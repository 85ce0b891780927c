// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/axis.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

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

bool has_bounds(const QuasiIdentifier& attribute) {
    return attribute.least_level > 0 || attribute.greatest_level < attribute.hierarchy.height();
}

/// Texts of which too many are there for sets come out as ranges, if they may.
bool is_too_large_for_sets(const QuasiIdentifier& attribute, const Dictionary& dictionary) {
    return attribute.range_texts && dictionary.size() > kMostSetDomain;
}

}  // namespace

Axis::Axis(const QuasiIdentifier& attribute, const Dictionary& dictionary, CellLoss loss)
    : hierarchy_(&attribute.hierarchy),
      dictionary_(&dictionary),
      by_range_((attribute.recode_range || is_too_large_for_sets(attribute, dictionary)) &&
                !has_bounds(attribute)),
      by_set_(attribute.recode_set && !has_bounds(attribute)),
      range_texts_(attribute.range_texts),
      words_(by_set_ ? set_words(dictionary.size()) : 1),
      most_values_(std::min<std::uint64_t>(attribute.max_set_values,
                                           std::max(dictionary.size(), std::size_t{1}) - 1)),
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
    if (by_set_) {
        std::iota(place_of_code_.begin(), place_of_code_.end(), Place{0});
        take_set_losses(loss);
        return;
    }
    for (Code code = 0; code < place_of_code_.size(); ++code) {
        place_of_code_[code] = hierarchy_->leaf_rank(code);
    }
    for (unsigned level = 0; level <= hierarchy_->height(); ++level) {
        runs_.push_back(number_runs(*hierarchy_, static_cast<Level>(level)));
        take_label_losses(loss, static_cast<Level>(level));
    }
    take_meeting_levels();
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

/// Neighbours first, then runs of twice as many from two that overlap by none.
void Axis::take_meeting_levels() {
    for (std::size_t place = 0; place < size(); ++place) {
        Level level = least_level_;
        while (place + 1 < size() && runs_[level][place] != runs_[level][place + 1]) {
            ++level;
        }
        meeting_.push_back(level);
    }
    for (std::size_t reach = 1; 2 * reach < size(); reach *= 2) {
        const std::size_t first = meeting_.size() - size();
        for (std::size_t place = 0; place < size(); ++place) {
            const std::size_t next = std::min(place + reach, size() - 1);
            meeting_.push_back(std::max(meeting_[first + place], meeting_[first + next]));
        }
    }
}

void Axis::take_set_losses(CellLoss loss) {
    ReleasedDomain domain{.values = {}, .sets = {{}}};
    loss_of_count_.push_back(0);
    for (Code code = 0; code < size(); ++code) {
        domain.sets[0].push_back(code);
        const std::size_t count = domain.sets[0].size();
        const bool as_star = !is_listed(count) && (!range_texts_ || count == size());
        const ReleasedValue set{ReleasedValue::Kind::set, 0, 0};
        loss_of_count_.push_back(
            weight_ * (as_star ? star_loss(loss, *hierarchy_)
                               : cell_loss(loss, set, domain, *dictionary_, hierarchy_)));
    }
}

ReleasedValue Axis::released(const Word* cover, ReleasedDomain& domain) const {
    using Kind = ReleasedValue::Kind;
    if (!by_set_) {
        return released(extent_of(*cover));
    }
    if (!is_listed(*cover)) {
        const Extent extent = set_extent(cover, words_);
        return is_text_range(extent) ? ReleasedValue{Kind::range, extent.low, extent.high}
                                     : ReleasedValue{Kind::star, 0, 0};
    }
    std::vector<Code> codes;
    codes.reserve(*cover);
    for (Place place = 0; place < size(); ++place) {
        if (set_holds(cover, place) != 0) {
            codes.push_back(place);
        }
    }
    if (codes.size() == 1) {
        return {Kind::exact, codes[0], 0};
    }
    domain.sets.push_back(std::move(codes));
    return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
}

void Axis::append_released(const Word* cover, std::vector<Word>& out) const {
    if (by_set_ && is_listed(*cover)) {
        out.push_back(words_);
        out.insert(out.end(), cover, cover + words_);
        return;
    }
    if (by_set_) {
        // A set takes two words or more.
        const Extent extent = set_extent(cover, words_);
        out.push_back(is_text_range(extent) ? 1 : 0);
        if (is_text_range(extent)) {
            out.push_back(word_of(extent));
        }
        return;
    }
    const ReleasedValue value = released(extent_of(*cover));
    out.push_back(static_cast<Word>(value.kind));
    out.push_back((Word{value.second} << 32U) | value.first);
}

ReleasedValue Axis::released(Extent extent) const {
    using Kind = ReleasedValue::Kind;
    if (by_range_) {
        if (extent.low == extent.high) {
            return {Kind::exact, extent.low, 0};
        }
        // Of texts, which no number stands behind, the range of all says nothing.
        const bool is_all =
            !dictionary_->is_numeric() && extent.high - extent.low + std::size_t{1} == size();
        return extent.high == missing_ || is_all
                   ? ReleasedValue{Kind::star, 0, 0}
                   : ReleasedValue{Kind::range, extent.low, extent.high};
    }
    const Level at = level(extent);
    const Code code = hierarchy_->leaf_order()[extent.low];
    return at == 0 ? ReleasedValue{Kind::exact, code, 0}
                   : ReleasedValue{Kind::label, hierarchy_->label_of(at, code), at};
}

bool Axis::divisible(const Word* cover) const {
    if (by_set_) {
        return *cover > 1;
    }
    const Extent extent = extent_of(*cover);
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
        if (by_set_) {
            shared = size() > 1 ? loss_of_count_[2] : shared;
            continue;
        }
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

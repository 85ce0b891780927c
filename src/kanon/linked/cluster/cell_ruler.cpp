// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/cell_ruler.hpp"

#include "kanon/quality/cell_loss.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::linked {

std::uint32_t SetPool::number(const std::vector<Code>& codes) {
    const auto [found, is_new] =
        number_of_.try_emplace(codes, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) {
        sets_.push_back(codes);
    }
    return found->second;
}

std::uint32_t SetPool::with(std::uint32_t set, Code code, std::size_t most) {
    const std::uint64_t asked = (static_cast<std::uint64_t>(set) << 32U) | code;
    if (const auto known = with_.find(asked); known != with_.end()) {
        return known->second;
    }
    std::vector<Code> codes = sets_[set];
    const auto at = std::ranges::lower_bound(codes, code);
    if (at == codes.end() || *at != code) {
        codes.insert(at, code);
    }
    const std::uint32_t out = codes.size() > most ? kTooLarge : number(codes);
    with_.emplace(asked, out);
    return out;
}

CellRuler::CellRuler(const QuasiIdentifier& attribute)
    : attribute_(attribute),
      weight_(static_cast<float>(attribute.weight)),
      missing_(attribute.dictionary().missing().value_or(kStarred)),
      most_(attribute.max_set_values),
      domain_(attribute.dictionary().size()) {
    if (attribute.recode_range) {
        form_ = Form::range;
    } else if (attribute.recode_set) {
        form_ = domain_ <= kMaskBits ? Form::mask : Form::set;
    }
    take_positions();
    if (form_ == Form::labels) {
        const Hierarchy& hierarchy = attribute.hierarchy;
        for (Level level = 0; level <= hierarchy.height(); ++level) {
            const std::vector<double> losses = ncp_of_labels(hierarchy, level);
            of_label_.emplace_back(losses.begin(), losses.end());
        }
    }
}

void CellRuler::take_positions() {
    const Dictionary& dictionary = attribute_.dictionary();
    position_.assign(domain_, 1);
    const std::size_t values = dictionary.value_count();
    if (values == 0) {
        return;
    }
    const double least = dictionary.is_numeric() ? dictionary.least() : 0;
    const double extent =
        dictionary.is_numeric() ? dictionary.greatest() - least : static_cast<double>(domain_ - 1);
    const auto share = [&](double number) {
        return static_cast<float>(
            extent > 0 ? (std::clamp(number, least, least + extent) - least) / extent : 0);
    };
    for (Code code = 0; code < values; ++code) {
        if (dictionary.is_numeric()) {
            position_[code] = share(dictionary.number(code));
            lowest_.push_back(share(dictionary.lowest(code)));
            highest_.push_back(share(dictionary.highest(code)));
        } else {
            position_[code] = share(attribute_.hierarchy.leaf_rank(code));
        }
    }
}

Cell CellRuler::of(Code code, SetPool& pool) const {
    switch (form_) {
        case Form::labels:
            return {code, 0};
        case Form::range:
            return {code, code};
        case Form::mask:
            return cell_of(std::uint64_t{1} << code);
        case Form::set:
            return {pool.number({code}), 0};
    }
    return star();
}

Cell CellRuler::joined(Cell cell, Code code, SetPool& pool) const {
    if (cell == star()) {
        return cell;
    }
    switch (form_) {
        case Form::labels: {
            auto level = static_cast<Level>(cell.second);
            Code label = cell.first;
            while (attribute_.hierarchy.label_of(level, code) != label) {
                label = attribute_.hierarchy.parent(level, label);
                ++level;
            }
            return {label, level};
        }
        case Form::range: {
            if ((cell.first == missing_) != (code == missing_)) {
                return star();
            }
            return {std::min(cell.first, code), std::max(cell.second, code)};
        }
        case Form::mask: {
            const std::uint64_t mask = mask_of(cell) | (std::uint64_t{1} << code);
            return static_cast<std::size_t>(std::popcount(mask)) > most_ ? star() : cell_of(mask);
        }
        case Form::set: {
            const std::uint32_t set = pool.with(cell.first, code, most_);
            return set == SetPool::kTooLarge ? star() : Cell{set, 0};
        }
    }
    return star();
}

float CellRuler::loss_of_count(std::size_t count) const {
    return domain_ <= 1 ? 0
                        : weight_ * static_cast<float>(count - 1) / static_cast<float>(domain_ - 1);
}

float CellRuler::loss(Cell cell, const SetPool& pool) const {
    if (cell == star()) {
        return domain_ <= 1 ? 0 : weight_;
    }
    switch (form_) {
        case Form::labels:
            return weight_ * of_label_[cell.second][cell.first];
        case Form::range:
            return cell.first == missing_ ? 0
                                          : weight_ * (highest_[cell.second] - lowest_[cell.first]);
        case Form::mask:
            return loss_of_count(static_cast<std::size_t>(std::popcount(mask_of(cell))));
        case Form::set:
            return loss_of_count(pool.codes(cell.first).size());
    }
    return weight_;
}

ReleasedValue CellRuler::released(Cell cell, const SetPool& pool, ReleasedDomain& domain) const {
    using Kind = ReleasedValue::Kind;
    if (cell == star()) {
        return {Kind::star, 0, 0};
    }
    switch (form_) {
        case Form::labels:
            return cell.second == 0 ? ReleasedValue{Kind::exact, cell.first, 0}
                                    : ReleasedValue{Kind::label, cell.first, cell.second};
        case Form::range:
            return cell.first == cell.second ? ReleasedValue{Kind::exact, cell.first, 0}
                                             : ReleasedValue{Kind::range, cell.first, cell.second};
        case Form::mask:
        case Form::set: {
            std::vector<Code> codes;
            if (form_ == Form::set) {
                codes = pool.codes(cell.first);
            } else {
                for (std::uint64_t mask = mask_of(cell); mask != 0; mask &= mask - 1) {
                    codes.push_back(static_cast<Code>(std::countr_zero(mask)));
                }
            }
            if (codes.size() == 1) {
                return {Kind::exact, codes.front(), 0};
            }
            domain.sets.push_back(std::move(codes));
            return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
        }
    }
    return {Kind::star, 0, 0};
}

}  // namespace kanon::linked

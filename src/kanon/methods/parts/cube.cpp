// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/cube.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace kanon {
namespace {

constexpr std::uint8_t kIn = 1;
constexpr std::uint8_t kWanted = 2;
constexpr std::uint32_t kNoCell = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFiltered = 32;  ///< attributes that the filter by pairs knows

std::uint32_t bit_of(std::size_t attribute) {
    return attribute < kFiltered ? std::uint32_t{1} << attribute : 0;
}

}  // namespace

Cube::Cube(const RowTypes& types, std::uint64_t least_rows, TieOrder order)
    : packed_(types),
      grouper_(packed_, types.counts),
      counts_(types.counts),
      least_rows_(least_rows),
      attributes_(types.attribute_count()),
      marks_(types.size(), kIn | kWanted),
      base_(types.size()),
      rare_(types.attribute_count()),
      steps_(types.attribute_count()),
      types_in_(types.size()),
      wanted_rows_(types.row_count()) {
    std::iota(attributes_.begin(), attributes_.end(), std::size_t{0});
    if (order == TieOrder::first) {
        std::reverse(attributes_.begin(), attributes_.end());
    }
    for (std::vector<std::uint32_t>& rare : rare_) {
        rare.assign(types.size(), 0);
    }
    std::iota(base_.begin(), base_.end(), 0U);
    refresh();
}

/// True if a group of the last grouping has enough rows, and some that are wanted.
bool Cube::is_cell(std::size_t group) const {
    return grouper_.rows(group) >= least_rows_ && (grouper_.marks(group) & kWanted) != 0;
}

/// Mark the row types whose values in both attributes make no cell.
void Cube::find_rare(std::size_t a, std::size_t b) {
    const Pattern shown = (Pattern{1} << a) | (Pattern{1} << b);
    grouper_.group(base_, ~shown, marks_);
    const auto group_of = grouper_.group_of();
    for (std::size_t i = 0; i < base_.size(); ++i) {
        const bool rare = !is_cell(group_of[i]);
        rare_[a][base_[i]] |= rare ? bit_of(b) : 0;
        rare_[b][base_[i]] |= rare ? bit_of(a) : 0;
    }
}

/// Forget the row types that are out, and find anew what is rare among those that are in.
void Cube::refresh() {
    std::erase_if(base_, [this](std::uint32_t type) { return (marks_[type] & kIn) == 0; });
    for (std::size_t a = 0; a < rare_.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
            find_rare(a, b);
        }
    }
    depth_ = 0;
}

void Cube::settle(std::uint32_t type) {
    KANON_DCHECK((marks_[type] & kWanted) != 0);
    marks_[type] = kIn;
    wanted_rows_ -= counts_[type];
}

void Cube::remove(std::uint32_t type) {
    settle(type);
    marks_[type] = 0;
    --types_in_;
}

/// One step deeper: the types of `from` where `attribute` is not rare beside what is shown.
void Cube::narrow(std::span<const std::uint32_t> from, std::size_t attribute, Pattern shown) {
    Step& step = steps_[depth_++];
    step.attribute = attribute;
    step.types.resize(from.size());
    const auto bits = static_cast<std::uint32_t>(shown) | bit_of(attribute);
    const std::uint32_t* rare = rare_[attribute].data();
    std::size_t count = 0;
    for (const std::uint32_t type : from) {
        step.types[count] = type;
        count += (rare[type] & bits) == 0 && marks_[type] != 0 ? 1U : 0U;
    }
    step.types.resize(count);
}

/// Leave out the types that are in no cell of this pattern.
void Cube::prune(std::vector<std::uint32_t>& types, Pattern stars) {
    grouper_.group(types, stars, marks_);
    const auto group_of = grouper_.group_of();
    std::size_t count = 0;
    for (std::size_t i = 0; i < types.size(); ++i) {
        types[count] = types[i];
        count += is_cell(group_of[i]) ? 1U : 0U;
    }
    types.resize(count);
}

/// The types that are left at the last step of a pattern.
std::span<const std::uint32_t> Cube::candidates(Pattern stars) {
    const std::size_t last = attributes_.size() - static_cast<std::size_t>(std::popcount(stars));
    std::size_t depth = 0;
    Pattern shown = 0;
    bool narrowed = false;
    for (const std::size_t attribute : attributes_) {
        if ((stars >> attribute & 1U) != 0) {
            continue;
        }
        if (depth >= depth_ || steps_[depth].attribute != attribute) {
            depth_ = depth;
            narrow(depth == 0 ? std::span<const std::uint32_t>(base_)
                              : std::span<const std::uint32_t>(steps_[depth - 1].types),
                   attribute,
                   shown);
            if (depth + 1 < last) {
                prune(steps_[depth].types, ~(shown | Pattern{1} << attribute));
            }
            narrowed = true;
        }
        shown |= Pattern{1} << attribute;
        ++depth;
    }
    depth_ = depth;
    if (narrowed) {
        return steps_[depth - 1].types;
    }
    // Made for an earlier pattern: some of these may be out by now.
    const std::span<const std::uint32_t> old =
        depth == 0 ? std::span<const std::uint32_t>(base_) : steps_[depth - 1].types;
    still_in_.clear();
    std::copy_if(old.begin(), old.end(), std::back_inserter(still_in_), [this](std::uint32_t type) {
        return marks_[type] != 0;
    });
    return still_in_;
}

/// Put the cells of the last grouping, which was of these types, one after the other.
void Cube::collect(std::span<const std::uint32_t> types) {
    place_.assign(grouper_.group_count(), kNoCell);
    for (std::size_t group = 0; group < place_.size(); ++group) {
        if (is_cell(group)) {
            place_[group] = static_cast<std::uint32_t>(cells_.rows.size());
            cells_.rows.push_back(grouper_.rows(group));
        }
    }
    if (cells_.rows.empty()) {
        return;
    }
    const auto group_of = grouper_.group_of();
    cells_.ends.assign(cells_.rows.size(), 0);
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (place_[group_of[i]] != kNoCell) {
            ++cells_.ends[place_[group_of[i]]];
        }
    }
    next_.resize(cells_.ends.size());
    std::exclusive_scan(cells_.ends.begin(), cells_.ends.end(), next_.begin(), std::size_t{0});
    std::partial_sum(cells_.ends.begin(), cells_.ends.end(), cells_.ends.begin());
    cells_.types.resize(cells_.ends.back());
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (place_[group_of[i]] != kNoCell) {
            cells_.types[next_[place_[group_of[i]]]++] = types[i];
        }
    }
}

const Cells& Cube::cells(Pattern stars) {
    cells_.types.clear();
    cells_.ends.clear();
    cells_.rows.clear();
    if (wanted_rows_ == 0) {
        return cells_;
    }
    if (types_in_ * 2 < base_.size()) {
        refresh();
    }
    const std::span<const std::uint32_t> types = candidates(stars);
    if (!types.empty()) {
        grouper_.group(types, stars, marks_);
        collect(types);
    }
    return cells_;
}

}  // namespace kanon

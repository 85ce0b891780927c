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

}  // namespace

Cube::Cube(const RowTypes& types, std::uint64_t least_rows, TieOrder order, Start start)
    : packed_(types),
      grouper_(packed_, types.counts),
      counts_(types.counts),
      least_rows_(least_rows),
      attributes_(types.attribute_count()),
      marks_(types.size(), start == Start::all ? kIn | kWanted : 0),
      steps_(types.attribute_count()),
      wanted_rows_(types.row_count()) {
    std::iota(attributes_.begin(), attributes_.end(), std::size_t{0});
    if (order == TieOrder::first) {
        std::reverse(attributes_.begin(), attributes_.end());
    }
    if (start == Start::all) {
        in_.resize(types.size());
        std::iota(in_.begin(), in_.end(), 0U);
        types_in_ = in_.size();
    }
}

/// True if a group of the last grouping has enough rows, and some that are wanted.
bool Cube::is_cell(std::size_t group) const {
    return grouper_.rows(group) >= least_rows_ && (grouper_.marks(group) & kWanted) != 0;
}

void Cube::drop_removed() {
    std::erase_if(in_, [this](std::uint32_t type) { return marks_[type] == 0; });
    depth_ = 0;
}

void Cube::admit(std::span<const std::uint32_t> types) {
    if (types.empty()) {
        return;
    }
    drop_removed();
    const auto middle = static_cast<std::ptrdiff_t>(in_.size());
    in_.insert(in_.end(), types.begin(), types.end());
    std::inplace_merge(in_.begin(), in_.begin() + middle, in_.end());
    for (const std::uint32_t type : types) {
        KANON_DCHECK(marks_[type] == 0);
        marks_[type] = kIn | kWanted;
    }
    types_in_ = in_.size();
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

/// One step deeper: the types of `from` that are in.
void Cube::step(std::span<const std::uint32_t> from, std::size_t attribute) {
    Step& step = steps_[depth_++];
    step.attribute = attribute;
    step.types.clear();
    std::copy_if(
        from.begin(), from.end(), std::back_inserter(step.types), [this](std::uint32_t type) {
            return marks_[type] != 0;
        });
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
            step(depth == 0 ? std::span<const std::uint32_t>(in_)
                            : std::span<const std::uint32_t>(steps_[depth - 1].types),
                 attribute);
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
        depth == 0 ? std::span<const std::uint32_t>(in_) : steps_[depth - 1].types;
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
    if (types_in_ * 2 < in_.size()) {
        drop_removed();
    }
    const std::span<const std::uint32_t> types = candidates(stars);
    if (!types.empty()) {
        grouper_.group(types, stars, marks_);
        collect(types);
    }
    return cells_;
}

}  // namespace kanon

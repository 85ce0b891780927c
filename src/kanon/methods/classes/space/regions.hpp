// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace kanon::classes {

/// What records cover on all axes: their least and greatest lane, and on set axes the sets of their
/// places. Borrowed from Regions.
template <class Lane>
struct Region {
    Lane* low;
    Lane* high;
    Word* sets;
};

/// The axes, and what the regions of their records lose.
template <class Lane>
class RegionSpace {
public:
    RegionSpace(const std::vector<Axis>& axes, std::size_t stride) : axes_(axes), stride_(stride) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            if (axes[axis].by_set()) {
                sets_.emplace_back(axis, words_);
                words_ += axes[axis].words();
            }
        }
    }

    [[nodiscard]] std::size_t stride() const { return stride_; }

    /// Words of the sets of a region.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// Weighted loss of a row of a class that covers a region.
    [[nodiscard]] double loss(const Region<Lane>& region) const {
        double loss = 0;
        if (sets_.empty()) {
            for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
                loss += axes_[axis].loss(Extent{region.low[axis], region.high[axis]});
            }
            return loss;
        }
        const Word* set = region.sets;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            if (axes_[axis].by_set()) {
                loss += axes_[axis].loss(set);
                set += axes_[axis].words();
            } else {
                loss += axes_[axis].loss(Extent{region.low[axis], region.high[axis]});
            }
        }
        return loss;
    }

    /// True if a class that covers a region has more values on a set axis than a set may have.
    [[nodiscard]] bool is_unlisted(const Region<Lane>& region, std::size_t axis) const {
        const auto found = std::find_if(
            sets_.begin(), sets_.end(), [axis](const auto& set) { return set.first == axis; });
        return !axes_[axis].is_listed(region.sets[found->second]);
    }

    /// True if a class that covers a region comes out starred on an axis.
    [[nodiscard]] bool starred(const Region<Lane>& region, std::size_t axis) const {
        if (!axes_[axis].by_set()) {
            return axes_[axis].starred(Extent{region.low[axis], region.high[axis]});
        }
        const auto found = std::find_if(
            sets_.begin(), sets_.end(), [axis](const auto& set) { return set.first == axis; });
        return axes_[axis].starred(region.sets + found->second);
    }

    [[nodiscard]] bool starred(const Region<Lane>& region) const {
        std::size_t axis = 0;
        while (axis < axes_.size() && starred(region, axis)) {
            ++axis;
        }
        return axis == axes_.size();
    }

    void clear(const Region<Lane>& region) const {
        std::fill_n(region.low, stride_, std::numeric_limits<Lane>::max());
        std::fill_n(region.high, stride_, Lane{0});
        std::fill_n(region.sets, words_, Word{0});
    }

    void copy(const Region<Lane>& from, const Region<Lane>& to) const {
        std::copy_n(from.low, stride_, to.low);
        std::copy_n(from.high, stride_, to.high);
        std::copy_n(from.sets, words_, to.sets);
    }

    /// Widen a region by a record, but for its sets.
    void widen(const Region<Lane>& region, const Lane* lanes) const { widen(region, lanes, lanes); }

    /// Widen the sets of a region by a record.
    void widen_sets(const Region<Lane>& region, const Lane* lanes) const {
        for (const auto& [axis, start] : sets_) {
            set_add(region.sets + start, lanes[axis]);
        }
    }

    /// Widen a region by another.
    void join(const Region<Lane>& region, const Region<Lane>& other) const {
        widen(region, other.low, other.high);
        for (const auto& [axis, start] : sets_) {
            set_join(region.sets + start, other.sets + start, axes_[axis].words());
        }
    }

private:
    void widen(const Region<Lane>& region, const Lane* low, const Lane* high) const {
        for (std::size_t c = 0; c < stride_; ++c) {
            region.low[c] = std::min(region.low[c], low[c]);
            region.high[c] = std::max(region.high[c], high[c]);
        }
    }

    const std::vector<Axis>& axes_;
    std::size_t stride_;
    std::vector<std::pair<std::size_t, std::size_t>> sets_;  ///< set axes: where their words begin
    std::size_t words_ = 0;
};

/// Room for regions of a space, by their numbers.
template <class Lane>
class Regions {
public:
    explicit Regions(const RegionSpace<Lane>& space)
        : stride_(space.stride()), words_(space.words()) {}

    /// So many regions, of no meaning yet.
    void resize(std::size_t count) {
        low_.resize(count * stride_);
        high_.resize(count * stride_);
        sets_.resize(count * words_);
    }

    /// So many regions of nothing.
    void clear(std::size_t count) {
        low_.assign(count * stride_, std::numeric_limits<Lane>::max());
        high_.assign(count * stride_, 0);
        sets_.assign(count * words_, 0);
    }

    [[nodiscard]] Region<Lane> operator[](std::size_t number) {
        return {low_.data() + number * stride_,
                high_.data() + number * stride_,
                sets_.data() + number * words_};
    }

private:
    std::size_t stride_;
    std::size_t words_;
    std::vector<Lane> low_;
    std::vector<Lane> high_;
    std::vector<Word> sets_;
};

}  // namespace kanon::classes

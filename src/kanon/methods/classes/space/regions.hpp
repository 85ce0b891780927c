// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/records.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// What records cover on all axes, packed: on set axes a bit for each of their places, and on the
/// others their least and greatest lane. Borrowed from Regions.
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
    explicit RegionSpace(const std::vector<Axis>& axes) : axes_(axes), spots_(axes.size()) {
        std::size_t lanes = 0;
        std::size_t bits = kWordBits;  // in use of the last word
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            if (axes[axis].by_set()) {
                place_set(axes[axis].size(), bits, spots_[axis]);
            } else {
                spots_[axis].lane = lanes++;
            }
        }
        stride_ = (lanes + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
    }

    /// Lanes of a region, least or greatest, and of a packed record.
    [[nodiscard]] std::size_t stride() const { return stride_; }

    /// Words of the sets of a region, and of a packed record.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// Pack the lanes of a record.
    void pack(const Lane* record, Lane* lanes, Word* sets) const {
        std::fill_n(sets, words_, Word{0});
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Spot& spot = spots_[axis];
            if (spot.words == 0) {
                lanes[spot.lane] = record[axis];
            } else {
                const std::size_t bit = spot.shift + record[axis];
                sets[spot.word + bit / kWordBits] |= Word{1} << (bit % kWordBits);
            }
        }
    }

    /// Weighted loss of a row of a class that covers a region.
    [[nodiscard]] double loss(const Region<Lane>& region) const {
        double loss = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Spot& spot = spots_[axis];
            if (spot.words == 0) {
                loss += axes_[axis].loss(extent_on(region, spot));
                continue;
            }
            const std::size_t count = count_on(region, spot);
            loss += axes_[axis].is_listed(count)
                        ? axes_[axis].loss_of_count(count)
                        : axes_[axis].loss_unlisted(set_extent_on(region, spot));
        }
        return loss;
    }

    /// True if a class that covers a region has more values on a set axis than a set may have.
    [[nodiscard]] bool is_unlisted(const Region<Lane>& region, std::size_t axis) const {
        return !axes_[axis].is_listed(count_on(region, spots_[axis]));
    }

    /// True if a class that covers a region comes out starred on an axis.
    [[nodiscard]] bool starred(const Region<Lane>& region, std::size_t axis) const {
        const Spot& spot = spots_[axis];
        if (spot.words == 0) {
            return axes_[axis].starred(extent_on(region, spot));
        }
        return is_unlisted(region, axis) && !axes_[axis].is_text_range(set_extent_on(region, spot));
    }

    [[nodiscard]] bool starred(const Region<Lane>& region) const {
        std::size_t axis = 0;
        while (axis < axes_.size() && starred(region, axis)) {
            ++axis;
        }
        return axis == axes_.size();
    }

    void copy(const Region<Lane>& from, const Region<Lane>& to) const {
        for (std::size_t c = 0; c < stride_; c += kLaneGroup) {
            store(load(from.low + c), to.low + c);
            store(load(from.high + c), to.high + c);
        }
        for (std::size_t i = 0; i < words_; ++i) {
            to.sets[i] = from.sets[i];
        }
    }

    /// Widen a region by a packed record.
    void widen(const Region<Lane>& region, const Lane* lanes, const Word* sets) const {
        widen(region, lanes, lanes, sets);
    }

    /// Widen a region by another.
    void join(const Region<Lane>& region, const Region<Lane>& other) const {
        widen(region, other.low, other.high, other.sets);
    }

private:
    using Lanes = std::array<Lane, kLaneGroup>;

    /// Where an axis is kept.
    struct Spot {
        std::size_t lane = 0;
        std::size_t word = 0;   ///< of a set: the first of its words
        std::size_t words = 0;  ///< 0: no set
        std::size_t shift = 0;  ///< its first bit; more than one word have 0
        Word mask = 0;          ///< of its bits in the last word, shifted to the first
    };

    /// Sets of at most a word each share words.
    void place_set(std::size_t places, std::size_t& bits, Spot& spot) {
        if (bits + places > kWordBits) {
            bits = 0;
            words_ += (places + kWordBits - 1) / kWordBits;
        }
        spot.words = std::max((places + kWordBits - 1) / kWordBits, std::size_t{1});
        spot.word = words_ - spot.words;
        spot.shift = bits;
        const std::size_t in_last = places - (spot.words - 1) * kWordBits;
        spot.mask = in_last == kWordBits ? ~Word{0} : (Word{1} << in_last) - 1;
        bits += in_last;
    }

    static Lanes load(const Lane* from) {
        Lanes out;
        std::copy_n(from, kLaneGroup, out.begin());
        return out;
    }

    static void store(const Lanes& lanes, Lane* to) { std::copy_n(lanes.begin(), kLaneGroup, to); }

    void widen(const Region<Lane>& region,
               const Lane* low,
               const Lane* high,
               const Word* sets) const {
        for (std::size_t c = 0; c < stride_; c += kLaneGroup) {
            Lanes least = load(region.low + c);
            Lanes greatest = load(region.high + c);
            const Lanes other_least = load(low + c);
            const Lanes other_greatest = load(high + c);
            for (std::size_t i = 0; i < kLaneGroup; ++i) {
                least[i] = std::min(least[i], other_least[i]);
                greatest[i] = std::max(greatest[i], other_greatest[i]);
            }
            store(least, region.low + c);
            store(greatest, region.high + c);
        }
        for (std::size_t i = 0; i < words_; ++i) {
            region.sets[i] |= sets[i];
        }
    }

    [[nodiscard]] static Extent extent_on(const Region<Lane>& region, const Spot& spot) {
        return {region.low[spot.lane], region.high[spot.lane]};
    }

    [[nodiscard]] static std::size_t count_on(const Region<Lane>& region, const Spot& spot) {
        const Word* const set = region.sets + spot.word;
        const Word* const last = set + spot.words - 1;
        auto count = static_cast<std::size_t>(std::popcount((*last >> spot.shift) & spot.mask));
        for (const Word* at = set; at != last; ++at) {
            count += static_cast<std::size_t>(std::popcount(*at));
        }
        return count;
    }

    /// The least and the greatest place of a set. \pre it has one
    [[nodiscard]] static Extent set_extent_on(const Region<Lane>& region, const Spot& spot) {
        if (spot.words > 1) {
            return bits_extent({region.sets + spot.word, spot.words});
        }
        const Word bits = (region.sets[spot.word] >> spot.shift) & spot.mask;
        return bits_extent({&bits, 1});
    }

    const std::vector<Axis>& axes_;
    std::vector<Spot> spots_;  ///< by axis
    std::size_t stride_ = 0;
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

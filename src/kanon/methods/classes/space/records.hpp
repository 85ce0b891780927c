// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

inline constexpr std::size_t kLaneGroup = 4;  ///< lanes handled at a time

/// Row types as records that are moved about whole, so that a class is always one run of memory
/// however small it gets. A lane is a place on an axis; the stride is padded to whole lane groups.
template <class Lane>
struct Records {
    std::size_t stride = 0;
    std::vector<Lane> lanes;
    std::vector<std::uint32_t> types;
    std::vector<std::uint32_t> counts;

    void resize(std::size_t size) {
        lanes.resize(size * stride);
        types.resize(size);
        counts.resize(size);
    }
};

/// A run of records: a class, or a part of one.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Least and greatest lane of a segment's records, what it covers, and its rows.
template <class Lane>
struct Bounds {
    explicit Bounds(const std::vector<Axis>& on_axes)
        : axes(on_axes), layout(on_axes), cover(layout.words()) {}

    const std::vector<Axis>& axes;
    CoverLayout layout;
    std::vector<Lane> low;
    std::vector<Lane> high;
    std::vector<Word> cover;
    std::uint64_t rows = 0;

    [[nodiscard]] Extent extent(std::size_t axis) const { return {low[axis], high[axis]}; }

    [[nodiscard]] const Word* on(std::size_t axis) const {
        return cover.data() + layout.start(axis);
    }

    void measure(const Records<Lane>& records, Segment segment) {
        low.resize(records.stride);
        high.resize(records.stride);
        for (std::size_t first = 0; first < records.stride; first += kLaneGroup) {
            measure_group(records, segment, first);
        }
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            Word* const at = cover.data() + layout.start(axis);
            *at = word_of(extent(axis));
            if (axes[axis].by_set()) {
                measure_set(records, segment, axis, at);
            }
        }
        rows = 0;
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            rows += records.counts[i];
        }
    }

    /// The same of a class whose records of `by_axis[axis]` are its values on that axis.
    void measure_marginals(const Records<Lane>& records, std::span<const Segment> by_axis) {
        Bounds of_axis(axes);
        low.resize(records.stride);
        high.resize(records.stride);
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            of_axis.measure(records, by_axis[axis]);
            low[axis] = of_axis.low[axis];
            high[axis] = of_axis.high[axis];
            std::copy_n(of_axis.on(axis), axes[axis].words(), cover.data() + layout.start(axis));
        }
        rows = of_axis.rows;
    }

private:
    void measure_set(const Records<Lane>& records, Segment segment, std::size_t axis, Word* at) {
        axes[axis].take(at, low[axis]);
        const Lane* lane = records.lanes.data() + segment.begin * records.stride + axis;
        for (std::size_t i = segment.begin; i < segment.end; ++i, lane += records.stride) {
            set_add(at, *lane);
        }
    }

    void measure_group(const Records<Lane>& records, Segment segment, std::size_t first) {
        std::array<Lane, kLaneGroup> least;
        std::array<Lane, kLaneGroup> greatest;
        least.fill(std::numeric_limits<Lane>::max());
        greatest.fill(0);
        const Lane* lanes = records.lanes.data() + segment.begin * records.stride + first;
        for (std::size_t i = segment.begin; i < segment.end; ++i, lanes += records.stride) {
            for (std::size_t c = 0; c < kLaneGroup; ++c) {
                least[c] = std::min(least[c], lanes[c]);
                greatest[c] = std::max(greatest[c], lanes[c]);
            }
        }
        for (std::size_t c = 0; c < kLaneGroup; ++c) {
            low[first + c] = least[c];
            high[first + c] = greatest[c];
        }
    }
};

}  // namespace kanon::classes

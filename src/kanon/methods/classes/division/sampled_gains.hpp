// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/split_gains.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"
#include "kanon/methods/classes/space/layout.hpp"
#include "kanon/methods/classes/space/records.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kanon::classes {

/// Row types of a class from which its division is chosen on a sample of about kSampledTypes.
inline constexpr std::size_t kLeastSampled = 32768;
inline constexpr std::size_t kSampledTypes = 8192;

/// A division by what stands at the slots, not by their numbers.
struct KeyedDivision {
    std::size_t axis = 0;
    Level level = 0;  ///< of the slots, where the axis is a hierarchy
    /// Of the slot before which a range axis is cut, of the slot set apart, or of all of a group.
    std::vector<std::uint32_t> keys;
};

/// Finds the division of a large class that gains most on a sample of its row types. Which types
/// these are follows from their values alone: so neither the order of rows decides anything nor
/// what other classes hold, as where a table is solved in pieces. One per thread.
template <class Lane>
class SampledGains {
public:
    /// The axes are those of the task in the order of axes_by_name().
    SampledGains(const Task& task, const std::vector<Axis>& axes, const Records<Lane>& records)
        : task_(task), axes_(axes), records_(records), sample_(empty_like(records)) {}

    SampledGains(const SampledGains&) = delete;
    SampledGains(SampledGains&&) = delete;
    SampledGains& operator=(const SampledGains&) = delete;
    SampledGains& operator=(SampledGains&&) = delete;
    ~SampledGains() = default;

    /// None where no division of the sample has two sides that may_be(rows, starred throughout).
    /// Cost O(types m), and that of SplitGains::list() for the sample.
    template <class MayBe>
    std::optional<KeyedDivision> best(Segment segment, MayBe may_be) {
        take_sample(segment);
        if (sample_.types.empty()) {
            return std::nullopt;
        }
        const Segment whole{0, sample_.types.size()};
        bounds_.measure(sample_, whole);
        gains_.list(whole, bounds_, layout_, may_be, divisions_);
        if (divisions_.empty()) {
            return std::nullopt;
        }
        return keyed(whole, divisions_.front());
    }

private:
    static constexpr std::uint64_t kSpread = 0xD6E8FEB86659FD93ULL;  ///< odd, of no pattern

    static Records<Lane> empty_like(const Records<Lane>& records) {
        Records<Lane> out;
        out.stride = records.stride;
        return out;
    }

    static std::uint64_t hash_of(std::string_view text) {
        std::uint64_t hash = text.size();
        for (const char c : text) {
            hash = (hash + static_cast<unsigned char>(c) + 1) * kSpread;
        }
        return hash;
    }

    void hash_places() {
        const std::vector<std::size_t> by_name = axes_by_name(task_);
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Dictionary& values = task_.quasi_identifiers[by_name[axis]].dictionary();
            std::vector<std::uint64_t>& hashes = hash_of_place_.emplace_back(values.size());
            for (Code code = 0; code < values.size(); ++code) {
                hashes[axes_[axis].place_of(code)] = hash_of(values.text(code));
            }
        }
    }

    void take_sample(Segment segment) {
        if (hash_of_place_.empty()) {
            hash_places();
        }
        const std::size_t stride = records_.stride;
        const std::uint64_t one_of = segment.size() / kSampledTypes;
        sample_.resize(0);
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            const Lane* const lanes = records_.lanes.data() + i * stride;
            std::uint64_t hash = 0;
            for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
                hash = (hash + hash_of_place_[axis][lanes[axis]] + 1) * kSpread;
            }
            if (Random(hash).below(one_of) == 0) {
                sample_.lanes.insert(sample_.lanes.end(), lanes, lanes + stride);
                sample_.types.push_back(records_.types[i]);
                sample_.counts.push_back(records_.counts[i]);
            }
        }
    }

    KeyedDivision keyed(Segment whole, const Division& division) {
        const Axis& axis = axes_[division.axis];
        const bool by_label = !axis.by_range() && !axis.by_set();
        layout_.count(whole,
                      division.axis,
                      bounds_.extent(division.axis),
                      by_label ? &axis.runs(division.level) : nullptr);
        KeyedDivision out{.axis = division.axis, .level = division.level, .keys = {}};
        if (axis.by_set()) {
            for (const std::uint32_t slot : gains_.group(division)) {
                out.keys.push_back(layout_.slots()[slot].key);
            }
        } else {
            out.keys.push_back(layout_.slots()[division.slot].key);
        }
        return out;
    }

    const Task& task_;
    const std::vector<Axis>& axes_;
    const Records<Lane>& records_;
    std::vector<std::vector<std::uint64_t>> hash_of_place_;  ///< per axis, once one was asked for
    Records<Lane> sample_;
    Bounds<Lane> bounds_{axes_};
    Layout<Lane> layout_{sample_};
    SplitGains<Lane> gains_{axes_, sample_};
    std::vector<Division> divisions_;
};

}  // namespace kanon::classes

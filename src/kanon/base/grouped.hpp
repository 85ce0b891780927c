// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace kanon {

/// Where each of the groups begins once items stand group after group, and their end: `key_of` says
/// of each item, 0 .. count - 1, in which group it is. \pre keys are below `groups`. Cost O(count +
/// groups).
template <class Place, class KeyOf>
[[nodiscard]] std::vector<Place> group_starts(std::size_t count,
                                              std::size_t groups,
                                              const KeyOf& key_of) {
    std::vector<Place> out(groups + 1);
    for (std::size_t item = 0; item < count; ++item) {
        ++out[static_cast<std::size_t>(key_of(item)) + 1];
    }
    std::partial_sum(out.begin(), out.end(), out.begin());
    return out;
}

/// Values group after group, as a counting sort lays them out. `Place` counts them.
template <class Value = std::uint32_t, class Place = std::uint32_t>
class Grouped {
public:
    /// Items 0 .. count - 1 by their groups, as group_starts() has them, and by number within one;
    /// `value_of` makes a value of each and is asked in the order of the items. Keeps its memory.
    template <class KeyOf, class ValueOf>
    void assign(std::size_t count, std::size_t groups, const KeyOf& key_of, ValueOf&& value_of) {
        // Two places behind its own for the count of a group; then one behind, where its next value
        // goes, which ends as where the group after it begins.
        starts_.assign(groups + 2, 0);
        for (std::size_t item = 0; item < count; ++item) {
            ++starts_[static_cast<std::size_t>(key_of(item)) + 2];
        }
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        values_.resize(count);
        for (std::size_t item = 0; item < count; ++item) {
            values_[starts_[static_cast<std::size_t>(key_of(item)) + 1]++] = value_of(item);
        }
        starts_.pop_back();
    }

    /// The same of the items themselves.
    template <class KeyOf>
    void assign(std::size_t count, std::size_t groups, const KeyOf& key_of) {
        assign(count, groups, key_of, [](std::size_t item) { return static_cast<Value>(item); });
    }

    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }

    [[nodiscard]] std::span<const Value> of(std::size_t group) const {
        return std::span(values_).subspan(starts_[group], starts_[group + 1] - starts_[group]);
    }

    /// Values of the groups from one on, before another.
    [[nodiscard]] std::span<const Value> of(std::size_t from, std::size_t to) const {
        return std::span(values_).subspan(starts_[from], starts_[to] - starts_[from]);
    }

    /// Per group and one more: places in values().
    [[nodiscard]] const std::vector<Place>& starts() const { return starts_; }

    [[nodiscard]] const std::vector<Value>& values() const { return values_; }

private:
    std::vector<Place> starts_{0};
    std::vector<Value> values_;
};

/// Items 0 .. count - 1 by their groups.
template <class Place = std::uint32_t, class KeyOf>
[[nodiscard]] Grouped<std::uint32_t, Place> grouped_items(std::size_t count,
                                                          std::size_t groups,
                                                          const KeyOf& key_of) {
    Grouped<std::uint32_t, Place> out;
    out.assign(count, groups, key_of);
    return out;
}

}  // namespace kanon

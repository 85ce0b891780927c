// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kanon {

/// Disjoint sets of the numbers 0 .. size-1, each known by one member: the least, unless put()
/// says otherwise.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }

    /// The member by which the set is known that a number is in. Cost O(log size), spread over the
    /// calls.
    [[nodiscard]] std::uint32_t find(std::uint32_t member) {
        while (parent_[member] != member) {
            parent_[member] = parent_[parent_[member]];
            member = parent_[member];
        }
        return member;
    }

    /// Make one set of the two that these are in.
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        put(std::max(a, b), std::min(a, b));
    }

    /// Put one set into another, by whose member both are known then. \pre the sets are known by
    /// these members
    void put(std::uint32_t set, std::uint32_t into) { parent_[set] = into; }

private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace kanon

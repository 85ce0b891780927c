// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// A generalization node: one level per quasi-identifier (the distance vector of the node).
using Node = std::vector<Level>;

/// For tables keyed by nodes.
struct NodeHash {
    [[nodiscard]] std::size_t operator()(const Node& node) const;
};

/// The lattice of level vectors between a least and a greatest level per attribute.
class Lattice {
public:
    /// \pre least[j] <= greatest[j]; equal sizes.
    Lattice(Node least, Node greatest);

    [[nodiscard]] std::size_t attribute_count() const { return least_.size(); }

    /// Number of nodes, or none if it does not fit in 64 bits.
    [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

    [[nodiscard]] const Node& bottom() const { return least_; }

    [[nodiscard]] const Node& top() const { return greatest_; }

    /// Rank of a node in [0, size()): mixed radix, the last attribute counts fastest.
    /// \pre size() is known and the node lies within the bounds.
    [[nodiscard]] std::uint64_t rank(std::span<const Level> node) const;

    /// The node of a rank. \pre rank < size().
    [[nodiscard]] Node node(std::uint64_t rank) const;

    /// The least node of a height (sum of levels) in the order of level vectors; none if no node
    /// has it.
    [[nodiscard]] std::optional<Node> first_of_height(unsigned height) const;

    /// Move to the next node of the same height in the order of level vectors; false, and `node`
    /// unchanged, at the last. Cost O(m).
    [[nodiscard]] bool next_of_height(Node& node) const;

    [[nodiscard]] bool contains(std::span<const Level> node) const;

    /// What one more level of an attribute adds to a rank.
    [[nodiscard]] std::uint64_t stride(std::size_t attribute) const { return strides_[attribute]; }

private:
    /// Spread levels above the least over the attributes from `first` on, the last ones first.
    void fill_from_last(Node& node, std::size_t first, unsigned above) const;

    Node least_;
    Node greatest_;
    std::vector<std::uint64_t> strides_;
    std::optional<std::uint64_t> size_;
};

/// Sum of levels.
[[nodiscard]] unsigned height_of(std::span<const Level> node);

/// True if every level of `a` is at most that of `b`: b generalizes a, or is a.
[[nodiscard]] bool at_most(std::span<const Level> a, std::span<const Level> b);

}  // namespace kanon

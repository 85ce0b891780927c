// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/lattice.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// Those who have the rows of a table between them, as a search over nodes asks them.
class AskedRows {
public:
    /// An attribute at a level, and what a row costs there by its label.
    struct LevelCosts {
        std::size_t attribute = 0;
        Level level = 0;
        std::span<const std::uint64_t> cost_of_label;
    };

    virtual ~AskedRows() = default;

    /// Whether every class of the node has k rows. \pre so it is of the node that has the last
    /// attribute below its top at its top; all at their tops, there are k rows
    [[nodiscard]] virtual bool keeps(const Node& node) = 0;

    /// What all rows cost at each of the levels. \pre every label there has k rows, or none
    [[nodiscard]] virtual std::vector<std::uint64_t> costs(std::span<const LevelCosts> levels) = 0;
};

/// A node found by asking.
struct AskedNode {
    Node node;
    double loss = 0;          ///< the task's objective; no release of a node loses less
    std::uint64_t asked = 0;  ///< nodes that were asked about
};

/// The method optimal on rows that nobody has together, none of them suppressed.
class AskedNodes {
public:
    virtual ~AskedNodes() = default;

    /// The node of Method::run() on all of the rows; none: no node keeps the promise. Asks first
    /// how far each attribute can be lowered alone, then for what rows cost at these levels; then
    /// about one node after the other, the least loss first, until one keeps the promise: about the
    /// first of its attributes, the first two, and so on, with the others at their tops.
    /// \throws Error{bad_policy} if more than 2^20 nodes would lose less; what `rows` throws
    [[nodiscard]] virtual std::optional<AskedNode> search(std::uint64_t row_count,
                                                          AskedRows& rows,
                                                          const RunContext& context) const = 0;
};

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"

#include <cstdint>

namespace kanon::full_domain {

/// Answers for nodes in the order a search asks for them, each over the groups of a finer node that
/// it keeps; the orders differ in what is worth keeping. Not safe for use from several threads.
class NodeFactsSource {
public:
    NodeFactsSource() = default;
    virtual ~NodeFactsSource() = default;
    NodeFactsSource(const NodeFactsSource&) = delete;
    NodeFactsSource(NodeFactsSource&&) = delete;
    NodeFactsSource& operator=(const NodeFactsSource&) = delete;
    NodeFactsSource& operator=(NodeFactsSource&&) = delete;

    /// Evaluate a node with each level from the attribute's least to its hierarchy's height; it may
    /// lie above the greatest allowed levels.
    [[nodiscard]] virtual NodeFacts facts(const Node& node) = 0;

    /// As facts(), but without the cost of a node that is not feasible.
    [[nodiscard]] virtual NodeFacts check(const Node& node) = 0;

    /// Nodes materialized so far, those dropped since included.
    [[nodiscard]] virtual std::uint64_t rolled_up() const = 0;
};

}  // namespace kanon::full_domain

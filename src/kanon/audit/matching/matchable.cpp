// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/matchable.hpp"

#include "kanon/base/grouped.hpp"

#include <algorithm>
#include <limits>

namespace kanon::auditing {
namespace {

/// Strongly connected components by Tarjan's algorithm, without recursion. Nodes: the left ones,
/// then the right ones.
class Components {
public:
    Components(const CoverageGraph& graph, std::span<const PairedNodes> paired)
        : graph_(graph),
          left_size_(static_cast<std::uint32_t>(graph.left_size())),
          index_(graph.left_size() + graph.right_size(), kUnseen),
          low_(index_.size()),
          component_(index_.size(), kUnseen),
          next_(index_.size()) {
        back_.assign(
            paired.size(),
            graph.right_size(),
            [&](std::size_t pair) { return paired[pair].right; },
            [&](std::size_t pair) { return paired[pair].left; });
    }

    [[nodiscard]] std::vector<std::uint32_t> run() {
        for (std::uint32_t node = 0; node < index_.size(); ++node) {
            if (index_[node] == kUnseen) {
                visit(node);
            }
        }
        return std::move(component_);
    }

private:
    static constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t node) const {
        return node < left_size_ ? graph_.of(node) : back_.of(node - left_size_);
    }

    [[nodiscard]] std::uint64_t degree(std::uint32_t node) const { return neighbours(node).size(); }

    [[nodiscard]] std::uint32_t neighbour(std::uint32_t node, std::uint64_t place) const {
        return (node < left_size_ ? left_size_ : 0) + neighbours(node)[place];
    }

    void open(std::uint32_t node) {
        index_[node] = seen_;
        low_[node] = seen_++;
        path_.push_back(node);
        stack_.push_back(node);
    }

    void visit(std::uint32_t root) {
        open(root);
        while (!path_.empty()) {
            const std::uint32_t node = path_.back();
            if (next_[node] < degree(node)) {
                const std::uint32_t other = neighbour(node, next_[node]++);
                if (index_[other] == kUnseen) {
                    open(other);
                } else if (component_[other] == kUnseen) {
                    low_[node] = std::min(low_[node], index_[other]);
                }
                continue;
            }
            path_.pop_back();
            if (!path_.empty()) {
                low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
            }
            if (low_[node] == index_[node]) {
                close(node);
            }
        }
    }

    void close(std::uint32_t root) {
        std::uint32_t node = kUnseen;
        while (node != root) {
            node = stack_.back();
            stack_.pop_back();
            component_[node] = components_;
        }
        ++components_;
    }

    const CoverageGraph& graph_;
    std::uint32_t left_size_;
    Grouped<std::uint32_t, std::uint64_t> back_;  ///< per right node: the left ones of its pairs
    std::vector<std::uint32_t> index_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> component_;
    std::vector<std::uint64_t> next_;
    std::vector<std::uint32_t> path_;
    std::vector<std::uint32_t> stack_;
    std::uint32_t seen_ = 0;
    std::uint32_t components_ = 0;
};

}  // namespace

MatchableParts find_matchable(const CoverageGraph& graph, std::span<const PairedNodes> paired) {
    std::vector<std::uint32_t> components = Components(graph, paired).run();
    MatchableParts out;
    const auto middle = components.begin() + static_cast<std::ptrdiff_t>(graph.left_size());
    out.of_left.assign(components.begin(), middle);
    out.of_right.assign(middle, components.end());
    return out;
}

}  // namespace kanon::auditing

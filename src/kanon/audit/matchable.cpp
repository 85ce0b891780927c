// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matchable.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon::auditing {
namespace {

/// Strongly connected components by Tarjan's algorithm, without recursion. Nodes: the left ones,
/// then the right ones.
class Components {
public:
    Components(const CoverageGraph& graph, std::span<const PairedNodes> paired)
        : graph_(graph),
          left_size_(static_cast<std::uint32_t>(graph.left_size())),
          starts_(graph.right_size() + 1),
          index_(graph.left_size() + graph.right_size(), kUnseen),
          low_(index_.size()),
          component_(index_.size(), kUnseen),
          next_(index_.size()) {
        for (const PairedNodes& pair : paired) {
            ++starts_[pair.right + std::size_t{1}];
        }
        std::inclusive_scan(starts_.begin(), starts_.end(), starts_.begin());
        back_.resize(paired.size());
        std::vector<std::uint64_t> next = starts_;
        for (const PairedNodes& pair : paired) {
            back_[next[pair.right]++] = pair.left;
        }
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

    [[nodiscard]] std::uint64_t degree(std::uint32_t node) const {
        if (node < left_size_) {
            return graph_.starts[node + 1] - graph_.starts[node];
        }
        return starts_[node - left_size_ + 1] - starts_[node - left_size_];
    }

    [[nodiscard]] std::uint32_t neighbour(std::uint32_t node, std::uint64_t place) const {
        return node < left_size_ ? left_size_ + graph_.to[graph_.starts[node] + place]
                                 : back_[starts_[node - left_size_] + place];
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
    std::vector<std::uint64_t> starts_;  ///< per right node: its pairs
    std::vector<std::uint32_t> back_;    ///< their left nodes
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

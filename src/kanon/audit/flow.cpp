// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/flow.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace kanon::auditing {
namespace {

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();

/// The residual network of a transport problem. Nodes are the sources, then the sinks; an arc from
/// source to sink is never full, its reverse carries back what was shipped.
class Network {
public:
    Network(std::span<const std::vector<std::uint32_t>> edges,
            std::vector<std::uint32_t>& supply,
            std::vector<std::uint32_t>& demand)
        : supply_(supply), demand_(demand), arcs_(supply.size() + demand.size()) {
        for (std::uint32_t source = 0; source < edges.size(); ++source) {
            for (const std::uint32_t place : edges[source]) {
                const std::uint32_t sink = sources() + place;
                const auto there = static_cast<std::uint32_t>(arcs_[source].size());
                const auto back = static_cast<std::uint32_t>(arcs_[sink].size());
                arcs_[source].push_back({.to = sink, .reverse = back, .room = kUnreached});
                arcs_[sink].push_back({.to = source, .reverse = there, .room = 0});
            }
        }
    }

    void ship_greedily() {
        for (std::uint32_t source = 0; source < sources(); ++source) {
            for (Arc& arc : arcs_[source]) {
                const std::uint32_t amount = std::min(supply_[source], demand_[arc.to - sources()]);
                move(arc, amount);
                supply_[source] -= amount;
                demand_[arc.to - sources()] -= amount;
            }
        }
    }

    /// Number the nodes by their distance from sources with supply left; true if a sink with
    /// demand left is among them.
    bool find_layers() {
        layer_.assign(arcs_.size(), kUnreached);
        cursor_.assign(arcs_.size(), 0);
        std::vector<std::uint32_t> queue;
        for (std::uint32_t source = 0; source < sources(); ++source) {
            if (supply_[source] > 0) {
                layer_[source] = 0;
                queue.push_back(source);
            }
        }
        bool reached = false;
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const std::uint32_t node = queue[head];
            reached = reached || wants(node);
            for (const Arc& arc : arcs_[node]) {
                if (arc.room > 0 && layer_[arc.to] == kUnreached) {
                    layer_[arc.to] = layer_[node] + 1;
                    queue.push_back(arc.to);
                }
            }
        }
        return reached;
    }

    /// Ship along layered paths until there is none.
    void block() {
        for (std::uint32_t source = 0; source < sources(); ++source) {
            while (supply_[source] > 0 && augment(source)) {
            }
        }
    }

    [[nodiscard]] std::vector<Shipment> shipments() const {
        std::vector<Shipment> out;
        for (std::uint32_t source = 0; source < sources(); ++source) {
            for (const Arc& arc : arcs_[source]) {
                if (arc.room < kUnreached) {
                    out.push_back({.source = source,
                                   .sink = arc.to - sources(),
                                   .amount = kUnreached - arc.room});
                }
            }
        }
        return out;
    }

private:
    struct Arc {
        std::uint32_t to = 0;
        std::uint32_t reverse = 0;  ///< its place among the arcs of `to`
        std::uint32_t room = 0;
    };

    [[nodiscard]] std::uint32_t sources() const {
        return static_cast<std::uint32_t>(supply_.size());
    }

    [[nodiscard]] bool wants(std::uint32_t node) const {
        return node >= sources() && demand_[node - sources()] > 0;
    }

    void move(Arc& arc, std::uint32_t amount) {
        arc.room -= amount;
        arcs_[arc.to][arc.reverse].room += amount;
    }

    /// Ship along one path from `start`, found depth first; cursors remember arcs that lead
    /// nowhere, so each is tried once a round.
    bool augment(std::uint32_t start) {
        std::vector<Arc*> path;
        std::uint32_t node = start;
        while (!wants(node)) {
            std::vector<Arc>& arcs = arcs_[node];
            std::uint32_t& next = cursor_[node];
            while (next < arcs.size() &&
                   (arcs[next].room == 0 || layer_[arcs[next].to] != layer_[node] + 1)) {
                ++next;
            }
            if (next < arcs.size()) {
                path.push_back(&arcs[next]);
                node = arcs[next].to;
            } else if (path.empty()) {
                return false;
            } else {
                node = arcs_[path.back()->to][path.back()->reverse].to;
                path.pop_back();
                ++cursor_[node];
            }
        }
        std::uint32_t amount = std::min(supply_[start], demand_[node - sources()]);
        for (const Arc* arc : path) {
            amount = std::min(amount, arc->room);
        }
        for (Arc* arc : path) {
            move(*arc, amount);
        }
        supply_[start] -= amount;
        demand_[node - sources()] -= amount;
        return true;
    }

    std::vector<std::uint32_t>& supply_;
    std::vector<std::uint32_t>& demand_;
    std::vector<std::vector<Arc>> arcs_;
    std::vector<std::uint32_t> layer_;
    std::vector<std::uint32_t> cursor_;
};

}  // namespace

std::vector<Shipment> ship(std::span<const std::vector<std::uint32_t>> edges,
                           std::vector<std::uint32_t>& supply,
                           std::vector<std::uint32_t>& demand) {
    Network network(edges, supply, demand);
    network.ship_greedily();
    while (network.find_layers()) {
        network.block();
    }
    return network.shipments();
}

}  // namespace kanon::auditing

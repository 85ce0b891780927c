// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/person_factor.hpp"

#include "kanon/audit/matching/k_factor.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace kanon::auditing {
namespace {

constexpr std::uint64_t kMostPersonPairs = 2'000'000;

/// Rows of one node and one person.
struct PersonRows {
    std::uint32_t node = 0;
    Code person = 0;
    std::uint32_t rows = 0;
};

/// One side of the graph: its rows by node and person, and where those of a node begin.
struct PersonSide {
    std::vector<PersonRows> units;
    std::vector<std::size_t> starts;

    /// `side`: where their nodes are.
    PersonSide(std::span<const DrawnPerson> persons,
               std::uint32_t DrawnPerson::*side,
               std::size_t nodes) {
        std::vector<PersonRows> rows;
        rows.reserve(persons.size());
        for (const DrawnPerson& one : persons) {
            rows.push_back({.node = one.*side,
                            .person = one.person,
                            .rows = static_cast<std::uint32_t>(one.rows)});
        }
        std::ranges::sort(
            rows, {}, [](const PersonRows& one) { return std::pair(one.node, one.person); });
        for (const PersonRows& one : rows) {
            if (units.empty() || units.back().node != one.node ||
                units.back().person != one.person) {
                units.push_back(one);
            } else {
                units.back().rows += one.rows;
            }
        }
        starts = group_starts<std::size_t>(
            units.size(), nodes, [&](std::size_t unit) { return units[unit].node; });
    }
};

bool each_has_one_row(std::span<const DrawnPerson> drawn) {
    std::vector<Code> persons;
    persons.reserve(drawn.size());
    for (const DrawnPerson& one : drawn) {
        persons.push_back(one.person);
    }
    std::ranges::sort(persons);
    return std::ranges::adjacent_find(persons) == persons.end() &&
           std::ranges::all_of(drawn, [](const DrawnPerson& one) { return one.rows == 1; });
}

class PersonNetwork {
public:
    PersonNetwork(const CoverageGraph& graph,
                  std::uint64_t k,
                  const PersonSide& left,
                  const PersonSide& right)
        : graph_(graph), left_(left), right_(right) {
        for (const PersonRows& unit : left.units) {
            network_.supplies.push_back(static_cast<std::int64_t>(k * unit.rows));
        }
        for (const PersonRows& unit : right.units) {
            network_.supplies.push_back(-static_cast<std::int64_t>(k * unit.rows));
        }
    }

    /// False if there are too many pairs.
    [[nodiscard]] bool list() {
        if (count_pairs() > kMostPersonPairs) {
            return false;
        }
        std::map<Meeting, std::uint32_t> of_left;
        std::map<Meeting, std::uint32_t> of_right;
        each_pair([&](std::uint32_t a, std::uint32_t b) {
            ++of_left[{a, right_.units[b].person}];
            ++of_right[{b, left_.units[a].person}];
        });
        Hubs left_hubs;
        Hubs right_hubs;
        each_pair([&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t rows_a = left_.units[a].rows;
            const std::uint32_t rows_b = right_.units[b].rows;
            const auto node_b = static_cast<std::uint32_t>(left_.units.size() + b);
            const Meeting one{a, right_.units[b].person};
            const Meeting other{b, left_.units[a].person};
            std::uint32_t from = a;
            std::uint32_t to = node_b;
            if (of_left[one] > 1) {
                from = hub(left_hubs, one);
                if (is_new_) {
                    network_.arcs.push_back({.from = a, .to = from, .upper = rows_a});
                }
            }
            if (of_right[other] > 1) {
                to = hub(right_hubs, other);
                if (is_new_) {
                    network_.arcs.push_back({.from = to, .to = node_b, .upper = rows_b});
                }
            }
            network_.arcs.push_back({.from = from, .to = to, .upper = std::min(rows_a, rows_b)});
        });
        return true;
    }

    [[nodiscard]] bool has_flow() const { return min_cost_flow(network_).has_value(); }

private:
    /// A unit, and the person on the other side.
    using Meeting = std::pair<std::uint32_t, Code>;
    using Hubs = std::map<Meeting, std::uint32_t>;

    [[nodiscard]] std::uint64_t count_pairs() const {
        std::uint64_t pairs = 0;
        for (std::size_t node = 0; node < graph_.left_size(); ++node) {
            for (const std::uint32_t to : graph_.of(node)) {
                pairs += (left_.starts[node + 1] - left_.starts[node]) *
                         (right_.starts[to + 1] - right_.starts[to]);
            }
        }
        return pairs;
    }

    template <class Use>
    void each_pair(const Use& use) const {
        for (std::size_t node = 0; node < graph_.left_size(); ++node) {
            for (const std::uint32_t to : graph_.of(node)) {
                for (std::size_t a = left_.starts[node]; a < left_.starts[node + 1]; ++a) {
                    for (std::size_t b = right_.starts[to]; b < right_.starts[to + 1]; ++b) {
                        use(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
                    }
                }
            }
        }
    }

    std::uint32_t hub(Hubs& hubs, const Meeting& meeting) {
        const auto next = static_cast<std::uint32_t>(network_.supplies.size());
        const auto [at, is_new] = hubs.emplace(meeting, next);
        is_new_ = is_new;
        if (is_new) {
            network_.supplies.push_back(0);
        }
        return at->second;
    }

    const CoverageGraph& graph_;
    const PersonSide& left_;
    const PersonSide& right_;
    FlowNetwork network_;
    bool is_new_ = false;
};

}  // namespace

std::optional<bool> has_person_factor(const CoverageGraph& graph,
                                      std::uint64_t k,
                                      std::span<const DrawnPerson> persons) {
    if (each_has_one_row(persons)) {
        return !short_of_k_factor(graph, k, {});
    }
    const PersonSide left(persons, &DrawnPerson::left, graph.left_size());
    const PersonSide right(persons, &DrawnPerson::right, graph.right_size());
    PersonNetwork network(graph, k, left, right);
    if (!network.list()) {
        return std::nullopt;
    }
    return network.has_flow();
}

}  // namespace kanon::auditing

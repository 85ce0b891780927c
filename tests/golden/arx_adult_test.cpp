// SPDX-License-Identifier: Apache-2.0
// The optimal nodes of ARX's Adult with its nine hierarchies for k = 5, known figures, and held
// against all 12,960 nodes of the lattice.
#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/cell_loss.hpp"

#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

Problem five_anonymity(const std::string& suppression) {
    const SharedData data = arx_adult();
    const Table table = table_of(data);
    Policy policy = policy_of(data);
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 5}}}};
    policy.suppression = SuppressionLimit::parse(suppression);
    return bind(table, policy, RunContext{});
}

/// Nodes of the lattice judged one by one from all rows.
class EveryNode {
public:
    explicit EveryNode(const Problem& problem) : problem_(problem) {
        for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
            loss_.emplace_back();
            for (Level level = 0; level <= attribute.hierarchy.height(); ++level) {
                loss_.back().push_back(ncp_of_labels(attribute.hierarchy, level));
            }
        }
    }

    struct Best {
        double gcp = std::numeric_limits<double>::infinity();
        Node node;
        std::size_t nodes = 0;
    };

    Best search() {
        const Lattice lattice = problem_.lattice();
        Best best;
        for (; best.nodes < lattice.size().value(); ++best.nodes) {
            Node node = lattice.node(best.nodes);
            const std::optional<double> gcp = gcp_of(node);
            if (gcp && *gcp < best.gcp) {
                best.gcp = *gcp;
                best.node = std::move(node);
            }
        }
        return best;
    }

private:
    /// A row's labels as one number, and what the row loses by them.
    struct Row {
        std::uint64_t key = 0;
        double loss = 0;
    };

    /// None if more rows stand in classes of fewer than k than may be suppressed.
    std::optional<double> gcp_of(const Node& node) {
        rows_.assign(problem_.table.row_count(), Row{});
        for (std::size_t j = 0; j < node.size(); ++j) {
            const QuasiIdentifier& attribute = problem_.quasi_identifiers[j];
            const CodeVector& codes = problem_.table.column(problem_.columns[j]).codes;
            const std::vector<Code>& labels = attribute.hierarchy.level_map(node[j]);
            const std::vector<double>& loss = loss_[j][node[j]];
            const std::size_t radix = loss.size();
            codes.visit([&](const auto typed) {
                for (std::size_t row = 0; row < rows_.size(); ++row) {
                    rows_[row].key = rows_[row].key * radix + labels[typed[row]];
                    rows_[row].loss += loss[labels[typed[row]]];
                }
            });
        }
        std::sort(
            rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
        return sum_of_classes(static_cast<double>(node.size()));
    }

    [[nodiscard]] std::optional<double> sum_of_classes(double attributes) const {
        double sum = 0;
        std::uint64_t suppressed = 0;
        for (std::size_t begin = 0; begin < rows_.size();) {
            std::size_t end = begin;
            while (end < rows_.size() && rows_[end].key == rows_[begin].key) {
                ++end;
            }
            const std::size_t size = end - begin;
            const bool holds = size >= problem_.k && rows_[begin].loss < attributes;
            suppressed += holds ? 0 : size;
            sum += static_cast<double>(size) * (holds ? rows_[begin].loss : attributes);
            begin = end;
        }
        return suppressed <= problem_.suppression_limit
                   ? std::optional(sum / attributes / static_cast<double>(rows_.size()))
                   : std::nullopt;
    }

    const Problem& problem_;
    std::vector<std::vector<std::vector<double>>> loss_;  ///< attribute, level, label
    std::vector<Row> rows_;
};

TEST(ArxAdult, HasTheKnownOptimaFor5Anonymity) {
    if (const std::string why = why_not_readable(arx_adult()); !why.empty()) {
        GTEST_SKIP() << why;
    }

    struct Known {
        std::string suppression;
        double gcp;
        Node node;
    };

    for (const Known& known : {Known{"0", 0.635544, {0, 4, 1, 1, 3, 2, 2, 1, 0}},
                               Known{"2%", 0.369308, {0, 3, 0, 2, 2, 1, 1, 2, 0}},
                               Known{"5%", 0.281118, {0, 3, 0, 0, 2, 1, 1, 2, 0}},
                               Known{"100%", 0.238723, {0, 3, 0, 0, 2, 1, 1, 1, 0}}}) {
        SCOPED_TRACE(known.suppression);
        const Problem problem = five_anonymity(known.suppression);
        const Outcome outcome = full_domain::make_optimal({})->run(problem, RunContext{});
        EXPECT_EQ(outcome.ending, Ending::optimal);
        EXPECT_NEAR(outcome.loss, known.gcp, 5e-7);
        EXPECT_EQ(std::get<GlobalRecoding>(outcome.recoding.value()).node, known.node);
    }
}

TEST(ArxAdultFull, NoNodeOfTheLatticeIsBetterThanTheOptimum) {
    if (const std::string why = why_not_readable(arx_adult()); !why.empty()) {
        GTEST_SKIP() << why;
    }
    const Problem problem = five_anonymity("5%");
    const Outcome outcome = full_domain::make_optimal({})->run(problem, RunContext{});
    const EveryNode::Best best = EveryNode(problem).search();
    EXPECT_EQ(best.nodes, 12960U);
    EXPECT_NEAR(outcome.loss, best.gcp, 1e-9);
    EXPECT_EQ(std::get<GlobalRecoding>(outcome.recoding.value()).node, best.node);
}

}  // namespace
}  // namespace kanon::test

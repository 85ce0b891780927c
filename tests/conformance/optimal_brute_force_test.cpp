// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/quality/cell_loss.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

struct Judged {
    LossFacts facts;
    bool feasible = false;
};

bool holds(const Problem& problem, const std::vector<std::size_t>& rows) {
    std::map<Code, std::uint32_t> tally;
    for (const std::size_t row : rows) {
        ++tally[problem.table.column(problem.tracked[0]).codes[row]];
    }
    std::vector<Code> values;
    std::vector<std::uint32_t> counts;
    for (const auto& [value, count] : tally) {
        values.push_back(value);
        counts.push_back(count);
    }
    const std::vector<HistogramView> views{{.values = values, .counts = counts}};
    return all_hold(problem.models, ClassView{.rows = rows.size(), .histograms = views});
}

/// Judge a node from the rows, with nothing shared with the search but the models.
Judged judge(const Problem& problem, const Node& node) {
    std::map<std::vector<Code>, std::vector<std::size_t>> classes;
    double weights = 0;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        std::vector<Code> key;
        for (std::size_t j = 0; j < node.size(); ++j) {
            const QuasiIdentifier& qi = problem.quasi_identifiers[j];
            key.push_back(
                qi.hierarchy.label_of(node[j], problem.table.column(qi.column).codes[row]));
        }
        classes[key].push_back(row);
    }
    Judged out;
    out.facts.rows = problem.table.row_count();
    out.facts.k = problem.k;
    out.facts.attributes = static_cast<double>(node.size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        weights += problem.quasi_identifiers[j].weight;
        out.facts.height += node[j];
        out.facts.relative_height +=
            static_cast<double>(node[j]) / problem.quasi_identifiers[j].hierarchy.height();
    }
    for (const auto& [key, rows] : classes) {
        const auto size = static_cast<double>(rows.size());
        if (!holds(problem, rows)) {
            out.facts.suppressed_rows += rows.size();
            for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
                out.facts.gcp += qi.hierarchy.domain_size() > 1 ? size * qi.weight : 0;
            }
            continue;
        }
        ++out.facts.classes;
        out.facts.squared_sizes += size * size;
        for (std::size_t j = 0; j < node.size(); ++j) {
            const QuasiIdentifier& qi = problem.quasi_identifiers[j];
            out.facts.gcp += size * qi.weight * ncp_of_labels(qi.hierarchy, node[j])[key[j]];
        }
    }
    out.facts.gcp /= weights * static_cast<double>(out.facts.rows);
    out.feasible = out.facts.classes > 0 && out.facts.suppressed_rows <= problem.suppression_limit;
    return out;
}

std::optional<double> best_by_force(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    std::optional<double> best;
    for (std::uint64_t rank = 0; rank < *lattice.size(); ++rank) {
        const Judged judged = judge(problem, lattice.node(rank));
        if (judged.feasible) {
            const double value = objective_value(problem.objective, judged.facts);
            best = best ? std::min(*best, value) : value;
        }
    }
    return best;
}

void expect_best(const Problem& problem, unsigned threads) {
    RunContext context;
    context.threads = threads;
    const Outcome outcome = make_optimal({})->run(problem, context);
    const std::optional<double> best = best_by_force(problem);
    ASSERT_EQ(best.has_value(), outcome.recoding.has_value());
    if (!best) {
        EXPECT_EQ(outcome.ending, Ending::infeasible);
        return;
    }
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_NEAR(outcome.loss, *best, 1e-9 * (1 + std::abs(*best)));
    const Judged chosen = judge(problem, *std::get<GlobalRecoding>(*outcome.recoding).node);
    EXPECT_TRUE(chosen.feasible);
    EXPECT_NEAR(
        objective_value(problem.objective, chosen.facts), *best, 1e-9 * (1 + std::abs(*best)));
}

class OptimalAgainstBruteForce : public testing::TestWithParam<ObjectiveInfo> {};

TEST_P(OptimalAgainstBruteForce, FindsTheBestNodeUnderKAnonymity) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 10 + seed % 20}, seed);
        problem.objective = GetParam().objective;
        problem.suppression_limit = seed % 4 == 3 ? problem.table.row_count() : seed % 4;
        expect_best(problem, 1);
    }
}

TEST_P(OptimalAgainstBruteForce, FindsTheBestNodeUnderDiversity) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem =
            random_problem({.rows = 12 + seed % 20, .attributes = 2 + seed % 3}, seed);
        problem.objective = GetParam().objective;
        problem.suppression_limit = seed % 3 == 2 ? problem.table.row_count() : seed % 5;
        const bool entropy = seed % 2 == 0;
        add_l_diversity(problem, entropy ? "entropy" : "distinct", entropy ? 1.8 : 2);
        expect_best(problem, 1 + seed % 2);
    }
}

INSTANTIATE_TEST_SUITE_P(Objectives,
                         OptimalAgainstBruteForce,
                         testing::ValuesIn(objectives().begin(), objectives().end()),
                         [](const auto& tested) {
                             std::string name(tested.param.name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Optimal, RespectsLevelBounds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 20}, seed);
        problem.quasi_identifiers[0].least_level = 1;
        problem.quasi_identifiers[1].greatest_level =
            static_cast<Level>(problem.quasi_identifiers[1].hierarchy.height() - 1);
        problem.suppression_limit = 5;
        expect_best(problem, 1);
    }
}

TEST(Optimal, StatesABoundWhenStoppedEarly) {
    Problem problem = random_problem({.rows = 60, .attributes = 5, .values = 8}, 7);
    problem.suppression_limit = 6;
    RunContext context;
    const Outcome whole = make_optimal({})->run(problem, context);
    context.node_limit = 4;
    const Outcome part = make_optimal({})->run(problem, context);
    ASSERT_TRUE(part.recoding && part.lower_bound);
    EXPECT_EQ(part.ending, Ending::timed_out);
    EXPECT_LE(*part.lower_bound, whole.loss);
    EXPECT_GE(part.loss, whole.loss);
}

TEST(Optimal, NeverReleasesATableWithoutRows) {
    Problem problem = random_problem({.rows = 3, .attributes = 2, .values = 2}, 3);
    const PrivacyRequirement k{.model = "k-anonymity", .parameter = 4};
    problem.models = {find_privacy_model("k-anonymity").make(k, std::nullopt)};
    problem.suppression_limit = 3;
    const Outcome outcome = make_optimal({})->run(problem, RunContext{});
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_FALSE(outcome.recoding);
    EXPECT_FALSE(outcome.reason.empty());
}

}  // namespace
}  // namespace kanon::test

// SPDX-License-Identifier: Apache-2.0
// Methods on the lattice against every node judged from the rows.
#include "kanon/audit/audit.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/full_domain/distance_vectors.hpp"
#include "kanon/methods/full_domain/samarati.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"
#include "kanon/release/recoding/level_recoding.hpp"
#include "kanon/release/release.hpp"

#include "support/brute_force.hpp"
#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

using Nodes = std::vector<Node>;

/// All nodes that keep the promises, in the order of level vectors.
Nodes all_feasible(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    Nodes nodes;
    for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
        if (judge_node(problem, lattice.node(rank)).feasible) {
            nodes.push_back(lattice.node(rank));
        }
    }
    return nodes;
}

/// Those that have no such node strictly below (Definition 5 of Ciriani et al. 2007).
Nodes minimal_by_force(const Problem& problem) {
    const Nodes kept = all_feasible(problem);
    Nodes minimal;
    for (const Node& node : kept) {
        const bool beaten = std::any_of(kept.begin(), kept.end(), [&](const Node& other) {
            return other != node && at_most(other, node);
        });
        if (!beaten) {
            minimal.push_back(node);
        }
    }
    return minimal;
}

constexpr std::uint64_t kSeeds = 60;

/// One kind of problem to be drawn.
struct Drawing {
    const char* name;
    const char* diversity;  ///< "" for k-anonymity alone
    double l;
    bool suppression;
    PrivacyRequirement instead{.model = ""};  ///< of k-anonymity; "": k-anonymity
    std::vector<Adversary> against{};         ///< k-anonymity is asked for against these alone
};

const std::vector<Drawing> kDrawings{
    Drawing{"KWithoutSuppression", "", 0, false},
    Drawing{"KWithSuppression", "", 0, true},
    Drawing{"DistinctWithSuppression", "distinct", 2, true},
    Drawing{"EntropyWithoutSuppression", "entropy", 1.8, false},
    Drawing{"EntropyWithSuppression", "entropy", 1.8, true},
    Drawing{"MapWithoutSuppression", "", 0, false, {.model = "k-map", .parameters = {{"k", 4}}}},
    Drawing{"MapAndDistinctWithSuppression",
            "distinct",
            2,
            true,
            {.model = "k-map", .parameters = {{"k", 6}}}},
    Drawing{"PresenceWithoutSuppression",
            "",
            0,
            false,
            {.model = "delta-presence", .parameters = {{"max", 0.5}}}},
    Drawing{"PresenceWithSuppression",
            "",
            0,
            true,
            {.model = "delta-presence", .parameters = {{"max", 0.4}}}},
    Drawing{"PresenceAndAbsenceWithSuppression",
            "",
            0,
            true,
            {.model = "delta-presence", .parameters = {{"max", 0.6}, {"min", 0.15}}}},
    Drawing{"KnownValuesWithoutSuppression",
            "",
            0,
            false,
            {.model = "lkc", .parameters = {{"l", 2}, {"k", 2}, {"c", 0.8}}, .attribute = "s"}},
    Drawing{"KnownValuesWithSuppression",
            "",
            0,
            true,
            {.model = "lkc", .parameters = {{"l", 2}, {"k", 3}, {"c", 0.7}}, .attribute = "s"}},
    Drawing{"OneKnownValueAndDistinctWithSuppression",
            "distinct",
            2,
            true,
            {.model = "lkc", .parameters = {{"l", 1}, {"k", 4}}, .attribute = "s"}},
    Drawing{.name = "AdversariesWithoutSuppression",
            .diversity = "",
            .l = 0,
            .suppression = false,
            .against = {{.columns = {"q0"}}, {.columns = {"q0", "q1"}}}},
    Drawing{.name = "AdversariesWithSuppression",
            .diversity = "",
            .l = 0,
            .suppression = true,
            .against = {{.columns = {"q0", "q1"}}, {.any = 1}}},
    Drawing{.name = "AnyTwoWithSuppression",
            .diversity = "",
            .l = 0,
            .suppression = true,
            .against = {{.any = 2}}},
    Drawing{.name = "AnyOneAndDistinctWithSuppression",
            .diversity = "distinct",
            .l = 2,
            .suppression = true,
            .against = {{.any = 1}}},
    Drawing{.name = "AnyOneAndEntropyWithSuppression",
            .diversity = "entropy",
            .l = 1.8,
            .suppression = true,
            .against = {{.any = 1}, {.columns = {"q0", "q1"}}}}};

Problem draw(const Drawing& drawing, std::uint64_t seed) {
    Problem problem = random_problem(
        {.rows = 12 + seed % 20, .attributes = 2 + seed % 3, .starred_top = seed % 3 != 0}, seed);
    const std::span<const Objective> known = find_method("optimal").objectives;
    problem.objective = known[seed % known.size()];
    problem.gs_factor = static_cast<double>(seed / 15 % 3) / 3;
    if (drawing.suppression) {
        problem.suppression_limit = seed % 4 == 3 ? problem.table.row_count() : 1 + seed % 5;
    }
    if (drawing.instead.model == "lkc") {
        problem.k = 1;
        problem.models = {find_privacy_model("lkc").make(drawing.instead, ModelContext{})};
    } else if (!drawing.instead.model.empty()) {
        ask_of_population(problem, drawing.instead, seed);
    }
    if (!drawing.against.empty()) {
        problem.models.clear();
        for (std::size_t i = 0; i < drawing.against.size(); ++i) {
            ask_against(
                problem, drawing.against[i], anonymity(static_cast<double>(2 + (seed + i) % 4)));
        }
    }
    if (drawing.l > 0 && !drawing.against.empty() && seed % 2 == 0) {
        ask_against(problem,
                    drawing.against.front(),
                    {.model = "l-diversity",
                     .parameters = {{"l", drawing.l}},
                     .attribute = "s",
                     .kind = drawing.diversity});
    } else if (drawing.l > 0) {
        add_l_diversity(problem, drawing.diversity, drawing.l);
    }
    if (seed % 5 == 4) {
        problem.quasi_identifiers[0].least_level = 1;
        problem.quasi_identifiers[0].greatest_level = 1;
        QuasiIdentifier& second = problem.quasi_identifiers[1];
        second.greatest_level = static_cast<Level>(second.hierarchy.height() - 1);
    }
    return problem;
}

Nodes of_least_height(const Nodes& nodes) {
    unsigned least = ~0U;
    for (const Node& node : nodes) {
        least = std::min(least, height_of(node));
    }
    Nodes out;
    std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(out), [&](const Node& node) {
        return height_of(node) == least;
    });
    return out;
}

double value_of(const Problem& problem, const Node& node) {
    return objective_value(problem.objective, judge_node(problem, node).facts);
}

double least_value(const Problem& problem, const Nodes& nodes) {
    double least = value_of(problem, nodes.at(0));
    for (const Node& node : nodes) {
        least = std::min(least, value_of(problem, node));
    }
    return least;
}

/// The outcome lists these nodes and chose the best of them.
void expect_choice(const Problem& problem, const Outcome& outcome, const Nodes& nodes) {
    EXPECT_EQ(outcome.minimal_nodes, nodes);
    ASSERT_EQ(outcome.recoding.has_value(), !nodes.empty());
    if (nodes.empty()) {
        EXPECT_EQ(outcome.ending, Ending::infeasible);
        EXPECT_FALSE(outcome.reason.empty());
        return;
    }
    const double best = least_value(problem, nodes);
    const double slack = 1e-9 * (1 + std::abs(best));
    const Node& chosen = *std::get<GlobalRecoding>(*outcome.recoding).node;
    EXPECT_NE(std::find(nodes.begin(), nodes.end(), chosen), nodes.end());
    EXPECT_NEAR(outcome.loss, best, slack);
    EXPECT_NEAR(value_of(problem, chosen), best, slack);
    const double least = least_value(problem, all_feasible(problem));
    if (outcome.ending == Ending::optimal) {
        EXPECT_NEAR(outcome.loss, least, slack);
    }
    if (outcome.lower_bound) {
        EXPECT_LE(*outcome.lower_bound, least + slack);
    }
}

class LatticeAgainstBruteForce : public testing::TestWithParam<Drawing> {};

TEST_P(LatticeAgainstBruteForce, MinGenFindsAllMinimalNodesAndTheBestValueOfAnyNode) {
    for (const std::uint64_t seed :
         all_cases("MinGenFindsAllMinimalNodesAndTheBestValueOfAnyNode", kSeeds)) {
        SCOPED_TRACE(seed);
        const Problem problem = draw(GetParam(), seed);
        const Outcome outcome = run_method("mingen", problem);
        expect_choice(problem, outcome, minimal_by_force(problem));
        if (outcome.recoding) {
            const double least = least_value(problem, all_feasible(problem));
            ASSERT_TRUE(outcome.lower_bound);
            EXPECT_NEAR(*outcome.lower_bound, least, 1e-9 * (1 + std::abs(least)));
            EXPECT_EQ(outcome.ending == Ending::optimal, *outcome.lower_bound == outcome.loss);
        }
    }
}

TEST_P(LatticeAgainstBruteForce, IncognitoFindsAllMinimalNodes) {
    for (const std::uint64_t seed : all_cases("IncognitoFindsAllMinimalNodes", kSeeds)) {
        SCOPED_TRACE(seed);
        const Problem problem = draw(GetParam(), seed);
        expect_choice(problem, run_method("incognito", problem), minimal_by_force(problem));
    }
}

TEST_P(LatticeAgainstBruteForce, SamaratiFindsTheMinimalNodesOfLeastHeight) {
    for (const std::uint64_t seed :
         all_cases("SamaratiFindsTheMinimalNodesOfLeastHeight", kSeeds)) {
        SCOPED_TRACE(seed);
        const Problem problem = draw(GetParam(), seed);
        expect_choice(
            problem, run_method("samarati", problem), of_least_height(minimal_by_force(problem)));
    }
}

TEST_P(LatticeAgainstBruteForce, MonotoneIsSaidOnlyWhereItIsSo) {
    std::size_t monotone = 0;
    for (const std::uint64_t seed : all_cases("MonotoneIsSaidOnlyWhereItIsSo", kSeeds)) {
        SCOPED_TRACE(seed);
        const Problem problem = draw(GetParam(), seed);
        if (!full_domain::is_monotone(problem)) {
            continue;
        }
        ++monotone;
        const Nodes feasible = all_feasible(problem);
        const Lattice lattice = problem.lattice();
        for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
            const Node node = lattice.node(rank);
            const bool above = std::any_of(feasible.begin(), feasible.end(), [&](const Node& low) {
                return at_most(low, node);
            });
            EXPECT_EQ(judge_node(problem, node).feasible, above);
        }
    }
    const bool of_k_alone = std::string_view(GetParam().name).starts_with("KW");
    EXPECT_TRUE(monotone > 0 || !of_k_alone);
}

TEST_P(LatticeAgainstBruteForce, HeuristicsKeepThePromisesAndSayInfeasibleOnlyWhereItIsSo) {
    for (const char* method : {"datafly", "annealing"}) {
        for (const std::uint64_t seed :
             all_cases("HeuristicsKeepThePromisesAndSayInfeasibleOnlyWhereItIsSo", kSeeds)) {
            SCOPED_TRACE(method + std::to_string(seed));
            const Problem problem = draw(GetParam(), seed);
            const Nodes feasible = all_feasible(problem);
            const Outcome outcome = run_method(method, problem);
            ASSERT_EQ(outcome.recoding.has_value(), !feasible.empty());
            EXPECT_EQ(outcome.ending, feasible.empty() ? Ending::infeasible : Ending::feasible);
            if (outcome.recoding) {
                const Node& chosen = *std::get<GlobalRecoding>(*outcome.recoding).node;
                EXPECT_TRUE(judge_node(problem, chosen).feasible);
                const double value = value_of(problem, chosen);
                EXPECT_NEAR(outcome.loss, value, 1e-9 * (1 + std::abs(value)));
            }
        }
    }
}

/// The table released at a node, with every row.
Release released_at(const Problem& problem, const Node& node) {
    GlobalRecoding recoding;
    recoding.node = node;
    recoding.suppressed.resize(problem.row_types().size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        recoding.attributes.push_back(
            recode_to_level(problem.quasi_identifiers[j].hierarchy, node[j]));
    }
    return apply(
        problem.rows(), problem.recoded_attributes(), {}, recoding, SuppressedRows::star, 1);
}

TEST_P(LatticeAgainstBruteForce, TheAuditorFindsThePromisesKeptAtTheNodesThatKeepThem) {
    for (std::uint64_t seed = 1; seed <= kSeeds / 4; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = draw(GetParam(), seed);
        problem.suppression_limit = 0;
        const Lattice lattice = problem.lattice();
        for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
            const Node node = lattice.node(rank);
            if (node == lattice.top()) {
                continue;  // all stars: suppressed rows, to who sees them
            }
            const AuditReport report = audit(problem, released_at(problem, node), {}, {});
            const bool holds = std::ranges::all_of(report.proofs, &Proof::holds);
            EXPECT_EQ(holds, judge_node(problem, node).feasible);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Problems,
                         LatticeAgainstBruteForce,
                         testing::ValuesIn(kDrawings),
                         [](const auto& tested) { return std::string(tested.param.name); });

/// Why the methods fall back to looking everywhere: a node above one that holds may fail.
TEST(EntropyDiversity, IsNotMonotoneWithSuppression) {
    bool broken = false;
    for (std::uint64_t seed = 1; seed <= kSeeds && !broken; ++seed) {
        const Problem problem = draw(kDrawings[4], seed);
        EXPECT_FALSE(full_domain::is_monotone(problem));
        const Node top = problem.lattice().top();
        broken = !judge_node(problem, top).feasible && !minimal_by_force(problem).empty();
    }
    EXPECT_TRUE(broken);
}

TEST(DistanceVectorsTest, AgreeWithTheGeneralizedTableAtEveryNode) {
    for (const std::uint64_t seed : all_cases("AgreeWithTheGeneralizedTableAtEveryNode", kSeeds)) {
        SCOPED_TRACE(seed);
        Problem problem = draw(kDrawings[1], seed);
        const full_domain::DistanceVectors vectors(problem);
        const Lattice lattice = problem.lattice();
        for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
            const Node node = lattice.node(rank);
            if (node == lattice.top()) {
                continue;  // starred: the matrix knows no labels
            }
            EXPECT_EQ(vectors.suppressed_rows(node),
                      judge_node(problem, node).facts.suppressed_rows);
        }
        const Outcome by_vectors = full_domain::make_samarati({{"node-test", "distance-vectors"}})
                                       ->run(problem, RunContext{});
        const Outcome by_table = run_method("samarati", problem);
        EXPECT_EQ(by_vectors.minimal_nodes, by_table.minimal_nodes);
        EXPECT_EQ(by_vectors.ending, by_table.ending);
        EXPECT_EQ(by_vectors.loss, by_table.loss);
    }
}

/// Where the criteria coincide, so do the values.
TEST(LatticeMethods, GiveTheBestValueOfOptimalWhereTheirCriteriaCoincide) {
    for (const std::uint64_t seed :
         all_cases("GiveTheBestValueOfOptimalWhereTheirCriteriaCoincide", kSeeds)) {
        SCOPED_TRACE(seed);
        Problem problem = draw(kDrawings[seed % 2], seed);
        problem.objective = Objective::height;
        const double best = run_method("optimal", problem).loss;
        for (const char* method : {"mingen", "samarati", "incognito"}) {
            const Outcome outcome = run_method(method, problem);
            EXPECT_EQ(outcome.loss, best) << method;
            EXPECT_EQ(outcome.ending, run_method("optimal", problem).ending) << method;
        }
    }
}

}  // namespace
}  // namespace kanon::test

// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/risk_limit_search.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/assess/subject_classes.hpp"
#include "kanon/base/random.hpp"
#include "kanon/privacy/models/risk_limit.hpp"
#include "kanon/problem/larger_classes.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

double average_of(const Problem& problem, const Recoding& recoding) {
    const Release release = test::release_of(problem, recoding);
    const ReleasedClasses classes = classes_of(problem, release, 1);
    return risk::reidentification(risk::risk_classes(classes)).prosecutor.average;
}

/// A random table whose average risk is limited; some may suppress rows, some not all labels.
Problem random_limited(std::uint64_t seed, double& limit) {
    Random random(seed);
    Problem problem = test::random_problem(
        {.rows = 8 + random.below(20), .attributes = 1 + random.below(3), .starred_top = true},
        seed);
    limit = 1.0 / static_cast<double>(2 + random.below(5)) + (seed % 2 == 0 ? 0 : 0.03);
    problem = test::with_k(std::move(problem), 2);
    problem.suppression_limit = random.below(3) == 0 ? random.below(6) : 0;
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        if (random.below(3) == 0) {
            attribute.greatest_level =
                static_cast<Level>(random.below(std::uint64_t{attribute.hierarchy.height()} + 1));
        }
    }
    problem.policy.privacy.push_back({.model = "risk", .parameters = {{"average", limit}}});
    problem.models.push_back(make_risk_limit(problem.policy.privacy.back(), std::nullopt));
    return problem;
}

/// The least average that a node reaches, the smallest classes suppressed as far as is allowed.
double least_average(const Problem& problem, const Node& node) {
    std::map<std::vector<Code>, std::uint64_t> rows;
    for (std::size_t type = 0; type < problem.row_types().size(); ++type) {
        std::vector<Code> labels;
        for (std::size_t j = 0; j < node.size(); ++j) {
            labels.push_back(problem.quasi_identifiers[j].hierarchy.label_of(
                node[j], problem.row_types().columns[j][type]));
        }
        rows[labels] += problem.row_types().counts[type];
    }
    std::vector<std::uint64_t> sizes;
    sizes.reserve(rows.size());
    for (const auto& [labels, count] : rows) {
        sizes.push_back(count);
    }
    std::ranges::sort(sizes);
    std::uint64_t left = problem.row_types().row_count();
    double least = 2;
    std::uint64_t suppressed = 0;
    for (std::size_t i = 0; i < sizes.size() && suppressed <= problem.suppression_limit; ++i) {
        if (sizes[i] >= problem.k) {
            least =
                std::min(least, static_cast<double>(sizes.size() - i) / static_cast<double>(left));
        }
        suppressed += sizes[i];
        left -= sizes[i];
    }
    return least;
}

double least_average(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    double least = 2;
    for (std::size_t place = 0; place < lattice.size().value(); ++place) {
        least = std::min(least, least_average(problem, lattice.node(place)));
    }
    return least;
}

/// Whether the best node by each k keeps the limit; none: there is no node.
std::map<std::uint64_t, std::optional<bool>> kept_by_k(const Problem& problem, double limit) {
    std::map<std::uint64_t, std::optional<bool>> out;
    for (std::uint64_t k = problem.k; k <= std::max(problem.k, rows_of_risk(limit)); ++k) {
        const Problem larger = with_larger_classes(problem, k);
        const Outcome outcome = test::run_method("optimal", larger);
        if (outcome.recoding) {
            out[k] = average_of(problem, *outcome.recoding) <= limit * (1 + 1e-9);
        } else {
            out[k] = std::nullopt;
        }
    }
    return out;
}

std::unique_ptr<Result> solved(Problem problem) {
    auto result = std::make_unique<Result>();
    result->policy.method = "optimal";
    result->problem = std::make_unique<Problem>(std::move(problem));
    Stopwatch watch;
    detail::solve(*result, {}, RunContext{}, watch);
    return result;
}

TEST(AverageRisk, IsKeptByTheLeastKAndRefusedOnlyWhereNoNodeKeepsIt) {
    int raised = 0;
    int general = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        double limit = 0;
        const Problem problem = random_limited(seed, limit);
        const auto kept = kept_by_k(problem, limit);
        std::unique_ptr<Result> result;
        try {
            result = solved(problem);
        } catch (const Error& error) {
            ASSERT_EQ(error.code(), ErrorCode::infeasible);
            EXPECT_GT(least_average(problem), limit * (1 + 1e-9)) << error.what();
            ++refused;
            continue;
        }
        EXPECT_LE(average_of(problem, *result->outcome.recoding), limit * (1 + 1e-9));
        if (!result->facts.raised_k) {
            EXPECT_TRUE(kept.begin()->second.value());
            continue;
        }
        const std::uint64_t k = result->facts.raised_k->k;
        ++(kept.contains(k) && kept.at(k) == true ? raised : general);
        EXPECT_NE(result->outcome.ending, Ending::optimal);
        if (kept.contains(k) && kept.at(k) == true && result->facts.method_why.empty()) {
            // The search by one less makes a release that is above the limit.
            EXPECT_TRUE(kept.at(k - 1) == false || k == problem.k);
        }
    }
    EXPECT_GT(raised, 50);
    EXPECT_GT(general, 0);
    EXPECT_GT(refused, 10);
}

TEST(AverageRisk, HasABoundOfEveryReleaseThatKeepsIt) {
    int released = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        double limit = 0;
        const Problem problem = random_limited(seed, limit);
        const Outcome first = test::run_method("optimal", with_larger_classes(problem, problem.k));
        try {
            const std::unique_ptr<Result> result = solved(problem);
            ASSERT_TRUE(result->outcome.lower_bound.has_value());
            EXPECT_DOUBLE_EQ(*result->outcome.lower_bound, first.lower_bound.value());
            ++released;
        } catch (const Error&) {
            continue;
        }
    }
    EXPECT_GT(released, 20);
}

/// Fifty people of five ages, of whom pairs share a city.
Table some_people() {
    std::string rows;
    for (int i = 0; i < 50; ++i) {
        rows += (i == 0 ? "" : "; ") + std::to_string(20 + i / 10) + " c" + std::to_string(i / 2);
    }
    return test::table_of("age city", rows);
}

Policy limited(const std::string& risk) {
    return parse_policy(
        "attributes: {age: {role: quasi-identifying, hierarchy: flat}, city: {role: "
        "quasi-identifying, hierarchy: flat}}\nprivacy: {risk: " +
            risk + "}\n",
        "p.yaml");
}

TEST(RiskPromise, OfTheHighestIsKByItsInverse) {
    for (const char* method : {"auto", "optimal", "mondrian", "pattern-greedy", "k-member"}) {
        Policy policy = limited("0.21");
        policy.method = method;
        const auto result = anonymize(some_people(), policy, RunContext{});
        EXPECT_EQ(result->problem->k, 5U) << method;
        ASSERT_EQ(result->audit.proofs.size(), 2U);
        EXPECT_EQ(result->audit.proofs[1].model, "risk");
        EXPECT_LE(result->audit.proofs[1].achieved, 0.21) << method;
        EXPECT_FALSE(result->facts.raised_k.has_value());
    }
}

TEST(RiskPromise, OfTheAverageIsKeptByEveryFamily) {
    for (const char* method : {"auto", "optimal", "mondrian", "pattern-greedy", "k-member"}) {
        Policy policy = limited("{average: 0.1}");
        policy.method = method;
        const auto result = anonymize(some_people(), policy, RunContext{});
        const Proof& proof = result->audit.proofs.back();
        EXPECT_TRUE(proof.is_average);
        EXPECT_TRUE(proof.holds);
        EXPECT_LE(proof.achieved, 0.1 + 1e-12) << method;
        EXPECT_DOUBLE_EQ(proof.achieved, result->facts.risk.after.prosecutor.average) << method;
        EXPECT_EQ(result->problem->k, 2U);
    }
}

TEST(RiskPromise, IsTheSameForAnyNumberOfThreads) {
    constexpr int kManyRows = 3 * 16384;  // row types that a search shares among threads
    std::string rows;
    for (int i = 0; i < kManyRows; ++i) {
        rows += (i == 0 ? "" : "; ") + std::to_string(i % 4099) + " " +
                std::to_string(i * 7919 % 10007);
    }
    const Table table = test::table_of("age city", rows);
    Policy policy = parse_policy(
        "attributes: {age: {role: quasi-identifying}, city: {role: quasi-identifying}}\n"
        "privacy: {risk: {highest: 0.4, average: 0.12}}\nmethod: mondrian\n",
        "p.yaml");
    const auto one = anonymize(table, policy, RunContext{.threads = 1});
    const auto four = anonymize(table, policy, RunContext{.threads = 4});
    ASSERT_GT(one->problem->row_types().size(), 2U * 16384);
    EXPECT_EQ(recoding_text(*one), recoding_text(*four));
    ASSERT_TRUE(one->facts.raised_k && four->facts.raised_k);
    EXPECT_EQ(one->facts.raised_k->k, four->facts.raised_k->k);
    EXPECT_EQ(one->facts.raised_k->tried, four->facts.raised_k->tried);
}

TEST(RiskPromise, OfPersonsCountsThem) {
    // Five persons in each age, one of them with six rows.
    std::string rows;
    for (int age = 0; age < 4; ++age) {
        for (int i = 0; i < 10; ++i) {
            rows += (rows.empty() ? "" : "; ") + std::to_string(20 + age) + " " +
                    std::to_string(age * 100 + std::max(0, i - 5));
        }
    }
    Policy policy = parse_policy(
        "attributes: {age: {role: quasi-identifying, hierarchy: flat}}\n"
        "privacy: {risk: {average: 0.15}}\nperson: who\n",
        "p.yaml");
    const auto result = anonymize(test::table_of("age who", rows), policy, RunContext{});
    const Proof& proof = result->audit.proofs.back();
    EXPECT_TRUE(proof.holds);
    EXPECT_DOUBLE_EQ(proof.achieved, 1.0 / 20);  // ages have 1/5 each, all of them 1/20
    EXPECT_EQ(result->facts.risk.subject_after, risk::Subject::person);
    EXPECT_DOUBLE_EQ(result->facts.risk.before.prosecutor.average, 0.2);
}

TEST(RiskPromise, StandsBesideWhatTakesThePlaceOfK) {
    Policy policy = limited("0.5");
    policy.privacy.push_back(
        {.model = "lkc", .parameters = {{"l", 1}, {"k", 2}}, .attribute = "x"});
    Table table = test::table_of("age city x", "1 a 1; 1 a 2; 1 b 1; 2 b 1; 2 b 2; 2 a 1");
    policy.method = "optimal";
    const auto result = anonymize(std::move(table), policy, RunContext{});
    EXPECT_EQ(result->problem->policy.privacy.front().model, "k-anonymity");
    EXPECT_EQ(result->problem->k, 2U);
}

}  // namespace
}  // namespace kanon

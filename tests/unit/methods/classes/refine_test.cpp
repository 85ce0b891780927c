// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/refine.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/best_split.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/class_brute_force.hpp"
#include "support/effort.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// Numbers that go together, some of them missing, a tree, a flat column, a sensitive one.
Problem random_problem(std::uint64_t seed, std::uint64_t rows, const std::string& privacy) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t a = random.below(20);
        const std::uint64_t b = random.below(8);
        cells += i == 0 ? "" : "; ";
        cells += std::to_string(a) + " ";
        cells += (b == 0 ? "?" : std::to_string(a / 3 + b)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5))) + " ";
        cells += std::string(1, static_cast<char>('x' + random.below(2))) + " ";
        cells += std::string(1, static_cast<char>('d' + random.below(3)));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2}\n"
        "  b: {role: quasi-identifying}\n"
        "  c: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "  d: {role: quasi-identifying}\n"
        "  s: {role: sensitive, class: true}\n"
        "privacy: " +
        privacy + "\n";
    return kanon::bind(test::table_of("a b c d s", cells), parse_policy(policy, "p"), {});
}

Outcome refined(const Problem& problem,
                const std::string& effort = "normal",
                const RunContext& context = {}) {
    return make_refine({{"effort", effort}})->run(problem, context);
}

TEST(Refine, ComesToTheLeastLossOfMostSmallTables) {
    std::size_t met = 0;
    const std::vector<std::uint64_t> tables = test::all_cases("small tables", 100);
    for (const std::uint64_t seed : tables) {
        const Problem problem =
            random_problem(seed, 10, "{k-anonymity: " + std::to_string(2 + seed % 3) + "}");
        const double least = test::least_class_gcp(problem);
        const Outcome outcome = refined(problem, "high");
        if (!outcome.recoding) {
            EXPECT_TRUE(std::isinf(least)) << seed;
            ++met;
            continue;
        }
        EXPECT_GE(outcome.loss, least - 1e-9) << seed;
        EXPECT_LE(outcome.lower_bound.value(), least + 1e-9) << seed;
        met += outcome.loss <= least + 1e-7 ? 1U : 0U;
    }
    EXPECT_GE(met, tables.size() * 95 / 100);
}

/// Ciriani et al. 2007, Fig. 9(e), loses as much: 7.87 of the 36 cells of 9(a).
TEST(Refine, ComesToTheLeastLossOfTheSurveysTable) {
    const Problem problem = test::figure_9_problem(0);
    const double least = test::least_class_gcp(problem);
    EXPECT_NEAR(least, 7.8667 / 36, 1e-5);
    EXPECT_NEAR(refined(problem).loss, least, 1e-9);
}

TEST(Refine, LosesLessThanBestSplitAndLessStillWithMoreEffort) {
    double start = 0;
    double low = 0;
    double high = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const char* const privacy :
             {"{k-anonymity: 4}", "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}"}) {
            const Problem problem = random_problem(seed, 250, privacy);
            const double before = make_best_split({})->run(problem, {}).loss;
            const double after = refined(problem, "low").loss;
            EXPECT_LE(after, before) << seed << privacy;
            start += before;
            low += after;
            high += refined(problem, "high").loss;
        }
    }
    EXPECT_LT(low, 0.9 * start);
    EXPECT_LT(high, low);
}

TEST(Refine, LowersWhateverTheObjectiveCounts) {
    for (const std::string objective : {"dm", "c-avg", "cm"}) {
        double start = 0;
        double end = 0;
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Problem problem =
                random_problem(seed, 250, "{k-anonymity: 4}\nobjective: " + objective);
            const double before = make_best_split({})->run(problem, {}).loss;
            const Outcome outcome = refined(problem);
            ASSERT_TRUE(outcome.recoding);
            EXPECT_LE(outcome.loss, before) << seed;
            EXPECT_GE(outcome.loss, outcome.lower_bound.value()) << seed;
            start += before;
            end += outcome.loss;
        }
        EXPECT_LT(end, 0.95 * start) << objective;
    }
}

TEST(Refine, IsTheSameForAnyThreadCountAndTheSeedDecides) {
    const Problem problem = random_problem(5, 2000, "{k-anonymity: 3}");
    RunContext context;
    const Outcome alone = refined(problem, "low", context);
    context.threads = 3;
    const Outcome together = refined(problem, "low", context);
    const auto& recoding = std::get<ClassRecoding>(alone.recoding.value());
    EXPECT_EQ(recoding.class_of_type,
              std::get<ClassRecoding>(together.recoding.value()).class_of_type);
    EXPECT_EQ(alone.loss, together.loss);
    context.seed = 2;
    const Outcome other = refined(problem, "low", context);
    EXPECT_NE(recoding.class_of_type,
              std::get<ClassRecoding>(other.recoding.value()).class_of_type);
}

TEST(Refine, ADeadlineInThePastGivesWhatThereIs) {
    const Problem problem = random_problem(6, 300, "{k-anonymity: 3}");
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const Outcome outcome = refined(problem, "normal", context);
    EXPECT_EQ(outcome.ending, Ending::timed_out);
}

TEST(Refine, KeepsBoundsOnLevels) {
    const Problem problem = kanon::bind(
        test::table_of("c n", "p 1; q 2; r 3; s 4; p 5; q 6; t 7; r 8; s 9; t 10; p 11; q 12"),
        parse_policy("attributes:\n"
                     "  c: {role: quasi-identifying, levels: [0, 1], hierarchy: "
                     "{tree: {\"*\": [{l: [p, q]}, {m: [r, s, t]}]}}}\n"
                     "  n: {role: quasi-identifying}\n"
                     "privacy: {k-anonymity: 3}\n",
                     "p"),
        {});
    const Outcome outcome = refined(problem);
    ASSERT_TRUE(outcome.recoding) << outcome.reason;
    const auto& recoding = std::get<ClassRecoding>(*outcome.recoding);
    for (const ReleasedValue& value : recoding.domains[0].values) {
        EXPECT_TRUE(value.kind != ReleasedValue::Kind::label || value.second <= 1);
        EXPECT_NE(value.kind, ReleasedValue::Kind::star);
    }
}

}  // namespace
}  // namespace kanon::classes

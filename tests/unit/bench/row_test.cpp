// SPDX-License-Identifier: Apache-2.0
#include "compare/row.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::bench {
namespace {

SuiteRow row(std::string_view method, std::string_view ending, double value) {
    SuiteRow made;
    made.method = &find_method(method);
    made.ending = ending;
    made.value = value;
    return made;
}

TEST(SuiteRows, AgreeWhenNothingIsBelowWhatIsProven) {
    EXPECT_EQ(contradiction({}), "");
    EXPECT_EQ(contradiction({row("datafly", "feasible", 0.5),
                             row("mingen", "optimal", 0.25),
                             row("optimal", "optimal", 0.25 + 1e-12)}),
              "");
}

TEST(SuiteRows, OptimaThatDifferContradictInEitherOrder) {
    const SuiteRow low = row("mingen", "optimal", 0.25);
    const SuiteRow high = row("optimal", "optimal", 0.3);
    const std::string expected =
        "mingen for gcp ends at 0.25, below the bound 0.3 that optimal proved";
    EXPECT_EQ(contradiction({low, high}), expected);
    EXPECT_EQ(contradiction({high, low}), expected);
}

TEST(SuiteRows, AHeuristicBelowABoundContradicts) {
    SuiteRow bound = row("optimal", "timed_out", 0.4);
    bound.lower_bound = 0.3;
    EXPECT_EQ(contradiction({bound, row("annealing", "feasible", 0.3)}), "");
    EXPECT_EQ(contradiction({bound, row("annealing", "feasible", 0.29)}),
              "annealing for gcp ends at 0.29, below the bound 0.3 that optimal proved");
}

TEST(SuiteRows, ABoundHoldsForItsOwnModelAndObjectiveAlone) {
    const SuiteRow optimum = row("optimal", "optimal", 0.4);
    EXPECT_EQ(contradiction({optimum, row("mondrian", "feasible", 0.1)}), "");
    SuiteRow other = row("datafly", "feasible", 0.1);
    other.objective = Objective::prec;
    EXPECT_EQ(contradiction({optimum, other}), "");
}

TEST(SuiteRows, WithoutAReleaseThereIsNothingToContradict) {
    SuiteRow refused = row("mingen", "refused", 0);
    refused.value.reset();
    EXPECT_EQ(contradiction({row("optimal", "optimal", 0.4), refused}), "");
}

TEST(SuiteRows, AReleaseWhereAnExactMethodProvesThereIsNoneContradicts) {
    SuiteRow none = row("optimal", "infeasible", 0);
    none.value.reset();
    EXPECT_EQ(contradiction({none, row("datafly", "feasible", 0.5)}),
              "datafly for gcp ends at 0.5, below the bound inf that optimal proved");
    none.method = &find_method("datafly");
    EXPECT_EQ(contradiction({none, row("optimal", "optimal", 0.5)}), "");
}

TEST(SuiteRows, FiguresOfTheSearchAreFoundByName) {
    SuiteRow searched = row("optimal", "optimal", 0.4);
    searched.stats = {{"nodes_checked", 12}};
    EXPECT_EQ(searched.stat("nodes_checked"), 12);
    EXPECT_EQ(searched.stat("nodes"), std::nullopt);
}

}  // namespace
}  // namespace kanon::bench

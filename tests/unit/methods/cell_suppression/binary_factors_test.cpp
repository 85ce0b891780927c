// SPDX-License-Identifier: Apache-2.0
// two-factor and three-anonymity: their ratios against brute force, and what they refuse.
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <string>

namespace kanon::test {
namespace {

struct BinaryMethod {
    const char* name;
    std::uint64_t k;
    double ratio;
};

void PrintTo(const BinaryMethod& method, std::ostream* out) {
    *out << method.name;
}

/// 5 to 10 rows of two values. The ratio speaks of all rows if those of all stars are a class.
Problem binary_problem(std::uint64_t seed, std::uint64_t k) {
    const RandomShape shape{.rows = 5 + seed % 6, .attributes = 2 + seed % 6, .values = 2};
    return with_k(random_star_problem(shape, seed, objective_of_cells(seed)), k);
}

class BinaryFactors : public testing::TestWithParam<BinaryMethod> {};

TEST_P(BinaryFactors, KeepTheirRatio) {
    double worst = 1;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = binary_problem(seed, GetParam().k);
        const double best = least_star_loss(problem).value();
        const Outcome outcome = run_method(GetParam().name, problem);
        ASSERT_TRUE(outcome.recoding) << outcome.reason;
        ASSERT_GE(outcome.loss, best - 1e-9);
        ASSERT_LE(outcome.loss, GetParam().ratio * best + 1e-9);
        ASSERT_LE(outcome.lower_bound.value(), best + 1e-9);
        worst = best > 0 ? std::max(worst, outcome.loss / best) : worst;
        ASSERT_TRUE(audited(problem, outcome).passed);
    }
    EXPECT_GT(worst, 1) << "an approximation that is always exact is not what is tested here";
    RecordProperty("worst_ratio", std::to_string(worst));
}

TEST_P(BinaryFactors, RefuseThirdValuesMasksAndManyRows) {
    const auto refused = [](const Problem& problem) {
        try {
            static_cast<void>(run_method(GetParam().name, problem));
        } catch (const Error& error) {
            return error.code() == ErrorCode::bad_policy ? std::string(error.what()) : "";
        }
        return std::string();
    };
    Problem problem = binary_problem(2, GetParam().k);
    EXPECT_EQ(refused(problem), "");
    problem.patterns.given = true;
    EXPECT_NE(refused(problem).find("needs every pattern"), std::string::npos);
    problem = binary_problem(2, GetParam().k == 2 ? 3 : 2);
    EXPECT_NE(refused(problem).find(" alone, not for k = "), std::string::npos);
    problem = random_problem({.rows = 9, .attributes = 2, .values = 5}, 1);
    problem.objective = Objective::stars;
    EXPECT_NE(refused(problem).find("two values at most"), std::string::npos);
    problem = random_problem({.rows = 1100, .attributes = 2, .values = 2}, 1);
    problem.objective = Objective::stars;
    problem.k = GetParam().k;
    EXPECT_NE(refused(problem).find("rows at most, not 1100"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Catalogue,
                         BinaryFactors,
                         testing::Values(BinaryMethod{"two-factor", 2, 1.5},
                                         BinaryMethod{"three-anonymity", 3, 2}),
                         [](const auto& tested) {
                             return std::string(tested.param.k == 2 ? "two_factor"
                                                                    : "three_anonymity");
                         });

}  // namespace
}  // namespace kanon::test

// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/reidentification.hpp"

#include "kanon/risk/individual_risk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kanon::risk {
namespace {

TEST(Reidentification, CountsWhatAProsecutorAndAMarketerFind) {
    const RiskClasses classes{.rows = {1, 1, 3, 5}};
    const Reidentification found = reidentification(classes, 0.2);
    EXPECT_EQ(found.rows, 10U);
    EXPECT_EQ(found.classes, 4U);
    EXPECT_EQ(found.uniques, 2U);
    EXPECT_DOUBLE_EQ(found.prosecutor.highest, 1);
    EXPECT_DOUBLE_EQ(found.prosecutor.average, 0.4);  // classes / rows
    EXPECT_EQ(found.prosecutor.rows_above, 5U);       // 1/5 is not above 0.2
    EXPECT_DOUBLE_EQ(found.marketer, 0.4);
    EXPECT_FALSE(found.journalist.has_value());
    EXPECT_FALSE(found.least_people.has_value());
}

TEST(Reidentification, CountsPeopleOfThePopulationForAJournalist) {
    // 1/n sum f/F = (1/4 + 2/5 + 2/10) / 5 = 0.17; classes / people = 3/19.
    const RiskClasses classes{.rows = {1, 2, 2}, .people = {4, 5, 10}};
    const Reidentification found = reidentification(classes, 0.2);
    ASSERT_TRUE(found.journalist.has_value());
    EXPECT_DOUBLE_EQ(found.journalist->highest, 0.25);
    EXPECT_DOUBLE_EQ(found.journalist->average, 0.17);
    EXPECT_EQ(found.journalist->rows_above, 1U);
    EXPECT_DOUBLE_EQ(found.marketer, 0.17);
    EXPECT_DOUBLE_EQ(*found.least_people, 4);
}

TEST(Reidentification, TakesTheGreaterOfTheTwoAveragesOfAJournalist) {
    // Over rows (1/2 + 1) / 1000, over people 2 / 1001.
    const RiskClasses classes{.rows = {1, 999}, .people = {2, 999}};
    EXPECT_DOUBLE_EQ(reidentification(classes).journalist->average, 2.0 / 1001);
    EXPECT_DOUBLE_EQ(reidentification(classes).marketer, 0.0015);
}

TEST(Reidentification, CountsPersonsWhereTheyAreTold) {
    // Three rows of one person are no class of three.
    const RiskClasses classes{.rows = {3, 4}, .subjects = {1, 2}};
    const Reidentification found = reidentification(classes, 0.5);
    EXPECT_EQ(found.uniques, 3U);
    EXPECT_DOUBLE_EQ(found.prosecutor.highest, 1);
    EXPECT_DOUBLE_EQ(found.prosecutor.average, (3 + 4 * 0.5) / 7);
    EXPECT_EQ(found.prosecutor.rows_above, 3U);
}

TEST(Reidentification, HasNoFiguresWithoutRows) {
    const Reidentification found = reidentification({}, 0.2);
    EXPECT_EQ(found.rows, 0U);
    EXPECT_EQ(found.prosecutor.highest, 0);
    EXPECT_EQ(found.prosecutor.average, 0);
    EXPECT_EQ(found.marketer, 0);
}

TEST(Reidentification, TakesARiskForTheThresholdThatRoundingMovedOffIt) {
    const RiskClasses classes{.rows = {3}};
    EXPECT_EQ(reidentification(classes, 1 - 2.0 / 3).prosecutor.rows_above, 0U);
    EXPECT_EQ(reidentification(classes, 0.3333).prosecutor.rows_above, 3U);
}

/// The integral that the risk is, by the midpoint rule.
double integral(double f, double p) {
    constexpr int kParts = 200'000;
    double sum = 0;
    for (int i = 0; i < kParts; ++i) {
        const double s = (i + 0.5) / kParts;
        sum += std::pow(s, f - 1) * p / (p + (1 - p) * s);
    }
    return sum / kParts;
}

TEST(IndividualRisk, IsTheIntegralOfTheNegativeBinomialModel) {
    for (const std::uint64_t subjects : {1U, 2U, 3U, 7U, 63U, 64U, 65U, 300U}) {
        for (const double p : {0.01, 0.2, 0.4999, 0.5, 0.9, 1.0}) {
            const auto f = static_cast<double>(subjects);
            EXPECT_NEAR(individual_risk(subjects, f / p), integral(f, p), 1e-6)
                << subjects << " of " << f / p;
        }
    }
}

TEST(IndividualRisk, HasTheClosedFormsOfOneAndTwo) {
    const double p = 0.05;
    const double odds = p / (1 - p);
    EXPECT_NEAR(individual_risk(1, 20), odds * std::log(1 / p), 1e-15);
    EXPECT_NEAR(individual_risk(2, 40), odds - odds * odds * std::log(1 / p), 1e-15);
}

TEST(IndividualRisk, IsThatOfTheSampleWhereThePopulationIsNoLarger) {
    EXPECT_DOUBLE_EQ(individual_risk(4, 4), 0.25);
    EXPECT_DOUBLE_EQ(individual_risk(4, 3), 0.25);
    EXPECT_DOUBLE_EQ(individual_risk(1, 1), 1);
}

TEST(IndividualRisk, StaysFiniteInLargeClassesAndSmallSamples) {
    EXPECT_NEAR(individual_risk(1'000'000, 1e9), 1e-9, 1e-14);
    EXPECT_NEAR(individual_risk(50, 5e9), 2.0e-10, 1e-11);
    EXPECT_GT(individual_risk(1, 1e12), 1e-12);
}

/// Weighted rows of sdcMicro's test of indivRisk(): its exact figures.
TEST(IndividualRisk, IsThatOfSdcMicrosExactMethod) {
    EXPECT_NEAR(individual_risk(3, 108), 0.01355297, 5e-9);
    EXPECT_NEAR(individual_risk(1, 45.5), 0.08579129, 5e-9);
    EXPECT_NEAR(individual_risk(1, 17), 0.17707583, 5e-9);
    EXPECT_NEAR(individual_risk(2, 100), 0.01877883, 5e-9);
    EXPECT_NEAR(individual_risk(1, 123.5), 0.03931625, 5e-9);
}

}  // namespace
}  // namespace kanon::risk

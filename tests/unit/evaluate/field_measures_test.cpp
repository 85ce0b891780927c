// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/field_measures.hpp"

#include "evaluate_cases.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace kanon {
namespace {

test::EvaluateCase half_starred() {
    return {"age zip",
            "30 a; 30 a; 30 b; 50 b",
            test::kPatients,
            {{"age", {"30", "30", "*", "*"}}, {"zip", {"a", "a", "b", "b"}}}};
}

FieldMeasures measures_of(const test::EvaluateCase& given, double gs_factor = 0.5) {
    return field_measures(given.table(), given.classes, gs_factor, 1);
}

TEST(FieldMeasures, OfATableByHand) {
    const FieldMeasures found = measures_of(half_starred());
    EXPECT_DOUBLE_EQ(*found.precision, 0.75);    // two of eight cells at the top
    EXPECT_DOUBLE_EQ(*found.granularity, 0.75);  // the same: a star of two values loses 1
    EXPECT_DOUBLE_EQ(*found.loss_arithmetic, 0.25);
    EXPECT_NEAR(*found.loss_geometric, std::sqrt(1.5) - 1, 1e-12);
    // Of the starred ages one of three in four rows, one of one in four.
    const double lost = std::log2(4.0 / 3) + std::log2(4.0);
    EXPECT_NEAR(*found.non_uniform_entropy, lost, 1e-12);
    EXPECT_NEAR(*found.non_uniform_entropy_share,
                lost / (3 * std::log2(4.0 / 3) + std::log2(4.0) + 4),
                1e-12);
    EXPECT_DOUBLE_EQ(*found.ambiguity, 1.5);
    EXPECT_NEAR(*found.kl_divergence, 0, 1e-12);  // the starred ages are spread as they were
    EXPECT_NEAR(*found.squared_error, 200.0 / 300, 1e-12);
}

TEST(FieldMeasures, TheFactorWeighsSuppressionAgainstGeneralization) {
    EXPECT_DOUBLE_EQ(*measures_of(half_starred(), 0.75).loss_arithmetic, 0.125);
    EXPECT_DOUBLE_EQ(*measures_of(half_starred(), 0).loss_arithmetic, 0.25);
    // Two rows are suppressed.
    const test::EvaluateCase suppressed(
        "age zip",
        "30 a; 30 a; 40 b; 50 b",
        test::kPatients,
        {{"age", {"30", "30", "*", "*"}}, {"zip", {"a", "a", "*", "*"}}});
    EXPECT_DOUBLE_EQ(*measures_of(suppressed, 0.5).loss_arithmetic, 0.5);
    EXPECT_DOUBLE_EQ(*measures_of(suppressed, 0.25).loss_arithmetic, 0.25);
    EXPECT_DOUBLE_EQ(*measures_of(suppressed, 1).loss_arithmetic, 0.5);
}

TEST(FieldMeasures, DivergenceOfASpreadByHand) {
    const test::EvaluateCase starred(
        "age zip",
        "30 b; 30 b; 30 b; 50 b",
        test::kPatients,
        {{"age", {"*", "*", "*", "*"}}, {"zip", {"b", "b", "b", "b"}}});
    EXPECT_NEAR(*measures_of(starred).kl_divergence,
                0.75 * std::log(0.75 / 0.5) + 0.25 * std::log(0.25 / 0.5),
                1e-12);
}

TEST(FieldMeasures, RangesHaveNoLevel) {
    const test::EvaluateCase ranges(
        "age zip",
        "30 a; 31 a; 40 b; 50 b",
        test::kPatients,
        {{"age", {"[30, 31]", "[30, 31]", "[40, 50]", "[40, 50]"}}, {"zip", {"a", "a", "b", "b"}}});
    const FieldMeasures found = measures_of(ranges);
    EXPECT_FALSE(found.precision);
    EXPECT_DOUBLE_EQ(*found.ambiguity, 2);
}

}  // namespace
}  // namespace kanon

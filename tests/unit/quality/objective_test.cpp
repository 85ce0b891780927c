// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/objective.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kanon {
namespace {

/// Ten rows: classes of 3 and 5 at levels 1 of 2 and 0 of 4, two rows suppressed.
LossFacts facts() {
    return {.rows = 10,
            .suppressed_rows = 2,
            .classes = 2,
            .squared_sizes = 34,
            .k = 3,
            .gcp = 0.4,
            .height = 1,
            .relative_height = 0.5,
            .attributes = 2,
            .lm = 0.3,
            .minority_rows = 1,
            .stars = 7};
}

TEST(Objective, HasTheValuesOfTheirDefinitions) {
    EXPECT_DOUBLE_EQ(objective_value(Objective::gcp, facts()), 0.4);
    EXPECT_DOUBLE_EQ(objective_value(Objective::dm, facts()), 34 + 10 * 2);
    EXPECT_DOUBLE_EQ(objective_value(Objective::c_avg, facts()), 10.0 / 2 / 3);
    EXPECT_DOUBLE_EQ(objective_value(Objective::prec, facts()), (8 * 0.25 + 2) / 10);
    EXPECT_DOUBLE_EQ(objective_value(Objective::height, facts()), 1);
    EXPECT_DOUBLE_EQ(objective_value(Objective::relative_height, facts()), 0.5);
    EXPECT_DOUBLE_EQ(objective_value(Objective::suppressed_rows, facts()), 2);
    EXPECT_DOUBLE_EQ(objective_value(Objective::distinct_rows, facts()), -2);
    EXPECT_DOUBLE_EQ(objective_value(Objective::lm, facts()), 0.3);
    EXPECT_DOUBLE_EQ(objective_value(Objective::cm, facts()), (1 + 2) / 10.0);
    EXPECT_DOUBLE_EQ(objective_value(Objective::stars, facts()), 7);
}

TEST(Objective, AverageClassIsInfiniteWithoutClasses) {
    EXPECT_TRUE(std::isinf(objective_value(Objective::c_avg, {.rows = 3, .suppressed_rows = 3})));
}

TEST(Objective, CatalogueIsInTheOrderOfTheEnumeration) {
    for (const ObjectiveInfo& row : objectives()) {
        EXPECT_EQ(info(row.objective).name, row.name);
        EXPECT_EQ(find_objective(row.name), row.objective);
    }
    EXPECT_EQ(objectives().size(), 17U);
}

TEST(Objective, UnknownNamesAreRefusedWithTheNearest) {
    try {
        static_cast<void>(find_objective("gpc"));
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("'gcp'"), std::string::npos);
    }
}

TEST(Objective, MeasuresOfOtherNamesSayWhatToTake) {
    const auto refusal = [](const char* name) -> std::string {
        try {
            static_cast<void>(find_objective(name));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal("granularity"), "'granularity' is no objective: it is 1 - lm; take lm");
    EXPECT_NE(refusal("squared-error").find("no search can bound it"), std::string::npos);
}

}  // namespace
}  // namespace kanon

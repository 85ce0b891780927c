// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

using test::dictionary_of;
using test::path_of;
using test::path_of_missing;
using test::refusal;
using ::testing::HasSubstr;

TEST(PartedMask, PartsOfPostcodesMeetHoweverLongTheyAre) {
    const Hierarchy hierarchy = mask_hierarchy(
        dictionary_of({"SW1A 1AA", "SW1A 2AA", "M1 1AE", "M1 1AF"}, true), {.by_parts = true});
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::mask);
    EXPECT_EQ(path_of(hierarchy, "SW1A 1AA"),
              "SW1A 1A* > SW1A 1** > SW1A *** > SW1* *** > SW** *** > S*** *** > *");
    EXPECT_EQ(path_of(hierarchy, "M1 1AE"),
              "M1 1A* > M1 1** > M1 *** > M1** *** > M1** *** > M*** *** > *");
    EXPECT_EQ(hierarchy.label_count(1), 4U);
    EXPECT_EQ(hierarchy.label_count(3), 3U);
    EXPECT_EQ(path_of_missing(hierarchy), " >  >  >  >  >  > *");
}

TEST(PartedMask, ACodeWithoutAPartIsOfItsChapter) {
    const Hierarchy hierarchy =
        mask_hierarchy(dictionary_of({"E11", "E11.9", "E11.65", "E12.9"}), {.by_parts = true});
    EXPECT_EQ(path_of(hierarchy, "E11.65"), "E11.6* > E11.** > E1*.** > E**.** > *");
    EXPECT_EQ(path_of(hierarchy, "E11.9"), "E11.9* > E11.** > E1*.** > E**.** > *");
    EXPECT_EQ(path_of(hierarchy, "E11"), "E11.** > E11.** > E1*.** > E**.** > *");
    EXPECT_EQ(path_of(hierarchy, "E12.9"), "E12.9* > E12.** > E1*.** > E**.** > *");
}

TEST(PartedMask, StepsAndLevelsAreThoseOfAMask) {
    const auto codes = dictionary_of({"A12-345", "A13-345", "B1-7"});
    EXPECT_EQ(path_of(mask_hierarchy(codes, {.step = 2, .by_parts = true}), "A12-345"),
              "A12-3** > A1*-*** > *");
    EXPECT_EQ(path_of(mask_hierarchy(codes, {.levels = 1, .by_parts = true}), "B1-7"),
              "B1-7** > *");
}

TEST(PartedMask, OtherSeparatorsOfAPartThatIsShownStay) {
    const Hierarchy hierarchy =
        mask_hierarchy(dictionary_of({"A1-22", "A1/22"}), {.step = 1, .by_parts = true});
    EXPECT_EQ(path_of(hierarchy, "A1-22"), "A1-2* > A1-** > A*-** > *");
    EXPECT_EQ(path_of(hierarchy, "A1/22"), "A1/2* > A1-** > A*-** > *");
}

TEST(PartedMask, GoesFromTheRightAlone) {
    EXPECT_THAT(refusal([] {
                    return mask_hierarchy(dictionary_of({"A1"}),
                                          {.from_right = false, .by_parts = true});
                }),
                HasSubstr("from the right"));
}

TEST(HasCodes, TakesShortCodesWithDigits) {
    const auto are_codes = [](const std::vector<std::string>& values) {
        return has_codes(*dictionary_of(values));
    };
    EXPECT_TRUE(are_codes({"SW1A 1AA", "M1 1AE"}));
    EXPECT_TRUE(are_codes({"A12-345", "B1-7"}));
    EXPECT_TRUE(are_codes({"E11", "E11.65"}));
    EXPECT_FALSE(are_codes({"Ward 1", "Ward 2"}));
    EXPECT_FALSE(are_codes({"flu", "cold"}));
    EXPECT_FALSE(are_codes({"01/02/1980", "03/04/1981"})) << "dates in doubt";
    EXPECT_FALSE(are_codes({"A1*", "A12"})) << "the mask could be mistaken";
    EXPECT_FALSE(are_codes({"A1234567890123", "B1"})) << "one in two is long";
    EXPECT_FALSE(are_codes({}));
}

}  // namespace
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kanon {
namespace {

using test::dictionary_of;
using test::path_of;
using test::path_of_missing;
using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(FlatHierarchy, IsStarOverEverything) {
    const Hierarchy hierarchy = flat_hierarchy(dictionary_of({"a", "b"}, true));
    EXPECT_EQ(hierarchy.height(), 1);
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::flat);
    EXPECT_EQ(path_of(hierarchy, "a"), "*");
    EXPECT_EQ(path_of_missing(hierarchy), "*");
}

Hierarchy intervals(const std::vector<std::string>& values,
                    const IntervalOptions& options,
                    bool with_missing = false) {
    return interval_hierarchy(dictionary_of(values, with_missing), options);
}

TEST(IntervalHierarchy, NestsIntegersAndSpellsThemClosed) {
    const Hierarchy hierarchy = intervals({"3", "7", "20", "29", "39"}, {.widths = {5, 10, 20}});
    EXPECT_EQ(hierarchy.height(), 4);
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::intervals);
    EXPECT_EQ(path_of(hierarchy, "3"), "[0, 4] > [0, 9] > [0, 19] > *");
    EXPECT_EQ(path_of(hierarchy, "7"), "[5, 9] > [0, 9] > [0, 19] > *");
    EXPECT_EQ(path_of(hierarchy, "20"), "[20, 24] > [20, 29] > [20, 39] > *");
    EXPECT_EQ(path_of(hierarchy, "29"), "[25, 29] > [20, 29] > [20, 39] > *");
    EXPECT_EQ(path_of(hierarchy, "39"), "[35, 39] > [30, 39] > [20, 39] > *");
    const NumericRange range = hierarchy.range(2, hierarchy.label_of(2, 3)).value();
    EXPECT_EQ(range.low, 20);
    EXPECT_EQ(range.high, 29);
    EXPECT_TRUE(range.high_included);
    EXPECT_TRUE(std::isinf(hierarchy.range(4, 0).value().high));
}

TEST(IntervalHierarchy, FloorsNegativeNumbers) {
    const Hierarchy hierarchy = intervals({"-11", "-10", "-1", "0", "9"}, {.widths = {10}});
    EXPECT_EQ(path_of(hierarchy, "-11"), "[-20, -11] > *");
    EXPECT_EQ(path_of(hierarchy, "-10"), "[-10, -1] > *");
    EXPECT_EQ(path_of(hierarchy, "-1"), "[-10, -1] > *");
    EXPECT_EQ(path_of(hierarchy, "0"), "[0, 9] > *");
}

TEST(IntervalHierarchy, DecimalBoundsAreExact) {
    // 0.3 / 0.1 and 3 * 0.1 both round the wrong way in binary.
    const Hierarchy hierarchy =
        intervals({"0.3", "0.7", "0.29999", "-0.05", "1.10", "1e-3"}, {.widths = {0.1, 0.5}});
    EXPECT_EQ(path_of(hierarchy, "0.3"), "[0.3, 0.4) > [0, 0.5) > *");
    EXPECT_EQ(path_of(hierarchy, "0.29999"), "[0.2, 0.3) > [0, 0.5) > *");
    EXPECT_EQ(path_of(hierarchy, "0.7"), "[0.7, 0.8) > [0.5, 1) > *");
    EXPECT_EQ(path_of(hierarchy, "-0.05"), "[-0.1, 0) > [-0.5, 0) > *");
    EXPECT_EQ(path_of(hierarchy, "1.10"), "[1.1, 1.2) > [1, 1.5) > *");
    EXPECT_FALSE(hierarchy.range(1, 0).value().high_included);
}

TEST(IntervalHierarchy, EveryDecimalLiesInItsInterval) {
    std::vector<std::string> values;
    for (int i = -400; i < 400; ++i) {
        values.push_back(std::to_string(i) + ".5");
        values.push_back("0." + std::to_string(1000 + i));
    }
    const Hierarchy hierarchy = intervals(values, {.widths = {0.001, 0.003, 0.3}});
    const Dictionary& dictionary = hierarchy.dictionary();
    for (Code code = 0; code < dictionary.size(); ++code) {
        for (Level level = 1; level <= 3; ++level) {
            const NumericRange range =
                hierarchy.range(level, hierarchy.label_of(level, code)).value();
            EXPECT_LE(range.low, dictionary.number(code));
            EXPECT_GT(range.high, dictionary.number(code));
        }
    }
}

TEST(IntervalHierarchy, OpenEndsGatherWhatLiesBeyond) {
    const Hierarchy hierarchy = intervals({"1", "18", "27", "64", "65", "99"},
                                          {.widths = {10, 20}, .open_below = 18, .open_above = 65},
                                          true);
    EXPECT_EQ(path_of(hierarchy, "1"), "(-inf, 18) > (-inf, 18) > *");
    EXPECT_EQ(path_of(hierarchy, "18"), "[18, 27] > [18, 37] > *");
    EXPECT_EQ(path_of(hierarchy, "27"), "[18, 27] > [18, 37] > *");
    EXPECT_EQ(path_of(hierarchy, "64"), "[58, 64] > [58, 64] > *");  // cut short at the open end
    EXPECT_EQ(path_of(hierarchy, "65"), "[65, inf) > [65, inf) > *");
    EXPECT_EQ(path_of(hierarchy, "99"), "[65, inf) > [65, inf) > *");
    EXPECT_EQ(path_of_missing(hierarchy), " >  > *");
    EXPECT_TRUE(std::isinf(hierarchy.range(1, 0).value().low));
    EXPECT_EQ(hierarchy.range(1, hierarchy.label_of(1, 6)), std::nullopt);
}

TEST(IntervalHierarchy, OnlyIntervalsWithValuesCost) {
    const Hierarchy hierarchy =
        intervals({"-9007199254740991", "0", "9007199254740991"}, {.widths = {100, 1e15}});
    EXPECT_EQ(hierarchy.label_count(1), 3U);
    EXPECT_EQ(path_of(hierarchy, "9007199254740991"),
              "[9007199254740900, 9007199254740999] > [9000000000000000, 9999999999999999] > *");
}

TEST(IntervalHierarchy, RefusesWhatDoesNotFit) {
    const auto why = [](const std::vector<std::string>& values, const IntervalOptions& options) {
        return refusal([&] {
            return interval_hierarchy(dictionary_of(values), options, {.attribute = "age"});
        });
    };
    EXPECT_THAT(why({"a", "b"}, {.widths = {5}}), AllOf(HasSubstr("'age'"), HasSubstr("text")));
    EXPECT_THAT(why({"2020-01-02"}, {.widths = {5}}), HasSubstr("date"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {}}), HasSubstr("1 to 63 widths"));
    EXPECT_THAT(why({"1", "2"}, {.widths = std::vector<double>(64, 1)}), HasSubstr("1 to 63"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {5, 12}}), HasSubstr("width 12 is not a multiple of"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {10, 5}}), HasSubstr("not a multiple"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {5, 5}}), HasSubstr("not a multiple"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {0}}), HasSubstr("positive"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {-5}}), HasSubstr("positive"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {std::nan("")}}), HasSubstr("positive"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {0.5}}), HasSubstr("integer column are integers"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {5}, .open_below = 9, .open_above = 9}),
                HasSubstr("below less than above"));
    EXPECT_THAT(why({"1", "2"}, {.widths = {5}, .open_below = -INFINITY}), HasSubstr("finite"));
}

TEST(IntervalHierarchy, RefusesWidthsTooFineForTheValues) {
    const auto why = [](const std::vector<std::string>& values, const IntervalOptions& options) {
        return refusal([&] { intervals(values, options); });
    };
    EXPECT_THAT(why({"1.5", "1e300"}, {.widths = {0.1}}), HasSubstr("too fine"));
    EXPECT_THAT(why({"1.5"}, {.widths = {1e-300}}), HasSubstr("too fine"));
    EXPECT_THAT(why({"1.5"}, {.widths = {1e300}}), HasSubstr("too fine"));
    EXPECT_THAT(why({"1e17", "1.5"}, {.widths = {1}, .open_below = 1e17 - 64}),
                HasSubstr("too fine"));
}

TEST(MaskHierarchy, MasksFromTheRightAsTheSurveyDoes) {
    const auto zips = dictionary_of({"94138", "94139", "94141", "94142"});
    const Hierarchy survey = mask_hierarchy(zips, {.levels = 2});
    EXPECT_EQ(survey.height(), 2);
    EXPECT_EQ(survey.kind(), HierarchyKind::mask);
    EXPECT_EQ(path_of(survey, "94142"), "9414* > 941**");
    EXPECT_EQ(path_of(survey, "94138"), "9413* > 941**");
    EXPECT_EQ(survey.label_count(1), 2U);
    const Hierarchy full = mask_hierarchy(zips, {});
    EXPECT_EQ(path_of(full, "94142"), "9414* > 941** > 94*** > 9**** > *");
    const Hierarchy by_two = mask_hierarchy(zips, {.step = 2});
    EXPECT_EQ(path_of(by_two, "94142"), "941** > 9**** > *");
}

TEST(MaskHierarchy, StopsBelowAStarWhereLabelsAreLeft) {
    const auto zips = dictionary_of({"94138", "95139"}, true);
    const Hierarchy hierarchy = mask_hierarchy(zips, {.levels = 2});
    EXPECT_EQ(path_of(hierarchy, "94138"), "9413* > 941** > *");
    EXPECT_EQ(path_of_missing(hierarchy), " >  > *");
}

TEST(MaskHierarchy, MasksFromTheLeftByCodePoints) {
    const Hierarchy hierarchy = mask_hierarchy(dictionary_of({"\xC3\xA9"
                                                              "ab",
                                                              "xab"}),
                                               {.from_right = false, .character = '#'});
    EXPECT_EQ(path_of(hierarchy, "xab"), "#ab > ##b > *");
    EXPECT_EQ(hierarchy.label_count(1), 1U);
    const Hierarchy right = mask_hierarchy(dictionary_of({"x\xE2\x82\xAC\xC3\xA9"}), {});
    EXPECT_EQ(path_of(right, Code{0}), "x\xE2\x82\xAC* > x** > *");
}

TEST(MaskHierarchy, ShorterValuesAreAsIfPadded) {
    const Hierarchy hierarchy = mask_hierarchy(dictionary_of({"a", "ab", "abc"}), {});
    EXPECT_EQ(path_of(hierarchy, "a"), "a** > a** > *");
    EXPECT_EQ(path_of(hierarchy, "ab"), "ab* > a** > *");
    EXPECT_EQ(path_of(hierarchy, "abc"), "ab* > a** > *");
    const Hierarchy left = mask_hierarchy(dictionary_of({"c", "bc", "abc"}), {.from_right = false});
    EXPECT_EQ(path_of(left, "c"), "**c > **c > *");
    EXPECT_EQ(path_of(left, "abc"), "*bc > **c > *");
}

TEST(MaskHierarchy, OneCharacterIsStarOnly) {
    EXPECT_EQ(mask_hierarchy(dictionary_of({"a", "b"}), {.levels = 3}).height(), 1);
}

TEST(MaskHierarchy, RefusesMasksThatCouldBeMistaken) {
    const auto why = [](const std::vector<std::string>& values, const MaskOptions& options) {
        return refusal(
            [&] { return mask_hierarchy(dictionary_of(values), options, {.attribute = "zip"}); });
    };
    EXPECT_THAT(why({"94142", "9414*"}, {}),
                AllOf(HasSubstr("'zip'"),
                      HasSubstr("1 value holds the mask character *"),
                      Not(HasSubstr("9414"))));
    EXPECT_EQ(why({"94142", "9414*"}, {.character = '#'}), "nothing was thrown");
    EXPECT_THAT(why({"12"}, {.character = '0'}), HasSubstr("mask character"));
    EXPECT_THAT(why({"12"}, {.character = '{'}), HasSubstr("mask character"));
    EXPECT_THAT(why({"12"}, {.character = '\xC3'}), HasSubstr("mask character"));
    EXPECT_THAT(why({"12"}, {.step = 0}), HasSubstr("at least 1"));
    EXPECT_THAT(why({"12"}, {.levels = 0}), HasSubstr("at least 1"));
    EXPECT_THAT(why({"\\12"}, {}), HasSubstr("backslash"));
    EXPECT_THAT(why({std::string(200, 'a')}, {}), HasSubstr("a step of at least 4"));
    EXPECT_EQ(why({std::string(200, 'a')}, {.step = 4}), "nothing was thrown");
}

std::string made_up(const std::vector<std::string>& values) {
    return default_hierarchy(dictionary_of(values, true)).description;
}

/// Thirteen texts with a digit between two parts, then with more of them.
std::vector<std::string> codes(const std::string& before, const std::string& behind) {
    std::vector<std::string> out;
    for (int number = 1; number <= 13; ++number) {
        out.push_back(before + std::to_string(number) + behind);
    }
    return out;
}

TEST(DefaultHierarchy, GoesByTheTypeOfTheColumn) {
    EXPECT_EQ(made_up({"17", "20", "31", "60", "90"}), "intervals of 5, 10, 20, 40");
    EXPECT_EQ(made_up({"0", "1", "2", "3", "4", "5", "6", "7", "8"}), "intervals of 2, 4, 8");
    EXPECT_EQ(made_up({"0", "2174", "5013", "14084", "99999"}),
              "intervals of 5000, 10000, 20000, 40000, 80000");
    EXPECT_EQ(made_up({"0.1", "0.2", "0.35", "0.5", "0.9"}), "intervals of 0.05, 0.1, 0.2, 0.4");
    EXPECT_EQ(made_up({"1", "2", "3", "4"}), "star only");
    EXPECT_EQ(made_up({"2020-02-17", "2021-02-17"}), "dates by month, quarter and year");
    EXPECT_EQ(made_up({"2020-02-17 10:05", "2021-02-17 11:00"}),
              "dates by hour, day, month, quarter and year");
    EXPECT_EQ(made_up({"SW1A 1AA", "M1 1AE"}), "star only") << "few are sets";
    EXPECT_EQ(made_up(codes("SW1A ", "AA")), "codes masked by parts from the right, 2 at a time");
    EXPECT_EQ(made_up(codes("E", ".9")), "codes masked by parts from the right, 1 at a time");
    EXPECT_EQ(made_up(codes("Ward ", "")), "star only") << "words with numbers are no codes";
    EXPECT_EQ(made_up(codes("0", "/01/1980")), "star only") << "dates in doubt are no codes";
    EXPECT_EQ(made_up({"02139", "10001"}), "digits masked from the right, 1 at a time");
    EXPECT_EQ(made_up({"00000000000001", "00000000000002"}),
              "digits masked from the right, 3 at a time");
    EXPECT_EQ(made_up({"male", "female"}), "star only");
    EXPECT_EQ(made_up({}), "star only");
}

TEST(DefaultHierarchy, StaysLowAndSurvivesExtremes) {
    for (const std::vector<std::string>& values : std::vector<std::vector<std::string>>{
             {"-1e308", "1e308", "0", "1", "2"},
             {"1e-300", "2e-300", "3e-300", "4e-300", "5e-300"},
             {"0.1", "0.10", "0.100", "1e-1", "1.0e-1"},
             {"9007199254740987",
              "9007199254740988",
              "9007199254740989",
              "9007199254740990",
              "9007199254740991"},
             {"-9007199254740991", "-1", "0", "1", "9007199254740991"},
             {"123456789.25", "123456789.5", "123456789.75", "123456789.875", "123456790.0"}}) {
        const Hierarchy hierarchy = default_hierarchy(dictionary_of(values)).hierarchy;
        EXPECT_GE(hierarchy.height(), 1);
        EXPECT_LE(hierarchy.height(), 6);
    }
}

}  // namespace
}  // namespace kanon

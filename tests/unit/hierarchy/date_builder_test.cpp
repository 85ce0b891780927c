// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace kanon {
namespace {

using test::dictionary_of;
using test::path_of;
using test::path_of_missing;
using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(DateHierarchy, GoesFromDayToMonthQuarterAndYear) {
    const Hierarchy hierarchy = date_hierarchy(dictionary_of(
        {"2020-02-17", "2020-02-28", "2020-03-01", "2020-04-01", "1969-12-31"}, true));
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::date);
    EXPECT_EQ(path_of(hierarchy, "2020-02-17"), "2020-02 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(path_of(hierarchy, "2020-03-01"), "2020-03 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(path_of(hierarchy, "2020-04-01"), "2020-04 > 2020-Q2 > 2020 > *");
    EXPECT_EQ(path_of(hierarchy, "1969-12-31"), "1969-12 > 1969-Q4 > 1969 > *");
    EXPECT_EQ(path_of_missing(hierarchy), " >  >  > *");
    EXPECT_EQ(hierarchy.label_count(1), 5U);
    EXPECT_EQ(hierarchy.label_count(2), 4U);
    EXPECT_EQ(hierarchy.label_count(3), 3U);
}

TEST(DateHierarchy, GoesByBandsOfYearsAsFarAsTheyJoinSomeButNotAll) {
    const auto births = dictionary_of({"1961-05-01",
                                       "1963-01-31",
                                       "1968-01-01",
                                       "1972-02-28",
                                       "1981-12-31",
                                       "1999-06-15",
                                       "2003-07-04"},
                                      true);
    EXPECT_EQ(path_of(date_hierarchy(births), "1963-01-31"),
              "1963-01 > 1963-Q1 > 1963 > 1960-1964 > 1960-1969 > 1960-1979 > 1900-1999 > *");
    EXPECT_EQ(path_of(date_hierarchy(births), "2003-07-04"),
              "2003-07 > 2003-Q3 > 2003 > 2000-2004 > 2000-2009 > 2000-2019 > 2000-2099 > *");
    EXPECT_EQ(path_of(date_hierarchy(births, {Period::year, Period::ten_years}), "1999-06-15"),
              "1999 > 1990-1999 > *");
    const auto stays = dictionary_of({"2020-02-17", "2021-02-17", "2023-02-17"}, true);
    EXPECT_EQ(path_of(date_hierarchy(stays), "2020-02-17"), "2020-02 > 2020-Q1 > 2020 > *");
}

TEST(DateHierarchy, KeepsTheSpellingOfShortYears) {
    const Hierarchy hierarchy = date_hierarchy(dictionary_of({"64/04/12", "64/09/13", "65/01/01"}));
    EXPECT_EQ(path_of(hierarchy, "64/04/12"), "64/04 > 64/Q2 > 64 > *");
    EXPECT_EQ(hierarchy.label_count(3), 2U);
}

TEST(DateHierarchy, OneMonthIsOneLabelHoweverSpelled) {
    const Hierarchy hierarchy = date_hierarchy(dictionary_of({"2020-02-17", "2020/02/18"}));
    EXPECT_EQ(path_of(hierarchy, "2020/02/18"), "2020-02 > 2020-Q1 > 2020 > *");
}

TEST(DateHierarchy, DatesBefore1900HaveTheirYear) {
    const Hierarchy hierarchy = date_hierarchy(dictionary_of({"1850-07-04", "0999-01-01"}));
    EXPECT_EQ(path_of(hierarchy, "1850-07-04"), "1850-07 > 1850-Q3 > 1850 > *");
    EXPECT_EQ(path_of(hierarchy, "0999-01-01"), "0999-01 > 0999-Q1 > 0999 > *");
}

TEST(DateHierarchy, HasThePeriodsThatAreAskedFor) {
    const auto dates = dictionary_of({"2020-02-17", "2020-05-01"});
    EXPECT_EQ(path_of(date_hierarchy(dates, {Period::month, Period::year}), "2020-02-17"),
              "2020-02 > 2020 > *");
    EXPECT_EQ(path_of(date_hierarchy(dates, {Period::quarter}), "2020-05-01"), "2020-Q2 > *");
}

TEST(DateHierarchy, TimesGoByHourAndDayFirst) {
    const Hierarchy hierarchy = date_hierarchy(
        dictionary_of({"2020-02-17 13:05:09", "2020-02-17T13:50", "2020-02-17 14:00"}, true));
    EXPECT_EQ(path_of(hierarchy, "2020-02-17T13:50"),
              "2020-02-17 13h > 2020-02-17 > 2020-02 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(hierarchy.label_count(1), 3U) << "the missing value has a label of its own";
    EXPECT_EQ(path_of_missing(hierarchy), " >  >  >  >  > *");
}

TEST(DateHierarchy, LevelsThatTimesAreNoFinerThanAreLeftOut) {
    const auto hours = dictionary_of({"2020-02-17 13:00:00", "2020-02-18 09:00:00"});
    EXPECT_EQ(path_of(date_hierarchy(hours), Code{0}), "2020-02-17 > 2020-02 > 2020-Q1 > 2020 > *");
    const auto midnights = dictionary_of({"2020-02-17 00:00:00", "2020-02-18 00:00:00.000"});
    EXPECT_EQ(midnights->type(), ValueType::datetime);
    EXPECT_EQ(path_of(date_hierarchy(midnights), Code{0}), "2020-02 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(path_of(date_hierarchy(midnights, {Period::day, Period::year}), Code{0}),
              "2020-02-17 > 2020 > *");
}

TEST(DateHierarchy, TimesAreOfThePeriodThatTheirOwnClockShows) {
    const Hierarchy hierarchy = date_hierarchy(dictionary_of(
        {"2020-03-29T00:30:00+01:00", "2020-03-28T23:10:00Z", "2020-10-01T00:10:00+02:00"}));
    EXPECT_EQ(path_of(hierarchy, "2020-03-29T00:30:00+01:00"),
              "2020-03-29 00h > 2020-03-29 > 2020-03 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(path_of(hierarchy, "2020-03-28T23:10:00Z"),
              "2020-03-28 23h > 2020-03-28 > 2020-03 > 2020-Q1 > 2020 > *");
    EXPECT_EQ(path_of(hierarchy, "2020-10-01T00:10:00+02:00"),
              "2020-10-01 00h > 2020-10-01 > 2020-10 > 2020-Q4 > 2020 > *");
}

TEST(DateHierarchy, RefusesWhatHasNoSuchPeriods) {
    const auto why = [](const std::vector<std::string>& values,
                        const std::vector<Period>& periods) {
        return refusal(
            [&] { return date_hierarchy(dictionary_of(values), periods, {.attribute = "born"}); });
    };
    EXPECT_THAT(why({"1", "2"}, {}), AllOf(HasSubstr("'born'"), HasSubstr("integer")));
    EXPECT_THAT(why({"2020-02-17"}, {Period::day}), HasSubstr("begin with month"));
    EXPECT_THAT(why({"2020-02-17"}, {Period::year, Period::month}), HasSubstr("ascend"));
    EXPECT_THAT(why({"2020-02-17"}, {Period::year, Period::year}), HasSubstr("ascend"));
}

}  // namespace
}  // namespace kanon

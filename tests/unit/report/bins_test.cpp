// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/bins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Labels = std::vector<std::string>;

constexpr double kHuge = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

double day(const char* text) {
    return parse_number(text, ValueType::date).value();
}

TEST(Bins, HaveRoundEdgesAndNameIntegersByTheirFirstAndLast) {
    const Bins bins = round_bins(3, 87, ValueType::integer, 10);
    EXPECT_EQ(bins.labels.front(), "below 0");
    EXPECT_EQ(bins.labels[1], "0 to 9");
    EXPECT_EQ(bins.labels[9], "80 to 89");
    EXPECT_EQ(bins.labels.back(), "90 and above");
    EXPECT_EQ(bins.labels.size(), bins.edges.size() + 1);
    EXPECT_EQ(bins.bin_of(-1), 0U);
    EXPECT_EQ(bins.bin_of(9), 1U);
    EXPECT_EQ(bins.bin_of(10), 2U);
    EXPECT_EQ(bins.bin_of(90), 10U);
}

TEST(Bins, OfIntegersAreAtLeastOneWide) {
    EXPECT_EQ(round_bins(1, 4, ValueType::integer, 10).labels,
              (Labels{"below 1", "1", "2", "3", "4", "5 and above"}));
}

TEST(Bins, OfDecimalsShowNoRoundingLeftovers) {
    const Bins bins = round_bins(-0.25, 0.5, ValueType::decimal, 10);
    EXPECT_EQ(bins.labels[1], "-0.3 to -0.2");
    EXPECT_EQ(bins.labels[3], "-0.1 to 0");
    EXPECT_EQ(bins.labels[6], "0.2 to 0.3");
}

TEST(Bins, StandForAnySpanOrAreNone) {
    EXPECT_TRUE(round_bins(5, 5, ValueType::integer, 10).empty());
    EXPECT_TRUE(round_bins(-kHuge, kHuge, ValueType::decimal, 10).empty());
    EXPECT_TRUE(round_bins(0, kTiny, ValueType::decimal, 10).empty());
    EXPECT_TRUE(round_bins(1e15, 1e15 + 1, ValueType::decimal, 10).empty());
    EXPECT_TRUE(round_bins(7, 7, ValueType::date, 10).empty());
    for (const double span : {1e-280, 1e-9, 0.7, 1.0, 99.0, 1e6 + 1, 1e16, 1e290}) {
        for (const double low : {0.0, -span / 3, span / 7}) {
            const Bins bins = round_bins(low, low + span, ValueType::decimal, 12);
            ASSERT_FALSE(bins.empty()) << span;
            EXPECT_LE(bins.edges.size(), 13U);
            EXPECT_GE(bins.edges.size(), 4U);
            EXPECT_TRUE(std::is_sorted(bins.edges.begin(), bins.edges.end()));
            EXPECT_NE(bins.bin_of(low), 0U) << span;
            EXPECT_LT(bins.bin_of(low + span), bins.edges.size()) << span;
        }
    }
}

TEST(Bins, OfDatesAreWeeksMonthsOrYears) {
    const Bins weeks = round_bins(day("2024-02-26"), day("2024-03-20"), ValueType::date, 12);
    EXPECT_EQ(weeks.labels[1], "2024-02-22 to 2024-02-28");
    const Bins months = round_bins(day("2023-11-30"), day("2024-03-01"), ValueType::date, 12);
    EXPECT_EQ(months.labels,
              (Labels{"before 2023-11-01",
                      "2023-11",
                      "2023-12",
                      "2024-01",
                      "2024-02",
                      "2024-03",
                      "from 2024-04-01"}));
    const Bins quarters = round_bins(day("2022-01-30"), day("2024-03-01"), ValueType::date, 12);
    EXPECT_EQ(quarters.labels[1], "2022-01 to 2022-03");
    const Bins years = round_bins(day("2015-05-05"), day("2024-03-01"), ValueType::date, 12);
    EXPECT_EQ(years.labels[1], "2015");
    const Bins decades = round_bins(day("1911-05-05"), day("2024-03-01"), ValueType::date, 12);
    EXPECT_EQ(decades.labels[1], "1910 to 1919");
    EXPECT_EQ(decades.labels.back(), "from 2030-01-01");
    const Bins ages = round_bins(day("0001-01-01"), day("9999-12-31"), ValueType::date, 12);
    EXPECT_FALSE(ages.empty());
}

}  // namespace
}  // namespace kanon

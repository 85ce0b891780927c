// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/written_time.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

std::string standard(std::string_view text, Notation notation = Notation::standard) {
    const auto moment = written_moment(text, notation);
    return moment ? moment->standard_text() : "none";
}

std::string key(std::string_view text) {
    return written_moment(text, Notation::standard).value().key();
}

TEST(WrittenTime, IsReadAsDatabasesStatisticsAndPeopleWriteIt) {
    EXPECT_EQ(standard("2020-01-01 00:00:00"), "2020-01-01 00:00:00");
    EXPECT_EQ(standard("2020-01-01T13:05"), "2020-01-01 13:05:00");
    EXPECT_EQ(standard("2020/01/01 9:05:07.2500"), "2020-01-01 09:05:07.25");
    EXPECT_EQ(standard("2020-01-01T13:05:09Z"), "2020-01-01 13:05:09+00:00");
    EXPECT_EQ(standard("2020-01-01 13:05:09+02"), "2020-01-01 13:05:09+02:00");
    EXPECT_EQ(standard("2020-01-01 13:05:09.123456789 -0330"),
              "2020-01-01 13:05:09.123456789-03:30");
    EXPECT_EQ(standard("2020-01-01 13:05 UTC"), "2020-01-01 13:05:00+00:00");
    EXPECT_EQ(standard("28.02.1980 9:05", Notation::day_first), "1980-02-28 09:05:00");
    EXPECT_EQ(standard("2/28/80 12:05 AM", Notation::month_first), "1980-02-28 00:05:00");
    EXPECT_EQ(standard("2/28/1980 12:05:01 PM", Notation::month_first), "1980-02-28 12:05:01");
    EXPECT_EQ(standard("1850-03-01 23:59:59"), "1850-03-01 23:59:59");
    EXPECT_EQ(standard("2020-01-01"), "2020-01-01") << "a date alone is its midnight";
}

TEST(WrittenTime, WhatIsNoMomentIsNone) {
    for (const char* text : {"2020-01-01 ",
                             "2020-01-01T",
                             "2020-01-01 13",
                             "2020-01-01 24:00",
                             "2020-01-01 13:60",
                             "2020-01-01 13:5",
                             "2020-01-01 13:05:60",
                             "2020-01-01 13:05:",
                             "2020-01-01 13:05:09.",
                             "2020-01-01 13:05 PM",
                             "2020-01-01 0:05 AM",
                             "2020-01-01 13:05 CET",
                             "2020-01-01 13:05+16",
                             "2020-01-01 13:05+02:",
                             "2020-01-01 13:05+02:60",
                             "2020-01-01  13:05",
                             "2020-02-30 13:05",
                             "T13:05",
                             "13:05",
                             ""}) {
        EXPECT_EQ(standard(text), "none") << text;
    }
    EXPECT_EQ(standard("28.02.1980 9:05"), "none") << "not in this notation";
}

TEST(WrittenTime, CountsDaysFrom1970InUtc) {
    const auto days = [](std::string_view text) {
        return written_moment(text, Notation::standard).value().days();
    };
    EXPECT_EQ(days("1970-01-01 00:00"), 0);
    EXPECT_EQ(days("1970-01-02 12:00"), 1.5);
    EXPECT_EQ(days("1969-12-31 18:00"), -0.25);
    EXPECT_EQ(days("1970-01-01 02:00+02:00"), 0);
    EXPECT_LT(days("2020-01-01 10:00:00.000001"), days("2020-01-01 10:00:00.000002"));
}

TEST(WrittenTime, OneMomentHasOneKeyHoweverItIsSpelled) {
    EXPECT_EQ(key("2020-01-01 10:00"), key("2020/01/01T10:00:00.000"));
    EXPECT_EQ(key("2020-01-01"), key("2020-01-01 00:00:00"));
    EXPECT_EQ(key("2020-01-01 10:00Z"), key("2020-01-01 12:00+02:00"));
    EXPECT_NE(key("2020-01-01 10:00Z"), key("2020-01-01 10:00")) << "of no stated zone";
    EXPECT_NE(key("2020-01-01 10:00:00.0000000001"), key("2020-01-01 10:00:00.0000000002"))
        << "although they are one as doubles";
    EXPECT_EQ(key("1969-12-31 23:00-01:00"), key("1970-01-01T00:00Z"));
}

TEST(WrittenTime, IsComparedByAllDigits) {
    const auto compare = [](std::string_view a, std::string_view b) {
        return written_moment(a, Notation::standard)
            ->compare(*written_moment(b, Notation::standard));
    };
    EXPECT_LT(compare("2020-01-01 10:00:00.1", "2020-01-01 10:00:00.11"), 0);
    EXPECT_GT(compare("2020-01-01 10:00:00.2", "2020-01-01 10:00:00.11"), 0);
    EXPECT_EQ(compare("2020-01-01 10:00:00.10", "2020-01-01 10:00:00.1"), 0);
    EXPECT_LT(compare("1969-12-31", "1970-01-01"), 0);
}

TEST(WrittenTime, AMomentIsSpelledToTheMillisecond) {
    for (const char* text : {"2020-02-17 13:05:09",
                             "2020-02-17 13:05:09.25",
                             "9999-12-31 23:59:59",
                             "0001-01-01 00:00:01",
                             "1969-12-31 23:59:59.999"}) {
        EXPECT_EQ(moment_text(parse_number(text, ValueType::datetime).value()), text);
    }
}

}  // namespace
}  // namespace kanon

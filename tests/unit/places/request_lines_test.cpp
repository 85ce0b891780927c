// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/request_lines.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

namespace kanon::places {
namespace {

TEST(RequestLines, TakeCsvWithQuotes) {
    RequestLines lines("request,person,time,x,y,note,k", "in");
    EXPECT_FALSE(lines.first_is_request());
    const auto cells = lines.cells(R"(a,"Smith, ""Bo""",1,2,-3.5,,4)");
    ASSERT_TRUE(cells);
    EXPECT_EQ(cell(*cells, Field::person), "Smith, \"Bo\"");
    EXPECT_EQ(cell(*cells, Field::y), "-3.5");
    EXPECT_EQ(cell(*cells, Field::k), "4");
    EXPECT_EQ(cell(*cells, Field::within), "");
    for (const char* line :
         {"a,b,1,2,3,4", "a,b,1,2,3,,4,5", "a,\"b,1,2,3,,4", "a,\"b\"c,1,2,3,,4"}) {
        EXPECT_FALSE(lines.cells(line)) << line;
    }
}

TEST(RequestLines, TakeObjectsWhoseKeysMayFollowLater) {
    const std::string first = R"({"request":"a","person":7,"time":1.5,"lon":13.4,"lat":52})";
    RequestLines lines(first, "in");
    EXPECT_TRUE(lines.is_json());
    EXPECT_TRUE(lines.degrees());
    EXPECT_EQ(cell(*lines.cells(first), Field::x), "13.4");
    const auto later =
        lines.cells(R"({"request":"b","k":3,"lat":null,"lon":1,"person":"p","time":2})");
    ASSERT_TRUE(later);
    EXPECT_EQ(cell(*later, Field::k), "3");
    EXPECT_EQ(cell(*later, Field::y), "");
    EXPECT_FALSE(lines.cells("{"));
    EXPECT_FALSE(lines.cells("[1]"));
    EXPECT_FALSE(lines.cells(R"({"person": ["p"]})"));
}

TEST(RequestLines, NeedIds) {
    EXPECT_THROW(RequestLines("person,time,x,y", "in"), Error);
    EXPECT_THROW(RequestLines("{", "in"), Error);
}

TEST(RequestLines, AnswersAreWrittenInTheirForm) {
    EXPECT_EQ(csv_line({"a,b", "c\"d", "1"}), "\"a,b\",\"c\"\"d\",1\n");
    EXPECT_EQ(json_object_line({"id", "x"}, {"a\"", "1.5"}, 1), "{\"id\":\"a\\\"\",\"x\":1.5}\n");
}

}  // namespace
}  // namespace kanon::places

// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/charts.hpp"

#include "kanon/report/html_text.hpp"
#include "kanon/report/wording.hpp"

#include "support.hpp"
#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(HtmlText, EscapesWhatCouldBeMarkup) {
    EXPECT_EQ(html_escape("<script>\"a\" & 'b'</script>"),
              "&lt;script&gt;&quot;a&quot; &amp; 'b'&lt;/script&gt;");
}

TEST(HtmlText, LeavesNoControlCharacterButLineFeeds) {
    EXPECT_EQ(html_escape("a\nb\r\tc\x01\x7F"), "a\nb  c  ");
    EXPECT_EQ(html_escape("\xC2\x9B[31m é €"), " [31m é €");
    EXPECT_EQ(html_escape("\n"), "\n");
    EXPECT_EQ(html_escape(""), "");
}

TEST(HtmlText, ReplacesBytesThatAreNoText) {
    EXPECT_EQ(html_escape("a\xFF\xC3"), "a??");
    EXPECT_EQ(one_line("\x1B[2J\nx"), " [2J x");
}

TEST(Wording, KeepsSmallSharesAboveZero) {
    EXPECT_EQ(percent_text(0), "0.0 %");
    EXPECT_EQ(percent_text(0.0004), "< 0.1 %");
    EXPECT_EQ(percent_text(0.0525), "5.2 %");
    EXPECT_EQ(percent_text(1), "100.0 %");
}

TEST(BarChart, DrawsBarsToTheScaleGiven) {
    const std::string half = bar_chart({{"a", 50, "50"}}, "t", 100);
    const std::string full = bar_chart({{"a", 100, "100"}}, "t", 100);
    EXPECT_NE(half.find("width=\"90.0\""), std::string::npos) << half;
    EXPECT_NE(full.find("width=\"180.0\""), std::string::npos) << full;
    const std::string over = bar_chart({{"a", 300, "300"}}, "t", 100);
    EXPECT_NE(over.find("width=\"180.0\""), std::string::npos) << "a bar never leaves the chart";
}

TEST(BarChart, DrawsNothingForNothing) {
    const std::string none = bar_chart({}, "t", 0);
    EXPECT_EQ(test::nesting_fault(none), "");
    EXPECT_EQ(none.find("<rect"), std::string::npos);
    EXPECT_NE(bar_chart({{"a", 0, "0"}}, "t", 0).find("width=\"0.0\""), std::string::npos);
    EXPECT_NE(bar_chart({{"a", 1e-9, "1"}}, "t", 1).find("width=\"1.0\""), std::string::npos);
}

TEST(BarChart, CutsLongLabelsAndTamesHostileOnes) {
    const std::string label = "</svg><script>" + std::string(10000, 'x');
    const std::string chart = bar_chart({{label, 1, "<1>"}}, "\"><b>", 1);
    EXPECT_EQ(test::nesting_fault(chart), "");
    EXPECT_EQ(chart.find("<script"), std::string::npos);
    EXPECT_LT(chart.size(), 1500U);
}

TEST(BarChart, HasWellFormedMarkupForManyBars) {
    const std::vector<Bar> bars(200, Bar{"a & b", 0, "0"});
    const std::string chart = bar_chart(bars, "many", 0);
    EXPECT_EQ(test::nesting_fault(chart), "");
    EXPECT_EQ(test::occurrences(chart, "<rect"), 200U);
}

TEST(NestingFault, FindsWhatIsWrong) {
    EXPECT_EQ(test::nesting_fault("<a><b x=\"1\">&lt;</b></a>"), "");
    EXPECT_NE(test::nesting_fault("<a><b></a></b>"), "");
    EXPECT_NE(test::nesting_fault("<a>"), "");
    EXPECT_NE(test::nesting_fault("a & b"), "");
    EXPECT_NE(test::nesting_fault("<a b=\"<\">"), "");
}

}  // namespace
}  // namespace kanon

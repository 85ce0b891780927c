// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/pictures/charts.hpp"

#include "kanon/privacy/model.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/terms.hpp"
#include "kanon/report/wording.hpp"

#include "support.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
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

TEST(HtmlText, LeavesNothingThatTurnsTheTextAroundIt) {
    const std::string override_mark{'\xE2', '\x80', '\xAE'};
    const std::string isolate_mark{'\xE2', '\x81', '\xA7'};
    const std::string end_mark{'\xE2', '\x81', '\xA9'};
    EXPECT_EQ(html_escape("a" + override_mark + "b" + isolate_mark + "c" + end_mark), "a b c ");
    EXPECT_EQ(html_escape("שלום \u200F العربية…"), "שלום \u200F العربية…")
        << "letters and marks stay";
    EXPECT_EQ(one_line("\u2029\u202F"), "\u2029\u202F");
}

TEST(HtmlText, KeepsFiguresTogetherAndMarksCode) {
    EXPECT_EQ(html_figure("10.0 % (1 in 10)"), "10.0\u00A0% (1\u00A0in\u00A010)");
    EXPECT_EQ(html_figure("<1"), "&lt;1");
    EXPECT_EQ(html_line("a (`kanon risk <t>`) or --drop"),
              "a (<code>kanon risk &lt;t&gt;</code>) or <code class=\"flag\">--drop</code>");
    EXPECT_EQ(html_line("one ` stays"), "one ` stays");
}

TEST(HtmlName, BreaksBehindSignsAndLongPiecesAlone) {
    EXPECT_EQ(html_name("age"), "<bdi>age</bdi>");
    EXPECT_EQ(html_name("a_b.c"), "<bdi>a_<wbr>b.<wbr>c</bdi>");
    EXPECT_EQ(html_name("a_"), "<bdi>a_</bdi>");
    EXPECT_EQ(html_name("distinct 3-diversity of diagnosis"),
              "<bdi>distinct 3-diversity of diagnosis</bdi>");
    EXPECT_EQ(html_name("{a, b,c}"), "<bdi>{a, b,<wbr>c}</bdi>");
    EXPECT_EQ(html_name("distinct 3-diversity of diagnosis"),
              "<bdi>distinct 3-diversity of diagnosis</bdi>");
    EXPECT_EQ(html_name(""), "<bdi></bdi>");
    EXPECT_EQ(html_name("<&>_"), "<bdi>&lt;&amp;&gt;_</bdi>");
    const std::string piece(16, 'x');
    EXPECT_EQ(html_name(piece + piece + "xx"), "<bdi>" + piece + "<wbr>" + piece + "<wbr>xx</bdi>");
    EXPECT_EQ(test::nesting_fault(html_name(std::string(100, '<'))), "");
}

TEST(HtmlWords, BreakWhereTheLineCannotHoldThem) {
    EXPECT_EQ(html_words("age, marital_status\n  a/b"), "age, marital_status\n  a/b");
    EXPECT_EQ(html_words("a place_of_birth_of_the_mother b"),
              "a place_<wbr>of_<wbr>birth_<wbr>of_<wbr>the_<wbr>mother b");
    EXPECT_EQ(html_words(""), "");
    EXPECT_EQ(html_words(" \n "), " \n ");
}

TEST(HtmlParts, SayNothingOfNothing) {
    EXPECT_EQ(html_section("t", ""), "");
    EXPECT_EQ(html_list({}), "");
}

TEST(HtmlParts, ShowFlagsInOnePiece) {
    EXPECT_EQ(
        html_list({"shuffle (--shuffle), or -- as said; --drop"}),
        "<ul>\n<li>shuffle (<code class=\"flag\">--shuffle</code>), or "
        "<code class=\"flag\">--</code> as said; <code class=\"flag\">--drop</code></li>\n</ul>\n");
    EXPECT_EQ(html_list({"a --<b>"}),
              "<ul>\n<li>a <code class=\"flag\">--</code>&lt;b&gt;</li>\n</ul>\n");
}

TEST(TermWords, ExplainEachTermOnce) {
    TermWords words;
    EXPECT_EQ(words.first("gcp").substr(0, 8), "share of");
    EXPECT_EQ(words.first("gcp"), "");
    EXPECT_EQ(words.first("k-anonymity"), find_privacy_model("k-anonymity").summary);
    EXPECT_EQ(html_term(words, "gcp"), "");
    EXPECT_EQ(
        html_meaning(words, "level"),
        "<span class=\"w\">how many steps a value was generalized: 0 leaves it unchanged</span>");
    EXPECT_TRUE(std::ranges::is_sorted(terms(), {}, &Term::name));
}

TEST(TermWords, StandInTheGlossary) {
    const std::ifstream file(KANON_DOCS_DIR "/guide/glossary.md");
    std::ostringstream glossary;
    glossary << file.rdbuf();
    for (const Term& term : terms()) {
        const std::string row = fmt::format("| **{}** | {} |", term.name, term.meaning);
        EXPECT_NE(glossary.str().find(row), std::string::npos) << row;
    }
}

TEST(BarChart, DrawsBarsToTheScaleGiven) {
    const std::string half = bar_chart({{"a", 50, "50"}}, "t", 100);
    const std::string full = bar_chart({{"a", 100, "100"}}, "t", 100);
    EXPECT_NE(half.find("--share:0.5000"), std::string::npos) << half;
    EXPECT_NE(full.find("--share:1.0000"), std::string::npos) << full;
    const std::string over = bar_chart({{"a", 300, "300"}}, "t", 100);
    EXPECT_NE(over.find("--share:1.0000"), std::string::npos) << "a bar never leaves the chart";
}

TEST(BarChart, TellsLabelAndFigureInWords) {
    const std::string chart = bar_chart({{"flu", 5, "5 rows"}}, "before", 10);
    EXPECT_NE(chart.find("<figcaption>before</figcaption>"), std::string::npos) << chart;
    EXPECT_NE(chart.find("<bdi>flu</bdi>"), std::string::npos) << chart;
    EXPECT_NE(chart.find("<span>5 rows</span>"), std::string::npos) << chart;
}

TEST(BarChart, DrawsNothingForNothing) {
    const std::string none = bar_chart({}, "t", 0);
    EXPECT_EQ(test::nesting_fault(none), "");
    EXPECT_EQ(none.find("<li"), std::string::npos);
    EXPECT_EQ(bar_chart({{"a", 0, "0"}}, "t", 0).find("--share"), std::string::npos);
    EXPECT_NE(bar_chart({{"a", 1e-9, "1"}}, "t", 1).find("--share:0.0001"), std::string::npos);
}

TEST(BarChart, CutsLongLabelsAndTamesHostileOnes) {
    const std::string label = "</li><script>" + std::string(10000, 'x');
    const std::string chart = bar_chart({{label, 1, "<1>"}}, "\"><b>", 1);
    EXPECT_EQ(test::nesting_fault(chart), "");
    EXPECT_EQ(chart.find("<script"), std::string::npos);
    EXPECT_LT(chart.size(), 1500U);
}

TEST(BarChart, HasWellFormedMarkupForManyBars) {
    const std::vector<Bar> bars(200, Bar{"a & b", 1, "0"});
    const std::string chart = bar_chart(bars, "many", 0);
    EXPECT_EQ(test::nesting_fault(chart), "");
    EXPECT_EQ(test::occurrences(chart, "<li>"), 200U);
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

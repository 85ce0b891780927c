// SPDX-License-Identifier: Apache-2.0
#include "figures/figures.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::bench {
namespace {

std::string fault_of_suite(const std::string& figures, const std::string& claims) {
    const test::TemporaryFolder folder;
    folder.write(
        "one.json",
        R"({"measure": "stars", "bound": "opt-lb", "datasets": [{"name": "few", "data": {"generate": {"rows": 20}}}], "figures": [)" +
            figures + R"(], "claims": [)" + claims + "]}");
    try {
        static_cast<void>(read_figure_suite(folder.at(""), "one"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

const std::string kLines =
    R"("dataset": "few", "lines": [{"method": "approx-cf"}, {"label": "dr", "method": "approx-dr"}])";

TEST(FigureSuite, FaultsAreNamed) {
    const std::string good = R"({"name": "1", "k": [2, 3], )" + kLines + "}";
    EXPECT_EQ(fault_of_suite(good, R"({"figures": ["1"], "of": "dr", "over": "opt-lb"})"), "");
    EXPECT_NE(fault_of_suite(R"({"name": "1", )" + kLines + "}", "").find("one 'k' or more"),
              std::string::npos);
    EXPECT_NE(
        fault_of_suite(R"({"name": "1", "k": [2, 3], "attributes": [3, 4], )" + kLines + "}", "")
            .find("several of one of"),
        std::string::npos);
    EXPECT_NE(fault_of_suite(good, R"({"figures": ["2"], "of": "dr", "over": "opt-lb"})")
                  .find("speaks of figure '2'"),
              std::string::npos);
    EXPECT_NE(fault_of_suite(good, R"({"figures": ["1"], "of": "dr", "over": "opt-bl"})")
                  .find("no line 'opt-bl' (did you mean 'opt-lb'?)"),
              std::string::npos);
}

TEST(FigureSuite, TheShippedOneHasBothFiguresAndTheirWords) {
    const FigureSuite suite = read_figure_suite(KANON_SUITES_DIR, "covers");
    ASSERT_EQ(suite.figures.size(), 4U);
    EXPECT_EQ(suite.figures[0].ks, (std::vector<std::uint64_t>{2, 4, 8, 16, 32, 64, 128}));
    EXPECT_EQ(suite.figures[3].attributes, (std::vector<std::uint64_t>{3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(suite.claims.size(), 10U);
}

TEST(FigureSuite, TheCurseIsDrawnOverFiveToFiftyAttributes) {
    const FigureSuite suite = read_figure_suite(KANON_SUITES_DIR, "dimensionality");
    ASSERT_EQ(suite.figures.size(), 4U);
    EXPECT_EQ(suite.figures[0].axis(), "attributes");
    EXPECT_EQ(suite.figures[0].attributes.front(), 5U);
    EXPECT_EQ(suite.figures[0].attributes.back(), 50U);
    EXPECT_EQ(suite.figures[1].ks, std::vector<std::uint64_t>{10});
}

ReleaseFigures release(std::uint64_t stars, double bound) {
    ReleaseFigures out;
    out.released = true;
    out.stars = stars;
    out.lower_bound = bound;
    return out;
}

FigureSuite two_lines() {
    FigureSuite suite;
    suite.measure = "stars";
    suite.bound = "opt-lb";
    suite.figures = {{.name = "1",
                      .about = "",
                      .dataset = "",
                      .ks = {2, 4},
                      .lines = {{.label = "a", .method = "approx-cf", .options = {}},
                                {.label = "b", .method = "approx-dr", .options = {}}}}};
    return suite;
}

FigurePoint point(std::uint64_t k, const ReleaseFigures& a, const ReleaseFigures& b) {
    return {.figure = "1", .place = {.k = k}, .releases = {a, b}};
}

TEST(FigureClaim, SpeaksOfTheMeanOrOfEachPoint) {
    const FigureSuite suite = two_lines();
    const std::vector<FigurePoint> points{point(2, release(100, 50), release(100, 40)),
                                          point(4, release(400, 60), release(100, 80))};
    FigureClaim claim{.about = "", .figures = {"1"}, .of = "a", .over = "b", .at_least = 2};
    FigureVerdict verdict = judge(claim, suite, points);
    EXPECT_TRUE(verdict.holds);
    EXPECT_EQ(verdict.points, 2U);
    EXPECT_DOUBLE_EQ(verdict.mean, 2);
    EXPECT_DOUBLE_EQ(verdict.least, 1);
    EXPECT_DOUBLE_EQ(verdict.greatest, 4);
    claim.each = true;
    EXPECT_FALSE(judge(claim, suite, points).holds);
    claim.at_least = 1;
    claim.at_most = 3.9;
    EXPECT_FALSE(judge(claim, suite, points).holds);
    claim.at_most = 4;
    EXPECT_TRUE(judge(claim, suite, points).holds);
}

TEST(FigureClaim, TakesTheGreatestBoundAndLeavesOutWhatHasNoRelease) {
    const FigureSuite suite = two_lines();
    ReleaseFigures none;
    const FigureClaim claim{.about = "", .figures = {"1"}, .of = "b", .over = "opt-lb"};
    const std::vector<FigurePoint> points{point(2, release(100, 50), release(100, 40)),
                                          point(4, release(400, 60), none)};
    const FigureVerdict verdict = judge(claim, suite, points);
    EXPECT_EQ(verdict.points, 1U);
    EXPECT_DOUBLE_EQ(verdict.mean, 2);
    EXPECT_EQ(judge(claim, suite, {}).points, 0U);
}

}  // namespace
}  // namespace kanon::bench

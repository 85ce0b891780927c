// SPDX-License-Identifier: Apache-2.0
#include "patterns/published.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>

namespace kanon::bench {
namespace {

/// A suite of one table with one side.
std::string suite_with(const std::string& side) {
    return R"({"about": "one", "datasets": [{"name": "few", "data": {"generate": {"rows": 20}}}],
               "tables": [{"name": "1", "about": "few rows", "sides": [)" +
           side + "]}]}";
}

std::string fault_of_suite(const std::string& text) {
    const test::TemporaryFolder folder;
    folder.write("one.json", text);
    try {
        static_cast<void>(read_published_suite(folder.at(""), "one"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(PublishedSuite, FaultsAreNamed) {
    const std::string head = R"({"label": "a", "method": "mondrian", "suppression": "0", )";
    EXPECT_EQ(fault_of_suite(suite_with(head + R"("dataset": "few", "columns": ["s", "u"],
                                                 "printed": ["2 10 1.5"]})")),
              "");
    EXPECT_NE(fault_of_suite(suite_with(head + R"("dataset": "fw", "columns": []})"))
                  .find("there is no data set 'fw' (did you mean 'few'?)"),
              std::string::npos);
    EXPECT_NE(fault_of_suite(suite_with(head + R"("dataset": "few", "columns": ["stars"]})"))
                  .find("'columns': no figure 'stars'"),
              std::string::npos);
    EXPECT_NE(fault_of_suite(suite_with(head + R"("dataset": "few", "columns": ["s", "u"],
                                                 "printed": ["2 10"]})"))
                  .find("no k and its figures: 2 10"),
              std::string::npos);
    EXPECT_NE(fault_of_suite(suite_with(R"({"dataset": "few", "method": "mondrain"})"))
                  .find("did you mean 'mondrian'?"),
              std::string::npos);
    EXPECT_NE(fault_of_suite(suite_with(head + R"("dataset": "few", "not": []})"))
                  .find("unknown key 'tables.1.sides.1.not' (did you mean 'note'?)"),
              std::string::npos);
}

TEST(PublishedSuite, ThatOfPatternsHoldsEveryTableButTheFifthForEveryK) {
    const PublishedSuite suite = read_published_suite(KANON_SUITES_DIR, "patterns");
    std::string names;
    for (const PublishedTable& table : suite.tables) {
        names += table.name;
        EXPECT_EQ(table.sides.size(), 2U) << table.name;
        for (const PublishedSide& side : table.sides) {
            EXPECT_EQ(side.printed.size(), 13U) << side.label;
        }
    }
    EXPECT_EQ(names, "1234678");
    EXPECT_EQ(suite.tables[5].sides[1].printed.at(2)[0], "2932");
    EXPECT_EQ(suite.tables[6].sides[1].printed.at(10)[0], "88026");
}

ReleaseFigures figures(std::uint64_t stars, double bound, const std::string& ending) {
    ReleaseFigures out;
    out.ending = ending;
    out.released = true;
    out.stars = stars;
    out.lower_bound = bound;
    out.usefulness = 3.18024;
    return out;
}

TEST(PublishedRow, FiguresHaveTheDecimalsOfThePrintedOnes) {
    const ReleaseFigures ours = figures(4112, 0, "feasible");
    EXPECT_EQ(figure_like(ours, Figure::usefulness, "3.18"), "3.18");
    EXPECT_EQ(figure_like(ours, Figure::usefulness, "3.1803"), "3.1802");
    EXPECT_EQ(figure_like(ours, Figure::stars, "4111"), "4112");
}

TEST(PublishedRow, WhatMustBeAsPrintedIsHeldAgainstIt) {
    PublishedSide side;
    side.columns = {Figure::stars, Figure::usefulness};
    PublishedRow row{.k = 2, .ours = figures(4112, 0, "feasible"), .printed = {"4111", "3.2"}};
    EXPECT_EQ(fault_of(side, row), "");
    side.exact = {Figure::usefulness};
    EXPECT_EQ(fault_of(side, row), "");
    side.exact = {Figure::stars};
    EXPECT_EQ(fault_of(side, row), "s is 4112, printed is 4111");
    row.ours.released = false;
    row.ours.ending = "refused";
    row.ours.reason = "too large";
    EXPECT_EQ(fault_of(side, row), "refused: too large");
}

TEST(PublishedRow, APrintedOptimumLiesBetweenBoundAndStars) {
    PublishedSide side;
    side.columns = {Figure::stars};
    side.optimum = true;
    const auto fault = [&](std::uint64_t stars, double bound, const char* ending) {
        return fault_of(side,
                        {.k = 2, .ours = figures(stars, bound, ending), .printed = {"20000"}});
    };
    EXPECT_EQ(fault(20000, 20000, "optimal"), "");
    EXPECT_EQ(fault(21000, 19000, "timed_out"), "");
    EXPECT_EQ(fault(19999, 19999, "optimal"), "");  // within the tolerance of their solver
    EXPECT_EQ(fault(21000, 20001, "timed_out"),
              "stars from 20001 to 21000, printed is the optimum 20000");
    EXPECT_EQ(fault(19990, 0, "timed_out"), "stars from 0 to 19990, printed is the optimum 20000");
    EXPECT_NE(fault(20001, 20000, "optimal"), "");
}

}  // namespace
}  // namespace kanon::bench

// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/comparison.hpp"

#include "support.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>
#include <regex>
#include <sstream>
#include <string>

namespace kanon::test {
namespace {

/// A release of class sizes by hand, and a run that made none.
Comparison by_hand() {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    Comparison out;
    out.version = "1.2.3";
    out.problem = std::make_unique<Problem>(
        bind(table_of("age", "30;30;30;30;30;31;31;31;31;31"), policy, {}));
    ComparedRun& run = out.runs.emplace_back();
    run.k = 5;
    run.method = "auto";
    run.made_by = "refine";
    run.ending = Ending::feasible;
    run.loss = 0.25;
    run.lower_bound = 0.2;
    run.gap = 0.2;
    run.measures.gcp = 0.25;
    run.measures.classes = 2;
    run.measures.min_class = 5;
    run.highest_risk = 0.2;
    run.average_risk = 0.2;
    ComparedRun& none = out.runs.emplace_back(run);
    none.method = "a < b";
    none.refused = "cannot";
    return out;
}

std::string docs() {
    const std::ifstream file(KANON_DOCS_DIR "/compare.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Comparison, HasEveryDocumentedKeyAndDocumentsEveryKey) {
    const auto json = nlohmann::json::parse(comparison_json(by_hand()));
    const std::string text = docs();
    ASSERT_FALSE(text.empty());
    for (const auto& [key, value] : json.items()) {
        EXPECT_NE(text.find("`" + key), std::string::npos) << key;
    }
    for (const auto& [key, value] : json["runs"][0].items()) {
        EXPECT_NE(text.find("`runs[]." + key), std::string::npos) << key;
    }
    const std::regex row(R"(\n\| `runs\[\]\.([a-z_]+))");
    for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it) {
        EXPECT_TRUE(json["runs"][0].contains((*it)[1].str())) << it->str();
    }
    EXPECT_EQ(json["runs"][1],
              (nlohmann::json{{"k", 5}, {"method", "a < b"}, {"refused", "cannot"}}));
}

TEST(Comparison, NamesWhoMadeTheReleaseAndWhoMadeNone) {
    const auto rows = comparison_rows(by_hand());
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0][2], "loss (gcp)");
    EXPECT_EQ(rows[1][0], "auto: refine");
    EXPECT_EQ(rows[1][7], "20.0 %");
    EXPECT_EQ(rows[2][2], "none");
    EXPECT_EQ(rows[1].size(), rows[0].size());
    EXPECT_EQ(rows[2].size(), rows[0].size());
    EXPECT_NE(comparison_notes(by_hand()).find("  a < b, k = 5: cannot\n"), std::string::npos);
}

TEST(Comparison, SaysLossWhereMethodsWorkForSeveral) {
    Comparison two = by_hand();
    two.runs.push_back(by_hand().runs[0]);
    two.runs.back().objective = Objective::stars;
    EXPECT_EQ(comparison_rows(two)[0][2], "loss");
}

TEST(Comparison, DrawsADotAndARingWhereBothRisksAreKnown) {
    Comparison drawn = by_hand();
    std::string svg = comparison_svg(drawn);
    EXPECT_NE(svg.find("a &lt; b: no release"), std::string::npos) << svg;
    EXPECT_EQ(occurrences(svg, "<circle"), 2U);
    drawn.runs[0].average_risk.reset();
    EXPECT_EQ(occurrences(comparison_svg(drawn), "<circle"), 1U);
    drawn.runs[0].measures.gcp = std::numeric_limits<double>::quiet_NaN();
    drawn.runs[0].measures.sse = 0.5;
    svg = comparison_svg(drawn);
    EXPECT_NE(svg.find(">SSE / SST<"), std::string::npos);
    EXPECT_EQ(occurrences(svg, "<circle"), 1U);
}

}  // namespace
}  // namespace kanon::test

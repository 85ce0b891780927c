// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/explore.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <string>

namespace kanon::test {
namespace {

Table people() {
    return table_of("age zip illness",
                    "30 xaa flu; 31 xaa cold; 32 xab flu; 33 xab cold;"
                    "50 yba flu; 51 yba cold; 52 ybb flu; 53 ybb cold; 80 zcc flu");
}

Policy policy_by(const std::string& method) {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("zip").role = Role::quasi_identifying;
    policy.attribute("illness").role = Role::sensitive;
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 2}}}};
    policy.suppression = SuppressionLimit::parse("1");
    policy.method = method;
    return policy;
}

std::string json_of(const Exploration& exploration) {
    std::string out;
    write_space_json(record_of(exploration), [&out](std::string_view part) { out += part; });
    return out;
}

TEST(Explore, TheNodeOfAnyFullDomainMethodIsInTheSpace) {
    for (const MethodInfo& method : methods()) {
        if (!to_string(method.recoding).starts_with("full-domain")) {
            continue;
        }
        SCOPED_TRACE(method.name);
        const auto found = explore(people(), policy_by(std::string(method.name)), 1000, {});
        EXPECT_EQ(found->facts.method, method.name);
        EXPECT_EQ(found->facts.method_why, "");
        ASSERT_TRUE(found->facts.chosen);
        const DecidedNode& node = found->space.nodes[*found->facts.chosen];
        EXPECT_TRUE(node.feasible);
        EXPECT_DOUBLE_EQ(objective_value(Objective::gcp, node.loss), found->outcome.loss);
    }
}

TEST(Explore, OptimalChoosesInPlaceOfAMethodOfAnotherKind) {
    const auto found = explore(people(), policy_by("mondrian"), 1000, {});
    EXPECT_EQ(found->facts.method, "optimal");
    EXPECT_NE(found->facts.method_why.find("mondrian"), std::string::npos);
    EXPECT_EQ(explore(people(), policy_by("auto"), 1000, {})->facts.method, "optimal");
    // Nothing at all is better than what it chose.
    const double best =
        objective_value(Objective::gcp, found->space.nodes[*found->facts.chosen].loss);
    for (const DecidedNode& node : found->space.nodes) {
        EXPECT_TRUE(!node.feasible || objective_value(Objective::gcp, node.loss) >= best);
    }
}

TEST(Explore, AboveTheLimitTheSpaceLiesAroundTheNodeChosen) {
    const auto found = explore(people(), policy_by("auto"), 3, {});
    EXPECT_EQ(found->space.nodes.size(), 3U);
    EXPECT_FALSE(found->space.whole());
    ASSERT_TRUE(found->facts.chosen);
    EXPECT_EQ(json_of(*found), json_of(*explore(people(), policy_by("auto"), 3, {})));
    EXPECT_NE(space_text(record_of(*found)).find("3 of "), std::string::npos);
    EXPECT_NE(space_text(record_of(*found)).find("not whole"), std::string::npos);
    EXPECT_NE(space_svg(record_of(*found)).find("not whole"), std::string::npos);
}

TEST(Explore, WithoutANodeTheSpaceStillIsShown) {
    Policy policy = policy_by("auto");
    policy.attribute("age").levels = {Level{0}, Level{0}};
    const auto found = explore(people(), policy, 1000, {});
    EXPECT_FALSE(found->facts.chosen);
    EXPECT_TRUE(found->space.whole());
    EXPECT_NE(space_text(record_of(*found)).find("no node of the lattice"), std::string::npos);
    const auto json = nlohmann::json::parse(json_of(*found));
    EXPECT_TRUE(json["chosen"].is_null());
    EXPECT_EQ(json["ending"], "infeasible");
    EXPECT_EQ(json["feasible_nodes"], 0);
}

TEST(Explore, JsonHoldsTheDocumentedKeys) {
    std::ifstream file(KANON_DOCS_DIR "/explore.md");
    std::set<std::string> documented;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("| `")) {
            const std::size_t bar = line.find('|', 1);
            for (std::size_t at = line.find('`'); at < bar;) {
                const std::size_t end = line.find('`', at + 1);
                documented.insert(line.substr(at + 1, end - at - 1));
                at = line.find('`', end + 1);
            }
        }
    }
    const auto json = nlohmann::json::parse(json_of(*explore(people(), policy_by("auto"), 99, {})));
    std::set<std::string> found;
    for (const auto& [key, value] : json.items()) {
        found.insert(key);
    }
    found.erase("nodes");
    found.erase("attributes");
    for (const char* list : {"nodes", "attributes"}) {
        for (const auto& [key, value] : json[list][0].items()) {
            found.insert(std::string(list) + "[]." + key);
        }
    }
    EXPECT_EQ(found, documented);
    for (const ObjectiveInfo& objective : objectives()) {
        std::string key(objective.name);
        std::replace(key.begin(), key.end(), '-', '_');
        EXPECT_EQ(json["nodes"][0]["losses"].contains(key), key != "sse") << key;
    }
}

TEST(Explore, ShowsNoValueOfTheTable) {
    const auto found = explore(people(), policy_by("auto"), 1000, {});
    for (const std::string& text :
         {json_of(*found), space_svg(record_of(*found)), space_text(record_of(*found))}) {
        for (const char* value : {"flu", "cold", "xa", "yb", "zc"}) {
            EXPECT_EQ(text.find(value), std::string::npos) << value;
        }
    }
}

TEST(Explore, NamesOfColumnsCannotBreakThePicture) {
    const Table table = table_of("a<b&c a\"d", "1 x; 1 x; 2 y; 2 y");
    Policy policy;
    policy.attribute("a<b&c").role = Role::quasi_identifying;
    policy.attribute("a\"d").role = Role::quasi_identifying;
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 2}}}};
    const auto found = explore(table, policy, 1000, {});
    const std::string svg = space_svg(record_of(*found));
    EXPECT_EQ(svg.find("a<b"), std::string::npos);
    EXPECT_NE(svg.find("a&lt;b&amp;c"), std::string::npos);
    EXPECT_NE(svg.find("&lt;A&lt;0,A&quot;0&gt;"), std::string::npos) << "short names tell apart";
}

TEST(Explore, OutOfTimeSaysSo) {
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const auto found = explore(people(), policy_by("optimal"), 1000, context);
    EXPECT_TRUE(found->space.stopped);
    EXPECT_NE(space_text(record_of(*found)).find("out of time"), std::string::npos);
}

}  // namespace
}  // namespace kanon::test

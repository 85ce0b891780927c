// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/mentions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

const NamedObject kPeople{.name = "people", .qualifiers = {"ward", "main"}};

TEST(Mentions, AreFoundHoweverTheyAreWritten) {
    for (const std::string sql : {"SELECT * FROM people",
                                  "select*from PEOPLE;",
                                  "SELECT * FROM \"people\"",
                                  "SELECT * FROM `people`",
                                  "SELECT * FROM [People] p",
                                  "SELECT * FROM 'people'",
                                  "SELECT * FROM ward.people",
                                  "SELECT * FROM WARD . people",
                                  "SELECT * FROM \"ward\".\"people\"",
                                  "SELECT * FROM `kanon`.`main`.`people`",
                                  "SELECT * FROM ward./* there */people",
                                  "SELECT * FROM other . people",
                                  "SELECT * FROM query('SELECT * FROM people')"}) {
        EXPECT_TRUE(mentions(sql, kPeople)) << sql;
    }
}

TEST(Mentions, AreNoPartsOfOtherNamesAndNotOfOtherSchemas) {
    for (const std::string sql : {"SELECT * FROM peoples",
                                  "SELECT * FROM my_people",
                                  "SELECT * FROM people2, people$",
                                  "SELECT * FROM other.people",
                                  "SELECT * FROM \"other\".\"people\"",
                                  "SELECT p.people FROM t p",
                                  "SELECT * FROM t"}) {
        EXPECT_FALSE(mentions(sql, kPeople)) << sql;
    }
}

TEST(Mentions, OfASchemaThatIsNotTheSessionsOwnNeedItsName) {
    const NamedObject elsewhere{
        .name = "people", .qualifiers = {"releases"}, .needs_qualifier = true};
    EXPECT_FALSE(mentions("SELECT * FROM people", elsewhere));
    EXPECT_TRUE(mentions("SELECT * FROM releases.people", elsewhere));
    EXPECT_TRUE(mentions("SELECT * FROM releases./**/people", elsewhere));
    EXPECT_FALSE(mentions("SELECT * FROM releases.stays, ward.people", elsewhere));
}

TEST(Mentions, OfNamesWithQuotesAndOtherLetters) {
    EXPECT_TRUE(mentions("SELECT * FROM \"x \"\" y\"", {.name = "x \" y"}));
    EXPECT_TRUE(mentions("SELECT * FROM `x `` y`", {.name = "x ` y"}));
    EXPECT_TRUE(mentions("SELECT * FROM \"GRÖSSE\"", {.name = "größe"}));
    EXPECT_TRUE(
        mentions("SELECT * FROM \"a\"\"b\".people", {.name = "people", .qualifiers = {"a\"b"}}));
    EXPECT_TRUE(mentions("SELECT 1", {.name = ""})) << "who knows";
}

TEST(Mentions, OfFunctionsAreCallsWithBracketsBehind) {
    const std::array<std::string, 2> functions{"leak", "my f"};
    EXPECT_TRUE(calls_any("SELECT leak(1)", functions));
    EXPECT_TRUE(calls_any("SELECT a FROM LEAK ( )", functions));
    EXPECT_TRUE(calls_any("SELECT `my f`(1)", functions));
    EXPECT_TRUE(calls_any("SELECT leak/**/(1)", functions));
    EXPECT_FALSE(calls_any("SELECT leak FROM leaks(1)", functions));
}

TEST(Mentions, AreFollowedThroughViewsOfViews) {
    const std::vector<NamedText> views{{.name = "a", .sql = "SELECT * FROM b"},
                                       {.name = "b", .sql = "SELECT * FROM people, a"},
                                       {.name = "c", .sql = "SELECT * FROM other"}};
    EXPECT_EQ(texts_behind("SELECT * FROM a", views),
              (std::vector<std::string>{
                  "SELECT * FROM a", "SELECT * FROM b", "SELECT * FROM people, a"}));
    EXPECT_EQ(texts_behind("SELECT 1", views).size(), 1U);
}

}  // namespace
}  // namespace kanon::engine

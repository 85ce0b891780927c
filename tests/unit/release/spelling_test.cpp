// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/spelling.hpp"

#include "kanon/release/release.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

TEST(Spelling, EscapesWhatWouldBeMistaken) {
    for (const char* text :
         {"*", "[1, 2]", "[1, 2)", "(-inf, 20)", "{a}", "{}", "{a, b}", "\\x", "\\", "", "[a,b]"}) {
        EXPECT_TRUE(needs_escape(text)) << text;
        EXPECT_EQ(unescape("\\" + std::string(text)), text);
    }
    for (const char* text : {"**", "a", "[20]", "{a", "a}", "(a)", "1*", " *", "[20, 30["}) {
        EXPECT_FALSE(needs_escape(text)) << text;
        EXPECT_FALSE(unescape("\\" + std::string(text))) << text;
    }
    EXPECT_FALSE(unescape("*"));
    EXPECT_FALSE(unescape(""));
}

TEST(Spelling, BesideStarsOnlyStarsAreEscaped) {
    EXPECT_EQ(spell_beside_stars("*"), "\\*");
    EXPECT_EQ(spell_beside_stars("\\*"), "\\\\*");
    EXPECT_EQ(spell_beside_stars("a*"), "a*");
    EXPECT_EQ(spell_beside_stars("\\"), "\\");
    EXPECT_EQ(spell_beside_stars("[1, 2]"), "[1, 2]");
    EXPECT_EQ(spell_beside_stars(""), "");
}

TEST(Spelling, MembersAreEscapedAndReadBack) {
    const std::vector<Member> members{{"a, b", false},
                                      {" c ", false},
                                      {"", true},
                                      {"", false},
                                      {"{d}\\", false},
                                      {" ", false},
                                      {"e", false}};
    const std::string text = join_members(members);
    EXPECT_EQ(text, "a\\, b, \\ c\\ , , \\e, \\{d\\}\\\\, \\ , e");
    EXPECT_EQ(split_members(text), members);
}

TEST(Spelling, MalformedMembersAreRefused) {
    EXPECT_FALSE(split_members("a, {b"));
    EXPECT_FALSE(split_members("a}, b"));
    EXPECT_FALSE(split_members("a\\"));
    EXPECT_FALSE(split_members("a, \\x"));
    EXPECT_EQ(split_members("").value().size(), 1U);
    EXPECT_TRUE(split_members("").value().front().missing);
}

TEST(Spell, WritesEachKindOfValue) {
    const auto numbers = test::column_of("x", {"-5", "7", "20", "?"});
    const Dictionary& d = *numbers->dictionary;
    ReleasedDomain domain;
    domain.sets = {{0, 2, 3}};
    domain.ranges = {{-std::numeric_limits<double>::infinity(), 20, false}, {0.5, 3, true}};
    EXPECT_EQ(spell({Kind::exact, 1, 0}, domain, d, nullptr), "7");
    EXPECT_EQ(spell({Kind::exact, 3, 0}, domain, d, nullptr), "");
    EXPECT_EQ(spell({Kind::range, 0, 2}, domain, d, nullptr), "[-5, 20]");
    EXPECT_EQ(spell({Kind::set, 0, 0}, domain, d, nullptr), "{-5, 20, }");
    EXPECT_EQ(spell({Kind::star, 0, 0}, domain, d, nullptr), "*");
    EXPECT_EQ(spell({Kind::interval, 0, 0}, domain, d, nullptr), "(-inf, 20)");
    EXPECT_EQ(spell({Kind::interval, 1, 0}, domain, d, nullptr), "[0.5, 3]");
}

TEST(Spell, WritesDatesAndText) {
    const auto dates = test::column_of("d", {"2020-02-28", "2020-03-01"});
    ReleasedDomain domain;
    domain.ranges = {{dates->dictionary->number(0) + 1, dates->dictionary->number(1), false}};
    EXPECT_EQ(spell({Kind::interval, 0, 0}, domain, *dates->dictionary, nullptr),
              "[2020-02-29, 2020-03-01)");
    const auto texts = test::column_of("t", {"*", "[1, 2]", "a, b", "c", "d "}, ValueType::text);
    EXPECT_EQ(spell({Kind::exact, 0, 0}, domain, *texts->dictionary, nullptr), "\\*");
    EXPECT_EQ(spell({Kind::exact, 1, 0}, domain, *texts->dictionary, nullptr), "\\[1, 2]");
    EXPECT_EQ(spell({Kind::range, 2, 4}, domain, *texts->dictionary, nullptr), "[a\\, b, d\\ ]");
}

}  // namespace
}  // namespace kanon

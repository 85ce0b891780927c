// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/pattern_mask.hpp"

#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr const char* kFour =
    "attributes:\n  age: {role: quasi-identifying}\n  job: {role: quasi-identifying}\n"
    "  sex: {role: quasi-identifying, hierarchy: flat, levels: [0, 1]}\n"
    "  zip: {role: quasi-identifying, hierarchy: flat}\nprivacy: {k-anonymity: 2}\n";

Problem bound(const std::string& patterns) {
    return bind(test::table_of("age job sex zip", "30 a f 111; 31 b m 222; 30 a f 111"),
                parse_policy(kFour + patterns, "p.yaml"),
                RunContext{});
}

/// Patterns as bits, the first attribute lowest.
std::vector<Pattern> patterns(const std::string& policy) {
    return bound(policy).patterns.patterns();
}

std::string message(const std::string& policy) {
    try {
        static_cast<void>(bound(policy));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(PatternMask, WithoutOneEveryPatternButAllStarsIsAllowed) {
    EXPECT_EQ(patterns("").size(), 15U);
    EXPECT_FALSE(bound("").patterns.given);
}

TEST(PatternMask, IsAList) {
    EXPECT_EQ(patterns("patterns: [[], [zip], [sex, age]]\n"), (std::vector<Pattern>{0, 5, 8}));
    EXPECT_EQ(patterns("patterns: {list: [[job]], all-star: class}\n"), (std::vector<Pattern>{2}));
}

TEST(PatternMask, IsMadeByRules) {
    const std::string rules = "patterns: {max-stars: 2, never: [job], together: [[age, zip]]}\n";
    EXPECT_EQ(patterns(rules), (std::vector<Pattern>{0, 4, 9}));
    EXPECT_EQ(patterns("patterns: {max-stars: 2, at-most-one: [[age, job, sex]]}\n"),
              (std::vector<Pattern>{0, 1, 2, 4, 8, 9, 10, 12}));
}

TEST(PatternMask, KeepsBoundsOnLevels) {
    const std::string never =
        "attributes: {age: {role: quasi-identifying, hierarchy: flat, levels: "
        "[0, 0]}, job: {role: quasi-identifying, levels: [1, 1]}}\n";
    const Problem problem = bind(test::table_of("age job", "30 a; 30 b"),
                                 parse_policy(never + "privacy: {k-anonymity: 2}\n", "p.yaml"),
                                 RunContext{});
    EXPECT_EQ(problem.patterns.patterns(), (std::vector<Pattern>{2}));
}

TEST(PatternMask, IsWrittenAsItIsRead) {
    for (const std::string text :
         {"patterns: {max-stars: 2, never: [job], together: [[age, zip]], at-most-one: [[sex, "
          "age]], all-star: true}\n",
          "patterns: {list: [[], [zip], [sex, age]], all-star: class}\n"}) {
        const std::string written = policy_text(parse_policy(kFour + text, "p.yaml"));
        EXPECT_NE(written.find(text), std::string::npos) << written;
        EXPECT_EQ(policy_text(parse_policy(written, "p.yaml")), written);
    }
}

TEST(PatternMask, OldNamesOfKeysAreReadAndSaid) {
    const std::string rules = "patterns: {max_stars: 2, at_most_one: [[age, job, sex]]}\n";
    const Problem problem = bound(rules);
    EXPECT_EQ(problem.patterns.patterns(), (std::vector<Pattern>{0, 1, 2, 4, 8, 9, 10, 12}));
    for (const std::string name : {"max_stars, which is called max-stars", "at_most_one"}) {
        EXPECT_EQ(std::ranges::count_if(
                      problem.assumptions,
                      [&](const std::string& line) { return line.find(name) != line.npos; }),
                  1);
    }
    const std::string written = policy_text(parse_policy(kFour + rules, "p.yaml"));
    EXPECT_NE(written.find("{max-stars: 2, at-most-one: "), std::string::npos) << written;
    EXPECT_NE(message("patterns: {max_stars: 2, max-stars: 2}\n").find("keep one"),
              std::string::npos);
}

TEST(PatternMask, FaultsSayWhatToDo) {
    EXPECT_NE(message("patterns: {never: [jop]}\n").find("did you mean 'job'?"), std::string::npos);
    EXPECT_NE(message("patterns: {never: [job], together: [[job, age]]}\n").find("drop one"),
              std::string::npos);
    EXPECT_NE(message("patterns: {at-most-one: [[job, age]], together: [[job, age]]}\n")
                  .find("at-most-one forbids it"),
              std::string::npos);
    EXPECT_NE(message("patterns: {max-stars: 1, together: [[job, age]]}\n").find("max-stars"),
              std::string::npos);
    EXPECT_NE(message("patterns: {never: [job], list: [[]]}\n").find("list or the rules"),
              std::string::npos);
    EXPECT_NE(message("patterns: [[age, job, sex, zip]]\n").find("all-star: true"),
              std::string::npos);
    EXPECT_NE(message("patterns: [[age], [age]]\n").find("twice"), std::string::npos);
    EXPECT_NE(message("patterns: {}\n").find("neither a rule nor a list"), std::string::npos);
    EXPECT_NE(message("patterns: []\n").find("list of lists"), std::string::npos);
    EXPECT_NE(message("patterns: {all-star: maybe}\n").find("all-star"), std::string::npos);
    EXPECT_NE(message("patterns: {max-stars: 1}\nsuppression: {max: 1}\n").find("all-star: true"),
              std::string::npos);
    EXPECT_EQ(message("patterns: {max-stars: 1, all-star: true}\nsuppression: {max: 1}\n"), "");
}

TEST(PatternMask, IsRefusedWhereItIsTooLargeToList) {
    PatternMask mask{.attributes = 40};
    EXPECT_THROW(static_cast<void>(mask.patterns()), Error);
    mask.max_stars = 2;
    EXPECT_EQ(mask.patterns().size(), 1U + 40U + 40U * 39U / 2U);
    mask.at_most_one = {0xFFFFFFFFFFULL};
    EXPECT_EQ(mask.patterns().size(), 41U);
}

}  // namespace
}  // namespace kanon

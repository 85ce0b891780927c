// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/best_split.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/mondrian.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string comma_list(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

Problem problem_of(const std::vector<std::string>& names,
                   const Rows& rows,
                   const std::string& privacy) {
    std::string cells;
    for (const std::vector<std::string>& row : rows) {
        cells += (cells.empty() ? "" : "; ") + comma_list(row);
    }
    std::string policy = "attributes:\n";
    for (const std::string& name : names) {
        policy +=
            "  " + name + ": {role: " + (name == "s" ? "sensitive" : "quasi-identifying") + "}\n";
    }
    return kanon::bind(test::table_of(comma_list(names), cells),
                       parse_policy(policy + "privacy: " + privacy + "\n", "p"),
                       {});
}

double loss_of(const Problem& problem) {
    const Outcome outcome = make_best_split({})->run(problem, {});
    EXPECT_TRUE(outcome.recoding) << outcome.reason;
    return outcome.loss;
}

TEST(BestSplit, CutsWhereTheLossFallsMostAndNotAtTheMedian) {
    // At the median, two of the three near 10 would share a class with those near 0.
    Rows rows;
    for (const char* value : {"0", "0", "0", "1", "1", "1", "1", "10", "10", "11"}) {
        rows.push_back({value});
    }
    const Problem problem = problem_of({"a"}, rows, "{k-anonymity: 3}");
    EXPECT_NEAR(loss_of(problem), 3.0 / 10 / 11, 1e-12);
}

TEST(BestSplit, CountsWhatADivisionNarrowsOnOtherAttributes) {
    // Dividing by b narrows a as well; a alone is the wider one and says nothing of b.
    Rows rows;
    for (int i = 0; i < 8; ++i) {
        rows.push_back({std::to_string(i < 4 ? i % 2 : 10 + i % 2), i < 4 ? "x" : "y"});
    }
    EXPECT_NEAR(loss_of(problem_of({"a", "b"}, rows, "{k-anonymity: 4}")), 1.0 / 11 / 2, 1e-12);
}

TEST(BestSplit, SetsOneValueApartFromTheRest) {
    Rows rows;
    for (const char* value : {"u", "u", "u", "v", "w", "x"}) {
        rows.push_back({value, "1"});
        rows.push_back({value, "2"});
    }
    // u stands alone in either class of the number; v, w and x share a set, or else a star.
    Problem problem = problem_of({"a", "n"}, rows, "{k-anonymity: 3}");
    EXPECT_NEAR(loss_of(problem), 6.0 * 2 / 3 / 12 / 2, 1e-12);
    problem.quasi_identifiers[0].recode_set = false;
    EXPECT_NEAR(loss_of(problem), 6.0 / 12 / 2, 1e-12);
}

TEST(BestSplit, KeepsModelsThatLookAtValues) {
    Rows rows;
    for (int i = 0; i < 12; ++i) {
        rows.push_back({std::to_string(i), i % 4 < 2 ? "p" : "q"});
    }
    const Problem problem =
        problem_of({"a", "s"}, rows, "{k-anonymity: 2, l-diversity: {attribute: s, l: 2}}");
    const Outcome outcome = make_best_split({})->run(problem, {});
    ASSERT_TRUE(outcome.recoding);
    const auto& recoding = std::get<ClassRecoding>(*outcome.recoding);
    std::vector<std::vector<Code>> seen(recoding.value_of_class[0].size());
    for (std::size_t row = 0; row < problem.type_of_row.size(); ++row) {
        seen[recoding.class_of_type[problem.type_of_row[row]]].push_back(
            problem.table.column(1).codes[row]);
    }
    EXPECT_GT(seen.size(), 1U);
    for (std::vector<Code>& codes : seen) {
        std::sort(codes.begin(), codes.end());
        EXPECT_LT(codes.front(), codes.back());
    }
}

/// Row types enough for divisions that are chosen on a sample; numbers, trees' labels and sets.
Rows many_rows(std::uint64_t seed) {
    constexpr std::uint64_t kRows = 120000;
    Random random(seed);
    Rows rows;
    for (std::uint64_t i = 0; i < kRows; ++i) {
        const std::uint64_t a = random.below(3000);
        rows.push_back({std::to_string(a),
                        std::to_string(random.below(a / 300 + 2)),
                        std::string(1, static_cast<char>('a' + random.below(a / 150 + 1))),
                        std::string(1, static_cast<char>('x' + random.below(3)))});
    }
    return rows;
}

TEST(BestSplit, DividesLargeClassesAlikeInWhateverOrderRowsAndColumnsCome) {
    const std::string privacy =
        "{k-anonymity: 10, l-diversity: {attribute: s, kind: distinct, l: 2}}";
    Rows rows = many_rows(5);
    const Outcome forth =
        make_best_split({})->run(problem_of({"a", "b", "c", "s"}, rows, privacy), {.threads = 1});
    std::ranges::reverse(rows);
    for (std::vector<std::string>& row : rows) {
        std::ranges::reverse(row);
    }
    const Outcome back =
        make_best_split({})->run(problem_of({"s", "c", "b", "a"}, rows, privacy), {.threads = 3});
    EXPECT_NEAR(forth.loss, back.loss, 1e-12);  // axes are added up in the order of the columns
    EXPECT_EQ(forth.stats, back.stats);
    EXPECT_GE(forth.loss, forth.lower_bound.value());
}

TEST(BestSplit, LosesLessThanMondrianOnLargeTables) {
    const Rows rows = many_rows(9);
    const Problem problem = problem_of({"a", "b", "c", "s"}, rows, "{k-anonymity: 10}");
    EXPECT_GT(problem.row_types().size(), 65536U);
    EXPECT_LT(loss_of(problem), make_mondrian({})->run(problem, {}).loss);
}

TEST(BestSplit, LosesLessThanMondrianOnTablesDrawnAtRandom) {
    double ours = 0;
    double theirs = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        Rows rows;
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t a = random.below(20);
            rows.push_back({std::to_string(a),
                            std::to_string(a / 4 + random.below(3)),
                            std::string(1, static_cast<char>('a' + random.below(4)))});
        }
        const Problem problem = problem_of({"a", "b", "c"}, rows, "{k-anonymity: 5}");
        ours += loss_of(problem);
        theirs += make_mondrian({})->run(problem, {}).loss;
    }
    EXPECT_LT(ours, 0.97 * theirs);
}

}  // namespace
}  // namespace kanon::classes

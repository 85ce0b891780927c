// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using TextRows = std::vector<std::vector<std::string>>;  ///< person, age, city; or age, city

std::string text_of(const TextRows& rows) {
    std::string out;
    for (const auto& row : rows) {
        for (const std::string& cell : row) {
            out += cell + " ";
        }
        out += ";";
    }
    return out;
}

/// Ages by decades.
std::string decade_of(std::string_view age) {
    return "[" + std::string(1, age.front()) + "0,9]";
}

Problem problem_of(const TextRows& original, std::uint64_t limit, SuppressedRows suppressed) {
    return test::problem_of(
        test::table_of("person age city", text_of(original)),
        {.quasi_identifiers = {"age"},
         .withheld = {"person"},
         .models = {{"k-anonymity", 2, "person"}},
         .suppression_limit = limit,
         .suppressed = suppressed,
         .label_of = [](std::string_view age, Level /*level*/) { return decade_of(age); }});
}

AuditReport judge(const Problem& problem, const TextRows& released) {
    return test::audit_table(
        problem, test::table_of("age city", text_of(released)), {.shuffled = true});
}

/// What every matching says: that the promise holds, that it does not, or now this and now that.
enum class Truth { nothing_fits, holds, broken, open };

bool fits(const std::vector<std::string>& released, const std::vector<std::string>& original) {
    const bool suppressed = released[0] == "*";
    return suppressed || ((released[0] == original[1] || released[0] == decade_of(original[1])) &&
                          released[1] == original[2]);
}

/// All ways to give each released row an original of its own, by trying all permutations.
Truth truth_of(const TextRows& original, const TextRows& released) {
    std::vector<std::size_t> order(original.size());
    std::iota(order.begin(), order.end(), 0U);
    bool any_holds = false;
    bool any_broken = false;
    do {
        bool all_fit = true;
        std::map<std::string, std::set<std::string>> persons;
        for (std::size_t i = 0; i < released.size() && all_fit; ++i) {
            all_fit = fits(released[i], original[order[i]]);
            if (released[i][0] != "*") {
                auto& of_class = persons[released[i][0]];
                if (original[order[i]][0] != "?") {
                    of_class.insert(original[order[i]][0]);
                }
            }
        }
        if (all_fit) {
            const bool holds = std::all_of(
                persons.begin(), persons.end(), [](const auto& p) { return p.second.size() >= 2; });
            (holds ? any_holds : any_broken) = true;
        }
    } while (std::next_permutation(order.begin(), order.end()));
    if (!any_holds && !any_broken) {
        return Truth::nothing_fits;
    }
    return any_holds && any_broken ? Truth::open : any_holds ? Truth::holds : Truth::broken;
}

TEST(DoubtsOfShuffledRows, SayThatItCannotBeTold) {
    // Either row of Ann may be the starred one, or Ben's: then both others are hers.
    const TextRows original{{"ann", "21", "X"}, {"ann", "22", "X"}, {"ben", "23", "X"}};
    const TextRows released{{"[20,9]", "X"}, {"*", "*"}, {"[20,9]", "X"}};
    ASSERT_EQ(truth_of(original, released), Truth::open);
    const AuditReport report = judge(problem_of(original, 1, SuppressedRows::star), released);
    EXPECT_TRUE(report.passed);
    ASSERT_EQ(report.not_proven.size(), 1U);
    EXPECT_NE(report.not_proven[0].find("2-anonymity of distinct person"), std::string::npos);
    EXPECT_FALSE(report.proofs[0].holds);
    EXPECT_FALSE(report.proofs[0].is_decided);
}

TEST(DoubtsOfShuffledRows, AreNoneWhereEveryMatchingHasTheSamePersons) {
    const TextRows original{{"ann", "21", "X"}, {"ann", "22", "X"}, {"ben", "23", "X"}};
    const TextRows released{{"[20,9]", "X"}, {"[20,9]", "X"}, {"[20,9]", "X"}};
    const AuditReport report = judge(problem_of(original, 0, SuppressedRows::star), released);
    EXPECT_TRUE(report.passed);
    EXPECT_TRUE(report.not_proven.empty());
    EXPECT_TRUE(report.proofs[0].holds);
}

TEST(DoubtsOfShuffledRows, NeverContradictTheTruth) {
    std::map<Truth, int> seen;
    int decided = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Random random(seed);
        const std::size_t n = 3 + random.below(5);
        TextRows original;
        for (std::size_t i = 0; i < n; ++i) {
            const std::vector<std::string> persons{"ann", "ben", "7", "007", "?"};
            original.push_back(
                {persons[random.below(persons.size())],
                 std::to_string(2 + random.below(2)) + std::to_string(random.below(3)),
                 random.below(3) == 0 ? "X" : "Y"});
        }
        const bool drops = random.below(2) == 0;
        TextRows released;
        for (const auto& row : original) {
            const bool suppressed = random.below(5) == 0;
            if (suppressed && !drops) {
                released.push_back({"*", "*"});
            } else if (!suppressed) {
                released.push_back({random.below(6) == 0 ? row[1] : decade_of(row[1]), row[2]});
            }
        }
        for (std::size_t i = released.size(); i-- > 1;) {
            std::swap(released[i], released[random.below(i + 1)]);
        }
        const auto as_one = [](TextRows rows) {
            for (auto& row : rows) {
                row[0] = row[0] == "007" ? "7" : row[0];
            }
            return rows;
        };
        const Truth truth = truth_of(as_one(original), released);
        if (released.empty() || truth == Truth::nothing_fits) {
            continue;
        }
        ++seen[truth];
        const AuditReport report = judge(
            problem_of(original, n, drops ? SuppressedRows::drop : SuppressedRows::star), released);
        const Proof& proof = report.proofs[0];
        if (proof.holds) {
            ASSERT_EQ(truth, Truth::holds) << "seed " << seed;
        } else if (proof.is_decided) {
            ASSERT_EQ(truth, Truth::broken) << "seed " << seed;
            ASSERT_FALSE(report.passed);
        } else {
            ASSERT_FALSE(report.not_proven.empty());
        }
        decided += proof.is_decided && truth != Truth::open ? 1 : 0;
    }
    EXPECT_GT(seen[Truth::holds], 50);
    EXPECT_GT(seen[Truth::broken], 50);
    EXPECT_GT(seen[Truth::open], 50);
    // All, but where each of two classes may hold, and never both.
    EXPECT_GT(decided * 200, (seen[Truth::holds] + seen[Truth::broken]) * 199);
}

}  // namespace
}  // namespace kanon

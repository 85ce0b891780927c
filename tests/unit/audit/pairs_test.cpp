// SPDX-License-Identifier: Apache-2.0
// A release judged row by row and as counted pairs must get the same report.
#include "kanon/audit/pairs.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"

#include "support/same_report.hpp"
#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::table_of;
using Counts = std::vector<std::uint64_t>;
using Cells = std::vector<std::string>;

constexpr std::string_view kColumns = "letter number illness town person";
constexpr std::string_view kReleased = "letter number illness town";

/// Row by row. A row that was left out has no released cells.
struct Row {
    Cells original;
    Cells released;

    // clang-tidy 14 takes the 0 that the result is compared with for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Row&, const Row&) = default;
};

std::string joined(const Cells& cells) {
    std::string out;
    for (const std::string& cell : cells) {
        out += cell + " ";
    }
    return out + ";";
}

const std::string& pick(Random& random, const Cells& from) {
    return from[random.below(from.size())];
}

std::string label_of(std::string_view value, Level /*level*/) {
    const bool early = value == "a" || value == "b" || value == "1" || value == "2";
    return early ? "early" : "late";
}

Row random_row(Random& random) {
    Cells cells{pick(random, {"a", "b", "c"}),
                pick(random, {"1", "2", "3", "?"}),
                pick(random, {"flu", "hiv", "cold"}),
                pick(random, {"X", "Y"}),
                pick(random, {"p1", "p2", "p3", "p4", "?"})};
    Cells released(cells.begin(), cells.end() - 1);
    return {std::move(cells), std::move(released)};
}

/// Recode each column as a whole, then suppress or leave out a few rows.
std::vector<Row> random_release(Random& random, bool leaves_out) {
    std::vector<Row> rows;
    const std::uint64_t size = 6 + random.below(60);
    const std::array<std::uint64_t, 2> recode{random.below(3), random.below(3)};
    for (std::uint64_t i = 0; i < size; ++i) {
        Row row = random_row(random);
        for (std::size_t j = 0; j < recode.size(); ++j) {
            std::string& cell = row.released[j];
            if (recode[j] == 1) {
                cell = label_of(cell, 1);
            } else if (recode[j] == 2) {
                cell = j == 1 && cell != "?" ? "[1,3]" : "*";
            }
        }
        if (random.below(9) == 0) {
            row.released = leaves_out ? Cells{} : Cells{"*", "*", "*", pick(random, {"*", "?"})};
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Change a cell of a released row and of those that are like it, or of this one alone.
void mutate(Random& random, std::vector<Row>& rows) {
    const Row chosen = rows[random.below(rows.size())];
    if (chosen.released.empty()) {
        return;
    }
    const std::size_t column = random.below(chosen.released.size());
    const std::string text =
        pick(random, {"a", "early", "late", "*", "1", "[1,2]", "?", "flu", "X", "nothing"});
    const bool one = random.below(2) == 0;
    for (Row& row : rows) {
        if (row == chosen) {
            row.released[column] = text;
            if (one) {
                return;
            }
        }
    }
}

struct World {
    std::uint64_t limit = 0;
    bool drops = false;
    bool has_star_class = false;
    bool has_mask = false;

    [[nodiscard]] Problem problem(const std::string& originals) const {
        Problem problem =
            test::problem_of(table_of(kColumns, originals),
                             {.quasi_identifiers = {"letter", "number"},
                              .withheld = {"person"},
                              .models = {{"k-anonymity", 2, "person"},
                                         {"l-diversity", 2, "illness", "distinct"},
                                         {"l-diversity", 1.5, "illness", "entropy"}},
                              .suppression_limit = limit,
                              .suppressed = drops ? SuppressedRows::drop : SuppressedRows::star,
                              .label_of = label_of});
        problem.patterns.all_star = has_star_class ? AllStar::as_class : AllStar::outliers;
        problem.patterns.given = has_mask;
        problem.patterns.attributes = 2;
        problem.patterns.max_stars = 1;
        problem.class_attribute = problem.table.find("town");
        return problem;
    }
};

AuditReport judge_rows(const World& world,
                       const std::vector<Row>& rows,
                       const AuditOptions& options) {
    std::string original;
    std::string released;
    std::vector<std::uint32_t> claims;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        original += joined(rows[i].original);
        if (!rows[i].released.empty()) {
            released += joined(rows[i].released);
            claims.push_back(i);
        }
    }
    const Problem problem = world.problem(original);
    Release release = release_from_table(table_of(kReleased, released), problem);
    release.original_row = claims;  // pairs are never taken for shuffled
    return audit(problem, release, options, RunContext{});
}

/// The rows as pairs, some of them in two parts, those left out last.
struct Pairs {
    std::string original;
    std::string released;
    Counts counts;

    void add(const Row& row, std::uint64_t count) {
        original += joined(row.original);
        released += row.released.empty() ? "" : joined(row.released);
        counts.push_back(count);
    }
};

Pairs pairs_of(Random& random, const std::vector<Row>& rows) {
    std::map<Row, std::uint64_t> counted;
    for (const Row& row : rows) {
        ++counted[row];
    }
    Pairs out;
    for (const bool left_out : {false, true}) {
        for (const auto& [row, count] : counted) {
            if (row.released.empty() == left_out) {
                const std::uint64_t first = count > 1 ? random.below(count) : 0;
                if (first > 0) {
                    out.add(row, first);
                }
                out.add(row, count - first);
            }
        }
    }
    return out;
}

AuditReport judge_pairs(const World& world,
                        const Pairs& pairs,
                        const AuditOptions& options,
                        unsigned threads) {
    RunContext context;
    context.threads = threads;
    return audit_pairs(world.problem(pairs.original),
                       table_of(kReleased, pairs.released),
                       pairs.counts,
                       options,
                       context);
}

/// The rows at fault by rule, attribute and message.
std::map<std::string, std::uint64_t> tally(const AuditReport& report, const Counts& counts) {
    const std::set<std::string> of_cells{
        "covers-original", "unreadable-value", "unchanged", "partly-suppressed", "pattern-mask"};
    std::map<std::string, std::uint64_t> out;
    for (const Fault& fault : report.faults) {
        const bool of_pair = !counts.empty() && of_cells.contains(fault.rule);
        out[fault.rule + " " + fault.attribute + ": " + fault.message] +=
            of_pair ? counts[*fault.row - 1] : 1;
    }
    return out;
}

void expect_same(const AuditReport& pairs, const Counts& counts, const AuditReport& rows) {
    EXPECT_EQ(tally(pairs, counts), tally(rows, {}));
    test::expect_same(pairs, rows);
}

TEST(AuditOfPairs, ReportsWhatTheAuditOfTheirRowsReports) {
    int passed = 0;
    std::map<std::string, int> broken;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const World world{.limit = random.below(12),
                          .drops = random.below(2) == 0,
                          .has_star_class = random.below(4) == 0,
                          .has_mask = random.below(4) == 0};
        std::vector<Row> rows = random_release(random, random.below(2) == 0);
        for (std::uint64_t change = random.below(3); change > 0; --change) {
            mutate(random, rows);
        }
        AuditOptions options{.show_values = true, .max_faults = 1000};
        if (random.below(3) == 0) {
            options.stated_rows = rows.size() + random.below(8) / 7;
            options.stated_suppressed = random.below(9);
        }
        const Pairs pairs = pairs_of(random, rows);
        const AuditReport of_rows = judge_rows(world, rows, options);
        const AuditReport of_pairs = judge_pairs(world, pairs, options, 1 + seed % 2);
        expect_same(of_pairs, pairs.counts, of_rows);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
        passed += of_rows.passed ? 1 : 0;
        for (const Fault& fault : of_rows.faults) {
            ++broken[fault.rule];
        }
    }
    EXPECT_GT(passed, 100);
    for (const char* rule : {"covers-original",
                             "k-anonymity",
                             "l-diversity",
                             "partly-suppressed",
                             "pattern-mask",
                             "row-lost",
                             "stated-counts",
                             "suppression-limit",
                             "unchanged",
                             "unreadable-value"}) {
        EXPECT_GT(broken[rule], 20) << rule;
    }
}

constexpr World kTwoClasses{.limit = 5'000'000'000};

TEST(AuditOfPairs, CountsMoreRowsThanATableHolds) {
    const Cells x{"early", "*", "flu", "X"};
    const Cells y{"late", "*", "flu", "X"};
    const Cells stars{"*", "*", "*", "*"};
    Pairs pairs;
    pairs.add({{"a", "1", "flu", "X", "p1"}, x}, 3'000'000'000);
    pairs.add({{"c", "1", "flu", "X", "p2"}, y}, 3'000'000'000);
    pairs.add({{"b", "1", "flu", "X", "p3"}, stars}, 4'000'000'000);
    const AuditReport report = judge_pairs(kTwoClasses, pairs, {}, 1);
    EXPECT_EQ(report.measures.rows, 10'000'000'000U);
    EXPECT_EQ(report.measures.suppressed_rows, 4'000'000'000U);
    EXPECT_EQ(report.measures.squared_sizes, 2 * 9e18);
    EXPECT_EQ(report.measures.classes, 2U);
    EXPECT_EQ(report.proofs[0].achieved, 1) << "one person in each class, however many rows";
    EXPECT_EQ(report.checks.back(),
              "each of 10,000,000,000 rows is released (6,000,000,000) or suppressed "
              "(4,000,000,000 of at most 5,000,000,000)");
    pairs.add({{"b", "2", "flu", "X", "p3"}, stars}, 4'000'000'000);
    EXPECT_THROW((void)judge_pairs(kTwoClasses, pairs, {}, 1), Error) << "a class of 2^32 rows";
}

TEST(AuditOfPairs, SumsTheSquaresOfClassesBeyondWhatSixtyFourBitsHold) {
    Pairs pairs;
    for (const char* letter : {"a", "b", "c"}) {
        pairs.add({{letter, "1", "flu", "X", "p1"}, {letter, "1", "flu", "X"}}, 4'000'000'000);
    }
    EXPECT_EQ(judge_pairs(kTwoClasses, pairs, {}, 1).measures.squared_sizes, 3 * 1.6e19);
}

TEST(AuditOfPairs, RefusesCountsThatDoNotFit) {
    const Row row{{"a", "1", "flu", "X", "p1"}, {"a", "1", "flu", "X"}};
    const auto judged = [&](const Counts& counts, int originals, int released) {
        Pairs pairs;
        for (int i = 0; i < originals; ++i) {
            pairs.original += joined(row.original);
        }
        for (int i = 0; i < released; ++i) {
            pairs.released += joined(row.released);
        }
        pairs.counts = counts;
        return judge_pairs(kTwoClasses, pairs, {}, 1);
    };
    EXPECT_EQ(judged({2, 3}, 2, 2).measures.rows, 5U);
    EXPECT_EQ(judged({2, 3}, 2, 1).measures.suppressed_rows, 3U);
    EXPECT_THROW((void)judged({}, 2, 2), Error);
    EXPECT_THROW((void)judged({2}, 2, 2), Error);
    EXPECT_THROW((void)judged({2, 3, 4}, 2, 2), Error);
    EXPECT_THROW((void)judged({2, 3}, 2, 3), Error);
    EXPECT_THROW((void)judged({2, 0}, 2, 2), Error);
    EXPECT_THROW((void)judged({2, std::numeric_limits<std::uint64_t>::max()}, 2, 1), Error);
}

}  // namespace
}  // namespace kanon

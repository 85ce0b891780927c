// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/suda.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/risk/suda_scores.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

namespace kanon::risk {
namespace {

TypedRows types_of(const Table& table) {
    std::vector<std::size_t> columns(table.column_count());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return make_row_types(table, columns, {}, 1);
}

struct Scored {
    std::vector<double> of_row;
    SudaScores scores;
    MinimalUniques found;
};

Scored scored(const Table& table, std::size_t largest = 0) {
    const TypedRows types = types_of(table);
    Scored out;
    out.found = find_minimal_uniques(types, {}, largest, RunContext{});
    out.scores = suda_scores(out.found);
    std::vector<double> of_type(types.size());
    for (std::size_t place = 0; place < out.found.types.size(); ++place) {
        of_type[out.found.types[place]] = out.scores.of_unique[place];
    }
    for (const std::uint32_t type : types.type_of_row) {
        out.of_row.push_back(of_type[type]);
    }
    return out;
}

/// Ten people of the SDC practice guide of the World Bank and IHSN (Measuring risk, table 4.5),
/// whose figures are published with sdcMicro.
Table people_of_the_guide() {
    return test::table_of("residence gender education labor",
                          "u f si e; u f si e; u f pi n; u m sc e; r f sc u; "
                          "u m sc e; u f pc n; u m ps u; u f si n; u f si n");
}

TEST(Suda, HasTheScoresOfThePracticeGuide) {
    EXPECT_EQ(scored(people_of_the_guide()).of_row,
              (std::vector<double>{0, 0, 6, 0, 12, 0, 6, 10, 0, 0}));
    EXPECT_EQ(scored(people_of_the_guide(), 3).of_row,
              (std::vector<double>{0, 0, 6, 0, 12, 0, 6, 10, 0, 0}));
}

TEST(Suda, SharesTheFilesRiskOutAsThePracticeGuide) {
    const TypedRows types = types_of(people_of_the_guide());
    const SizeCounts sizes = count_sizes(risk_classes(types));
    const double risk = data_intrusion_risk(sizes, 0.01);
    EXPECT_NEAR(risk, 4 * 0.01 / (4 * 0.01 + 6 * 0.99), 1e-15);
    // Its figures are of the scores that sdcMicro had before version 5.0.2.
    const std::vector<double> former{1.75, 3.25, 1.75, 2.75};
    const std::vector<double> shared = dis_suda_scores(former, 4, risk, 4);
    EXPECT_NEAR(shared[0], 0.005120313, 1e-8);
    EXPECT_NEAR(shared[1], 0.010702061, 1e-8);
    EXPECT_NEAR(shared[2], 0.005120313, 1e-8);
    EXPECT_NEAR(shared[3], 0.008775093, 1e-8);
}

/// From the tests of sdcMicro: Templ's book, and shares of columns.
TEST(Suda, HasTheFiguresOfSdcMicrosTests) {
    const Table book = test::table_of("age gender income education",
                                      "20 m 50+ h; 20 m 50+ h; 20 m 50- h; 20 m 50- h; "
                                      "20 f 50- u; 20 f 50- h; 20 f 50- x; 60 m 50- u");
    const std::vector<double> of_row = scored(book).of_row;
    EXPECT_EQ(std::vector<double>(of_row.begin() + 4, of_row.end()),
              (std::vector<double>{4, 2, 6, 8}));
    const std::vector<double> shares =
        scored(test::table_of("a b c", "2 0 0; 1 3 6; 1 0 0")).scores.share_of_column;
    EXPECT_EQ(shares, (std::vector<double>{0.5, 0.375, 0.375}));
}

TEST(Suda, KnowsNoSpecialUniqueWhereNoRowIsAlone) {
    const Scored found = scored(test::table_of("a b", "1 1; 1 1; 2 2; 2 2"));
    EXPECT_TRUE(found.found.types.empty());
    EXPECT_EQ(found.scores.sum, 0);
    EXPECT_EQ(data_intrusion_risk({{2, 2}}, 0.1), 0);
}

TEST(Suda, CountsPersonsWhereTheyAreTold) {
    // Two rows alike are one person's: nobody else has these values.
    const TypedRows types = types_of(test::table_of("a b", "1 1; 1 1; 2 2; 2 3"));
    const std::vector<std::uint64_t> subjects{1, 1, 1};
    const MinimalUniques found = find_minimal_uniques(types, subjects, 0, RunContext{});
    ASSERT_EQ(found.types.size(), 3U);
    EXPECT_EQ(found.sets[0], (std::vector<std::uint64_t>{0b01, 0b10}));
}

/// A table of few values, so that some rows are alike and others are alone in several ways.
Table random_table(std::uint64_t seed) {
    Random random(seed);
    const std::size_t rows = 2 + random.below(30);
    const std::size_t columns = 1 + random.below(6);
    std::string names;
    std::string cells;
    for (std::size_t j = 0; j < columns; ++j) {
        names += (j == 0 ? "q" : " q") + std::to_string(j);
    }
    for (std::size_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : ";";
        for (std::size_t j = 0; j < columns; ++j) {
            cells += " " + std::to_string(random.below(1 + random.below(5)));
        }
    }
    return test::table_of(names, cells);
}

/// Whether a row shares its values in a set of columns with no other.
bool is_alone(const Table& table, std::size_t row, std::uint64_t set) {
    for (std::size_t other = 0; other < table.row_count(); ++other) {
        bool alike = other != row;
        for (std::size_t j = 0; alike && j < table.column_count(); ++j) {
            alike = ((set >> j) & 1U) == 0 ||
                    table.column(j).codes[row] == table.column(j).codes[other];
        }
        if (alike) {
            return false;
        }
    }
    return true;
}

std::vector<std::uint64_t> minimal_by_brute_force(const Table& table,
                                                  std::size_t row,
                                                  std::size_t largest) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t set = 1; set < std::uint64_t{1} << table.column_count(); ++set) {
        bool is_minimal =
            static_cast<std::size_t>(std::popcount(set)) <= largest && is_alone(table, row, set);
        for (std::uint64_t bit = 1; bit <= set && is_minimal; bit <<= 1U) {
            const std::uint64_t less = set & ~bit;
            is_minimal = less == set || less == 0 || !is_alone(table, row, less);
        }
        if (is_minimal) {
            out.push_back(set);
        }
    }
    return out;
}

TEST(Suda, FindsTheSetsOfBruteForce) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Table table = random_table(seed);
        const std::size_t largest = 1 + seed % table.column_count();
        const TypedRows types = types_of(table);
        const MinimalUniques found = find_minimal_uniques(types, {}, largest, RunContext{});
        std::vector<std::vector<std::uint64_t>> of_type(types.size());
        for (std::size_t place = 0; place < found.types.size(); ++place) {
            of_type[found.types[place]] = found.sets[place];
        }
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            const std::uint32_t type = types.type_of_row[row];
            const bool unique = types.counts[type] == 1;
            EXPECT_EQ(
                of_type[type],
                unique ? minimal_by_brute_force(table, row, largest) : std::vector<std::uint64_t>())
                << "seed " << seed << ", row " << row;
        }
    }
}

TEST(Suda, RefusesMoreColumnsThanItHasBitsFor) {
    std::string names;
    std::string cells;
    for (std::size_t j = 0; j <= kMostSudaColumns; ++j) {
        names += " c" + std::to_string(j);
        cells += " 1";
    }
    const TypedRows types = types_of(test::table_of(names, cells));
    EXPECT_THROW(static_cast<void>(find_minimal_uniques(types, {}, 1, RunContext{})), Error);
}

TEST(Suda, CapsTheSizeOfSetsByItsCostAndRefusesWhatIsAskedBeyond) {
    std::string names;
    std::string cells;
    for (std::size_t j = 0; j < kMostSudaColumns; ++j) {
        names += " c" + std::to_string(j);
        cells += " " + std::to_string(j % 3);
    }
    const TypedRows types = types_of(test::table_of(names, cells + ";" + cells));
    const MinimalUniques found = find_minimal_uniques(types, {}, 0, RunContext{});
    EXPECT_TRUE(found.is_capped);
    EXPECT_LT(found.largest, kMostSudaColumns);
    EXPECT_GE(found.largest, 5U);
    EXPECT_THROW(static_cast<void>(find_minimal_uniques(types, {}, 30, RunContext{})), Error);
}

}  // namespace
}  // namespace kanon::risk

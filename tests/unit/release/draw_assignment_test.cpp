// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/draw_assignment.hpp"

#include "kanon/release/release.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

constexpr std::uint32_t kDegree = 3;

/// Six persons, two of them alike but for their names. As an assignment numbers rows: 20 20 30 40
/// 50 60.
Table drawn_people() {
    return test::table_of("name age s", "a 60 x; b 20 y; c 40 x; d 20 y; e 50 x; f 30 y");
}

/// Record r has the rows r, r + 1 and r + 2, and shows the range of their ages.
AssignmentRecoding ring_of_people() {
    AssignmentRecoding out;
    out.degree = kDegree;
    for (std::uint32_t record = 0; record < 6; ++record) {
        for (std::uint32_t round = 0; round < kDegree; ++round) {
            out.members.push_back((record + round) % 6);
        }
    }
    out.domains = {ReleasedDomain{.values = {{Kind::range, 0, 1},
                                             {Kind::range, 0, 2},
                                             {Kind::range, 1, 3},
                                             {Kind::range, 2, 4},
                                             {Kind::range, 0, 4}}}};
    out.value_of_record = {{0, 1, 2, 3, 4, 4}};
    return out;
}

struct DrawnJob {
    Table table = drawn_people();
    std::vector<std::size_t> columns{1};
    std::vector<std::size_t> tracked{2};
    TypedRows types = make_row_types(table, columns, tracked, 1);

    [[nodiscard]] Release release(const AssignmentRecoding& recoding) const {
        const std::vector<RecodedAttribute> attributes{{1, nullptr}};
        const std::vector<std::size_t> withheld{0};
        return apply({.table = &table,
                      .types = &types,
                      .type_of_row = types.type_of_row,
                      .tracked = tracked},
                     attributes,
                     withheld,
                     Recoding{recoding},
                     SuppressedRows::star,
                     1);
    }
};

bool is_member(const AssignmentRecoding& recoding, std::uint32_t record, std::uint32_t row) {
    const auto first = recoding.members.begin() + std::ptrdiff_t{record} * recoding.degree;
    return std::find(first, first + recoding.degree, row) != first + recoding.degree;
}

TEST(DrawAssignment, GivesEveryRowARecordOfItsOwnThatItIsAMemberOf) {
    const DrawnJob job;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        AssignmentRecoding recoding = ring_of_people();
        SecretRandom random(seed);
        EXPECT_FALSE(recoding.is_drawn());
        const auto row_of_record = draw_assignment(job.types, random, recoding);
        EXPECT_TRUE(recoding.is_drawn());
        ASSERT_EQ(row_of_record.size(), 6U);
        EXPECT_EQ(std::set<std::uint32_t>(row_of_record.begin(), row_of_record.end()).size(), 6U);
        for (std::uint32_t record = 0; record < 6; ++record) {
            EXPECT_TRUE(is_member(recoding, record, row_of_record[record]));
        }
    }
}

/// Of a type of several rows, the shares have every row; of the others the type has its record.
TEST(DrawAssignment, SharesCoverTheRowsOfTypesOfSeveral) {
    const DrawnJob job;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        AssignmentRecoding recoding = ring_of_people();
        SecretRandom random(seed);
        draw_assignment(job.types, random, recoding);
        ASSERT_EQ(recoding.shares.size(), 2U);
        std::set<std::uint32_t> records;
        for (const Share& share : recoding.shares) {
            EXPECT_EQ(share.type, 0U);
            EXPECT_EQ(share.tuple, 0U);
            EXPECT_EQ(share.rows, 1U);
            EXPECT_TRUE(is_member(recoding, share.of_class, 0) ||
                        is_member(recoding, share.of_class, 1));
            records.insert(share.of_class);
        }
        ASSERT_EQ(recoding.record_of_type.size(), 5U);
        EXPECT_EQ(records.count(recoding.record_of_type[0]), 1U);
        for (std::uint32_t type = 1; type < 5; ++type) {
            EXPECT_TRUE(is_member(recoding, recoding.record_of_type[type], type + 1));
            records.insert(recoding.record_of_type[type]);
        }
        EXPECT_EQ(records.size(), 6U);
    }
}

TEST(DrawAssignment, SharesKeepTuplesApart) {
    const Table table = test::table_of("age s", "20 x; 20 y; 20 x; 30 x");
    const std::array<std::size_t, 1> age{0};
    const std::array<std::size_t, 1> tracked{1};
    const TypedRows types = make_row_types(table, age, tracked, 1);
    AssignmentRecoding recoding;
    recoding.degree = 2;
    recoding.members = {0, 1, 1, 2, 2, 3, 3, 0};
    SecretRandom random(7);
    draw_assignment(types, random, recoding);
    std::vector<std::uint32_t> rows_of_tuple(2);
    ASSERT_EQ(recoding.shares.size(), 3U);
    for (const Share& share : recoding.shares) {
        EXPECT_EQ(share.type, 0U);
        rows_of_tuple[share.tuple] += share.rows;
        const bool among_x =
            is_member(recoding, share.of_class, 0) || is_member(recoding, share.of_class, 1);
        EXPECT_TRUE(share.tuple == 0 ? among_x : is_member(recoding, share.of_class, 2));
    }
    EXPECT_EQ(rows_of_tuple, (std::vector<std::uint32_t>{2, 1}));
    EXPECT_TRUE(std::is_sorted(recoding.shares.begin(),
                               recoding.shares.end(),
                               [](const Share& a, const Share& b) { return a.tuple < b.tuple; }));
}

/// Chi-square of 2 degrees of freedom is above 28 once in a million times.
TEST(DrawAssignment, EachRecordOfARowIsAsProbable) {
    const DrawnJob job;
    constexpr int kDraws = 6000;
    std::array<std::array<int, 6>, 6> seen{};
    for (int draw = 0; draw < kDraws; ++draw) {
        AssignmentRecoding recoding = ring_of_people();
        SecretRandom random(1000 + static_cast<std::uint64_t>(draw));
        const auto row_of_record = draw_assignment(job.types, random, recoding);
        for (std::uint32_t record = 0; record < 6; ++record) {
            ++seen[row_of_record[record]][record];
        }
    }
    for (std::uint32_t row = 0; row < 6; ++row) {
        double chi_square = 0;
        for (std::uint32_t back = 0; back < kDegree; ++back) {
            const double off = seen[row][(row + 6 - back) % 6] - kDraws / 3.0;
            chi_square += off * off / (kDraws / 3.0);
        }
        EXPECT_LT(chi_square, 28) << row;
    }
}

/// Row 0 is in the records 0, 5, 4 and row 1 in 1, 0, 5; either may come first.
TEST(DrawAssignment, RowsThatAreAlikeStandInRandomOrder) {
    const DrawnJob job;
    constexpr int kDraws = 6000;
    std::map<std::uint32_t, int> seen;
    for (int draw = 0; draw < kDraws; ++draw) {
        AssignmentRecoding recoding = ring_of_people();
        SecretRandom random(50'000 + static_cast<std::uint64_t>(draw));
        draw_assignment(job.types, random, recoding);
        ++seen[recoding.shares.front().of_class];
    }
    double chi_square = 0;
    for (const auto& [record, share] : std::vector<std::pair<std::uint32_t, double>>{
             {0, 1 / 3.0}, {5, 1 / 3.0}, {4, 1 / 6.0}, {1, 1 / 6.0}}) {
        const double off = seen[record] - kDraws * share;
        chi_square += off * off / (kDraws * share);
    }
    EXPECT_EQ(seen.size(), 4U);
    EXPECT_LT(chi_square, 31);
}

TEST(DrawAssignment, IsReleasedInTheOrderOfTheOriginal) {
    const DrawnJob job;
    const std::array<std::string, 6> spelled{
        "[20, 30]", "[20, 40]", "[30, 50]", "[40, 60]", "[20, 60]", "[20, 60]"};
    const std::array<int, 6> ages{60, 20, 40, 20, 50, 30};
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        AssignmentRecoding recoding = ring_of_people();
        SecretRandom random(seed);
        draw_assignment(job.types, random, recoding);
        const Table released = job.release(recoding).table;
        ASSERT_EQ(released.row_count(), 6U);
        std::multiset<std::string> cells;
        for (std::size_t row = 0; row < 6; ++row) {
            const std::string cell(released.column(0).text(row));
            ASSERT_EQ(cell.size(), 8U);
            EXPECT_LE(std::stoi(cell.substr(1, 2)), ages[row]) << cell;
            EXPECT_GE(std::stoi(cell.substr(5, 2)), ages[row]) << cell;
            EXPECT_EQ(released.column(1).text(row), job.table.column(2).text(row));
            const std::uint32_t type = job.types.type_of_row[row];
            if (type != 0) {
                EXPECT_EQ(cell, spelled[recoding.record_of_type[type]]);
            }
            cells.insert(cell);
        }
        EXPECT_EQ(cells, std::multiset<std::string>(spelled.begin(), spelled.end()));
    }
}

}  // namespace
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/linkage.hpp"

#include "kanon/attack/point_tree.hpp"
#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace kanon::attack {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using Columns = std::vector<NumberColumn>;

LinkageFindings link(const Columns& columns, double width = 0.05, unsigned threads = 1) {
    return link_nearest(columns, {.width = width}, RunContext{.threads = threads});
}

/// Whole numbers from 0 to `greatest`, so that ties are many.
std::vector<double> some_numbers(std::mt19937& random, std::size_t rows, int greatest) {
    std::uniform_int_distribution<int> number(0, greatest);
    std::vector<double> out(rows);
    std::ranges::generate(out, [&] { return number(random); });
    return out;
}

/// Each class of k rows in order releases its means.
void release_means(Columns& columns, std::size_t k) {
    for (NumberColumn& column : columns) {
        column.released.resize(column.original.size());
        for (std::size_t begin = 0; begin < column.original.size(); begin += k) {
            const std::size_t end = std::min(begin + k, column.original.size());
            const double sum =
                std::accumulate(column.original.begin() + static_cast<std::ptrdiff_t>(begin),
                                column.original.begin() + static_cast<std::ptrdiff_t>(end),
                                0.0);
            std::fill(column.released.begin() + static_cast<std::ptrdiff_t>(begin),
                      column.released.begin() + static_cast<std::ptrdiff_t>(end),
                      sum / static_cast<double>(end - begin));
        }
    }
}

Columns some_columns(std::mt19937& random, std::size_t rows, std::size_t columns, int greatest) {
    Columns out(columns);
    for (std::size_t j = 0; j < columns; ++j) {
        out[j].name = std::to_string(j);
        out[j].original = some_numbers(random, rows, greatest);
    }
    return out;
}

double variance_of(const std::vector<double>& numbers) {
    const auto count = static_cast<double>(numbers.size());
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
    return std::accumulate(numbers.begin(),
                           numbers.end(),
                           0.0,
                           [mean](double sum, double number) {
                               return sum + (number - mean) * (number - mean);
                           }) /
           (count - 1);
}

/// The squared distance of a released row from an original one.
double squared(const Columns& columns, std::size_t released, std::size_t original) {
    double sum = 0;
    for (const NumberColumn& column : columns) {
        const double variance = variance_of(column.original);
        const double apart = column.released[released] - column.original[original];
        sum += variance > 0 && !std::isnan(apart) ? apart * apart / variance : 0;
    }
    return sum;
}

/// Expected links by all pairs: the nearest, and among the two nearest.
std::pair<double, double> by_all_pairs(const Columns& columns) {
    std::pair<double, double> out{0, 0};
    const std::size_t rows = columns[0].original.size();
    for (std::size_t row = 0; row < rows; ++row) {
        const double own = squared(columns, row, row);
        double nearer = 0;
        double as_near = 0;
        for (std::size_t other = 0; other < rows; ++other) {
            const double apart = squared(columns, row, other);
            const bool equal = std::abs(apart - own) <= 1e-9 * own;
            nearer += apart < own && !equal ? 1 : 0;
            as_near += equal ? 1 : 0;
        }
        out.first += nearer == 0 ? 1 / as_near : 0;
        out.second += nearer < 2 ? std::min(1.0, (2 - nearer) / as_near) : 0;
    }
    return out;
}

TEST(Linkage, CountsTiesAsSharesOfALink) {
    // The first two rows show 0.5, as near to one as to the other; the third its own number.
    const LinkageFindings found = link({{"x", {0, 1, 5}, {0.5, 0.5, 5}}});
    EXPECT_DOUBLE_EQ(found.linked, 2);
    EXPECT_EQ(found.certain, 1U);
    EXPECT_DOUBLE_EQ(found.among_two, 3);
    EXPECT_EQ(found.distinct_originals, 3U);
}

TEST(Linkage, LinksStarsByChanceAndLeavesOutWhoLacksANumber) {
    const LinkageFindings found = link({{"x", {0, 1, 5, kNone}, {kNone, kNone, kNone, 2}}});
    EXPECT_EQ(found.rows, 3U);
    EXPECT_EQ(found.rows_without_number, 1U);
    EXPECT_DOUBLE_EQ(found.linked, 1);
    EXPECT_DOUBLE_EQ(found.among_two, 2);
    EXPECT_EQ(found.all.by_deviation, 0U) << "a star discloses no interval";
}

TEST(Linkage, IsThatOfAllPairs) {
    std::mt19937 random(7);
    for (std::size_t round = 0; round < 60; ++round) {
        const int greatest = round % 3 == 0 ? 3 : 20;
        Columns columns = some_columns(random, 40 + round, 1 + round % 4, greatest);
        release_means(columns, 1 + round % 5);
        for (NumberColumn& column : columns) {
            column.released[random() % column.released.size()] = kNone;
        }
        const LinkageFindings found = link(columns);
        const auto [linked, among_two] = by_all_pairs(columns);
        EXPECT_NEAR(found.linked, linked, 1e-9) << round;
        EXPECT_NEAR(found.among_two, among_two, 1e-9) << round;
    }
}

/// Rows released alike are drawn from the same nearest originals: one link a class at most, and two
/// among the two nearest; k-anonymity leaves 1 / k of the rows, and 2 / k.
TEST(Linkage, IsAtMostOnePerClass) {
    std::mt19937 random(8);
    for (const std::size_t k : {2U, 3U, 5U, 10U}) {
        Columns columns = some_columns(random, 300, 2, 1000);
        release_means(columns, k);
        const LinkageFindings found = link(columns);
        EXPECT_LE(found.linked, 300.0 / static_cast<double>(k) + 1e-9);
        EXPECT_LE(found.among_two, 600.0 / static_cast<double>(k) + 1e-9);
        EXPECT_GE(found.among_two, found.linked);
        EXPECT_LE(static_cast<double>(found.certain), found.linked + 1e-9);
    }
}

TEST(Linkage, DoesNotHangOnUnitsNorOnThreads) {
    std::mt19937 random(9);
    Columns columns = some_columns(random, 500, 3, 50);
    release_means(columns, 3);
    for (NumberColumn& column : columns) {  // so that the last part of the rows counts as well
        column.released.back() = column.original.back();
    }
    const LinkageFindings found = link(columns, 0.1, 1);
    const LinkageFindings threads = link(columns, 0.1, 8);
    EXPECT_EQ(found.linked, threads.linked);
    EXPECT_EQ(found.certain, threads.certain);
    EXPECT_EQ(found.among_two, threads.among_two);
    for (double& number : columns[1].original) {
        number = 1000 * number + 7;
    }
    for (double& number : columns[1].released) {
        number = 1000 * number + 7;
    }
    const LinkageFindings scaled = link(columns, 0.1);
    EXPECT_NEAR(found.linked, scaled.linked, 1e-9);
    EXPECT_EQ(found.columns[1].by_rank, scaled.columns[1].by_rank);
}

TEST(Linkage, OfOriginalsAsTheyAreIsOnePerDistinctRow) {
    std::mt19937 random(10);
    Columns columns = some_columns(random, 200, 2, 9);
    release_means(columns, 1);
    const LinkageFindings found = link(columns);
    EXPECT_NEAR(found.linked, static_cast<double>(found.distinct_originals), 1e-9);
    EXPECT_EQ(found.all.by_deviation, 200U);
    EXPECT_EQ(found.all.by_rank, 200U);
}

TEST(Intervals, AreDeviationsOfTheReleaseAndRanksOfTheOriginals) {
    // Deviation of the released numbers: 10 / sqrt(3) = 5.77; a fifth of it is 1.15.
    const LinkageFindings found =
        link({{"x", {1, 2, 10, 12}, {0, 0, 10, 10}}, {"y", {0, 1, 2, 3}, {0, 1, 2, 30}}}, 0.2);
    EXPECT_EQ(found.columns[0].by_deviation, 2U) << "1 and 10 are near, 2 and 12 are not";
    // Ranks of originals: 1/8, 3/8, 5/8, 7/8; of 0: 0; of 10: 5/8.
    EXPECT_EQ(found.columns[0].by_rank, 2U);
    EXPECT_EQ(found.columns[1].by_deviation, 3U);
    EXPECT_EQ(found.columns[1].by_rank, 4U) << "30 is above all: rank 1, and 3 has 7/8";
    EXPECT_EQ(found.all.by_deviation, 2U);
    EXPECT_EQ(found.all_but_one.by_deviation, 3U);
}

TEST(Linkage, RefusesWhatHasNothingToLinkBy) {
    EXPECT_THROW((void)link({}), Error);
    EXPECT_THROW((void)link({{"x", {kNone}, {1}}}), Error);
    EXPECT_THROW((void)link({{"x", {1}, {1}}}, 0), Error);
}

TEST(PointTree, StopsWhereEnoughAreNearer) {
    const PointTree tree({0, 0, 1, 2, 3, 4}, 1);
    EXPECT_EQ(tree.size(), 5U);
    const std::vector<double> place{0};
    EXPECT_EQ(tree.count(place, 4, 100).nearer, 3U);
    EXPECT_EQ(tree.count(place, 4, 100).as_near, 1U);
    EXPECT_GE(tree.count(place, 4, 2).nearer, 2U);
}

}  // namespace
}  // namespace kanon::attack

// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/cell_loss.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::shared_ptr<const Dictionary> ages() {
    return test::table_of("age", "20;25;30;40;60;?").column(0).dictionary;
}

/// Ages under the intervals (-inf, 30), [30, inf), the missing value on its own, then a star.
Hierarchy interval_hierarchy() {
    Hierarchy::LevelMap halves;
    halves.label_of_code = {0, 0, 1, 1, 1, 2};
    halves.labels = {"(-inf, 30)", "[30, inf)", ""};
    halves.ranges = {{-kInfinity, 30, false}, {30, kInfinity, false}, {0, 0, true}};
    Hierarchy::LevelMap top;
    top.label_of_code.assign(6, 0);
    top.labels = {"*"};
    top.ranges = {{-kInfinity, kInfinity, false}};
    return {ages(), {halves, top}, HierarchyKind::intervals};
}

double loss(const ReleasedValue& value, const ReleasedDomain& domain = {}) {
    return ncp(value, domain, *ages(), nullptr);
}

TEST(CellLoss, ExactValuesCostNothingAndStarsAll) {
    EXPECT_EQ(loss({Kind::exact, 3, 0}), 0);
    EXPECT_EQ(loss({Kind::exact, 5, 0}), 0);
    EXPECT_EQ(loss({Kind::star, 0, 0}), 1);
}

TEST(CellLoss, RangesAreMeasuredByTheirNumbers) {
    EXPECT_DOUBLE_EQ(loss({Kind::range, 0, 2}), 10.0 / 40);
    EXPECT_DOUBLE_EQ(loss({Kind::range, 0, 4}), 1);
}

TEST(CellLoss, StatedRangesAreClippedToTheDomain) {
    ReleasedDomain domain;
    domain.ranges = {
        {22, 32, true}, {0, 30, false}, {-kInfinity, kInfinity, false}, {70, 90, true}};
    EXPECT_DOUBLE_EQ(loss({Kind::interval, 0, 0}, domain), 10.0 / 40);
    EXPECT_DOUBLE_EQ(loss({Kind::interval, 1, 0}, domain), 10.0 / 40);
    EXPECT_DOUBLE_EQ(loss({Kind::interval, 2, 0}, domain), 1);
    EXPECT_DOUBLE_EQ(loss({Kind::interval, 3, 0}, domain), 0);
}

TEST(CellLoss, SetsAreMeasuredByCountTheMissingValueIncluded) {
    ReleasedDomain domain;
    domain.sets = {{0, 2, 5}};
    EXPECT_DOUBLE_EQ(loss({Kind::set, 0, 0}, domain), 2.0 / 5);
}

TEST(CellLoss, RangesOfTextAreMeasuredByCount) {
    const auto letters = test::table_of("x", "a;b;c;d;e").column(0).dictionary;
    EXPECT_DOUBLE_EQ(ncp({Kind::range, 1, 3}, {}, *letters, nullptr), 2.0 / 4);
}

TEST(CellLoss, LabelsOfIntervalHierarchiesAreMeasuredAsRanges) {
    const Hierarchy hierarchy = interval_hierarchy();
    const std::vector<double> halves = ncp_of_labels(hierarchy, 1);
    ASSERT_EQ(halves.size(), 3U);
    EXPECT_DOUBLE_EQ(halves[0], 10.0 / 40);
    EXPECT_DOUBLE_EQ(halves[1], 30.0 / 40);
    EXPECT_DOUBLE_EQ(halves[2], 0);
    EXPECT_EQ(ncp_of_labels(hierarchy, 2), std::vector<double>{1});
    EXPECT_EQ(ncp_of_labels(hierarchy, 0), std::vector<double>(6, 0));
    EXPECT_DOUBLE_EQ(ncp({Kind::label, 1, 1}, {}, *ages(), &hierarchy), 30.0 / 40);
}

TEST(CellLoss, LabelsOfOtherHierarchiesAreMeasuredByCountOnNumbersToo) {
    Hierarchy::LevelMap halves;
    halves.label_of_code = {0, 0, 1, 1, 1, 0};
    halves.labels = {"young", "old"};
    Hierarchy::LevelMap top;
    top.label_of_code.assign(6, 0);
    top.labels = {"any"};
    const Hierarchy hierarchy(ages(), {halves, top}, HierarchyKind::file);
    const std::vector<double> losses = ncp_of_labels(hierarchy, 1);
    EXPECT_DOUBLE_EQ(losses[0], 2.0 / 5);
    EXPECT_DOUBLE_EQ(losses[1], 2.0 / 5);
}

/// Six codes; the file has four leaves more: three under young, one under any alone.
Hierarchy halves_of_file() {
    Hierarchy::LevelMap halves;
    halves.label_of_code = {0, 0, 1, 1, 1, 0};
    halves.labels = {"young", "old"};
    halves.file_leaves = {6, 3};
    Hierarchy::LevelMap top;
    top.label_of_code.assign(6, 0);
    top.labels = {"any"};
    top.file_leaves = {10};
    return {ages(), {halves, top}, HierarchyKind::file};
}

TEST(LmLoss, LabelsAreMeasuredByTheLeavesOfTheirFile) {
    const Hierarchy hierarchy = halves_of_file();
    const std::vector<double> losses = loss_of_labels(CellLoss::lm, hierarchy, 1);
    EXPECT_DOUBLE_EQ(losses[0], 5.0 / 9);
    EXPECT_DOUBLE_EQ(losses[1], 2.0 / 9);
    EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, 0), std::vector<double>(6, 0));
    EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, 2), std::vector<double>{1});
    EXPECT_EQ(star_loss(CellLoss::lm, hierarchy), 1);
}

TEST(LmLoss, SetsAreMeasuredAgainstTheLeavesOfTheFileAndRangesAsInNcp) {
    const Hierarchy hierarchy = halves_of_file();
    ReleasedDomain domain;
    domain.sets = {{0, 2, 5}};
    const auto lm = [&](ReleasedValue value) {
        return cell_loss(CellLoss::lm, value, domain, *ages(), &hierarchy);
    };
    EXPECT_DOUBLE_EQ(lm({Kind::set, 0, 0}), 2.0 / 9);
    EXPECT_DOUBLE_EQ(lm({Kind::range, 0, 1}), loss({Kind::range, 0, 1}, domain));
    EXPECT_EQ(lm({Kind::exact, 3, 0}), 0);
    EXPECT_EQ(lm({Kind::star, 0, 0}), 1);
}

TEST(LmLoss, OtherHierarchiesAreMeasuredAsInNcp) {
    const Hierarchy hierarchy = interval_hierarchy();
    for (Level level = 0; level <= hierarchy.height(); ++level) {
        EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, level), ncp_of_labels(hierarchy, level));
    }
}

/// `b` may be the value or the label over it and a leaf that does not occur: nobody can tell.
TEST(LmLoss, OneTextForTheSameValuesOnSeveralLevelsIsMeasuredOnTheLowest) {
    const auto dictionary = test::table_of("x", "a;b;c").column(0).dictionary;
    Hierarchy::LevelMap first;
    first.label_of_code = {0, 1, 0};
    first.labels = {"ac", "b"};
    first.file_leaves = {2, 2};
    Hierarchy::LevelMap second = first;
    second.labels = {"AC", "b"};
    second.file_leaves = {3, 4};
    Hierarchy::LevelMap top;
    top.label_of_code = {0, 0, 0};
    top.labels = {"*"};
    top.file_leaves = {9};
    const Hierarchy hierarchy(dictionary, {first, second, top}, HierarchyKind::file);
    EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, 1), (std::vector<double>{1.0 / 8, 0}));
    EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, 2), (std::vector<double>{2.0 / 8, 0}));
}

TEST(LmLoss, OnlyAHierarchyOfOneLeafCostsNothing) {
    const auto one = test::table_of("x", "7;7").column(0).dictionary;
    Hierarchy::LevelMap top;
    top.label_of_code = {0};
    top.labels = {"*"};
    top.file_leaves = {1};
    EXPECT_EQ(star_loss(CellLoss::lm, Hierarchy(one, {top}, HierarchyKind::file)), 0);
    top.file_leaves = {3};
    const Hierarchy hierarchy(one, {top}, HierarchyKind::file);
    EXPECT_EQ(star_loss(CellLoss::lm, hierarchy), 1);
    EXPECT_EQ(loss_of_labels(CellLoss::lm, hierarchy, 1), std::vector<double>{1});
    EXPECT_EQ(star_loss(CellLoss::ncp, hierarchy), 0);
}

TEST(CellLoss, ADomainOfOneValueCostsNothingEvenStarred) {
    const auto one = test::table_of("x", "7;7").column(0).dictionary;
    EXPECT_EQ(ncp({Kind::star, 0, 0}, {}, *one, nullptr), 0);
}

TEST(CellLoss, OneNumberBesideTheMissingValueIsCounted) {
    const auto dictionary = test::table_of("x", "7;?").column(0).dictionary;
    ReleasedDomain domain;
    domain.ranges = {{0, 10, true}};
    domain.sets = {{0, 1}};
    EXPECT_EQ(ncp({Kind::interval, 0, 0}, domain, *dictionary, nullptr), 0);
    EXPECT_EQ(ncp({Kind::set, 0, 0}, domain, *dictionary, nullptr), 1);
}

}  // namespace
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/measures.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Texts = std::vector<std::string>;

Release release_of(const std::vector<Texts>& columns,
                   const Texts& names = {"race", "zip", "label"}) {
    std::vector<std::shared_ptr<const Column>> out;
    Release release;
    for (const Texts& cells : columns) {
        release.original_column.push_back(out.size());
        out.push_back(test::column_of(names[out.size()], cells, ValueType::text));
    }
    release.table = Table(std::move(out), columns.front().size());
    return release;
}

struct Measured {
    std::size_t column = 0;
    const Hierarchy* hierarchy = nullptr;
    double weight = 1;
};

/// The measures of a release whose columns are those of the table, and then the one of labels.
Measures measured(const Table& table,
                  const Release& release,
                  const std::vector<Measured>& attributes,
                  std::optional<std::size_t> label_column = std::nullopt) {
    std::vector<RecodedAttribute> recoded;
    MeasuredBy by{.weights = {}, .k = 2, .label_column = label_column};
    for (const Measured& attribute : attributes) {
        recoded.push_back({attribute.column, attribute.hierarchy});
        by.weights.push_back(attribute.weight);
    }
    constexpr auto kNoStarClass = std::numeric_limits<std::uint64_t>::max();
    return measure(ReleasedClasses(table, release.table, recoded, {kNoStarClass, kNoStarClass}, 1),
                   release,
                   by,
                   1);
}

/// Ciriani et al. 2007, Figs 1, 2 and 7: race under person, ZIP codes masked from the right.
struct Survey {
    Table table = test::table_of("race zip",
                                 "asian 94142; asian 94141; asian 94139; asian 94139; asian 94139;"
                                 "black 94138; black 94139; white 94139; white 94141");
    Hierarchy race = race_hierarchy(table.column(0).dictionary);
    Hierarchy zip = zip_hierarchy(table.column(1).dictionary);
    std::vector<Measured> attributes{{0, &race}, {1, &zip}};

    static Hierarchy race_hierarchy(const std::shared_ptr<const Dictionary>& dictionary) {
        Hierarchy::LevelMap top;
        top.label_of_code = {0, 0, 0};
        top.labels = {"person"};
        return {dictionary, {top}, HierarchyKind::tree};
    }

    static Hierarchy zip_hierarchy(const std::shared_ptr<const Dictionary>& dictionary) {
        Hierarchy::LevelMap tens;
        tens.label_of_code = {0, 0, 1, 1};
        tens.labels = {"9413*", "9414*"};
        Hierarchy::LevelMap hundreds;
        hundreds.label_of_code = {0, 0, 0, 0};
        hundreds.labels = {"941**"};
        return {dictionary, {tens, hundreds}, HierarchyKind::mask};
    }
};

TEST(Measures, OfTheSurveysGeneralizedRaceWithTwoRowsSuppressed) {
    const Survey survey;
    const Release release = release_of(
        {{"*", "person", "person", "person", "person", "*", "person", "person", "person"},
         {"*", "94141", "94139", "94139", "94139", "*", "94139", "94139", "94141"}});
    const Measures m = measured(survey.table, release, survey.attributes);
    EXPECT_EQ(m.rows, 9U);
    EXPECT_EQ(m.released_rows, 7U);
    EXPECT_EQ(m.suppressed_rows, 2U);
    EXPECT_EQ(m.classes, 2U);
    EXPECT_EQ(m.min_class, 2U);
    EXPECT_EQ(m.max_class, 5U);
    EXPECT_DOUBLE_EQ(m.avg_class, 3.5);
    EXPECT_EQ(m.class_sizes_histogram, (std::vector<std::uint64_t>{0, 1, 1}));
    EXPECT_EQ(m.stars, 4U);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[0], 1);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[1], 2.0 / 9);
    EXPECT_DOUBLE_EQ(m.gcp, 11.0 / 18);
    EXPECT_DOUBLE_EQ(m.squared_sizes, 4 + 25);
    EXPECT_DOUBLE_EQ(m.dm, 4 + 25 + 9 * 2);
    EXPECT_DOUBLE_EQ(m.c_avg, 9.0 / 2 / 2);
    // {asian, white} and all three races; one ZIP code, hence no extent, in each class.
    EXPECT_DOUBLE_EQ(m.usefulness, (2.0 / 3 + 1) / 2);
}

TEST(Measures, OfTheSurveysGeneralizedZipWithTwoRowsLeftOut) {
    const Survey survey;
    Release release = release_of({{"asian", "asian", "asian", "asian", "asian", "black", "black"},
                                  {"9414*", "9414*", "9413*", "9413*", "9413*", "9413*", "9413*"}});
    release.original_row = {0, 1, 2, 3, 4, 5, 6};
    const Measures m = measured(survey.table, release, survey.attributes);
    EXPECT_EQ(m.suppressed_rows, 2U);
    EXPECT_EQ(m.classes, 3U);
    EXPECT_EQ(m.stars, 4U);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[0], 2.0 / 9);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[1], (7.0 / 3 + 2) / 9);
    EXPECT_DOUBLE_EQ(m.dm, 4 + 9 + 4 + 9 * 2);
    EXPECT_DOUBLE_EQ(m.usefulness, ((1.0 / 3 + 1.0 / 4) + 1.0 / 3 + (1.0 / 3 + 1.0 / 4)) / 3);
    release.original_row.clear();
    EXPECT_TRUE(std::isnan(measured(survey.table, release, survey.attributes).usefulness));
}

TEST(Measures, WeighsAttributes) {
    const Survey survey;
    std::vector<Measured> attributes = survey.attributes;
    attributes[0].weight = 3;
    attributes[1].weight = 1;
    const Release release = release_of({Texts(9, "person"), Texts(9, "94139")});
    EXPECT_DOUBLE_EQ(measured(survey.table, release, attributes).gcp, 0.75);
    attributes[0].weight = 0;
    EXPECT_DOUBLE_EQ(measured(survey.table, release, attributes).gcp, 0);
    attributes[1].weight = 0;
    EXPECT_DOUBLE_EQ(measured(survey.table, release, attributes).gcp, 0);
}

TEST(Measures, OfRangesSetsAndCellsThatCannotBeRead) {
    const Table table = test::table_of("age city", "20 a; 30 b; 40 c; 60 a; ? b; 50 d");
    const std::vector<Measured> attributes{{0}, {1}};
    const Release release = release_of({{"[20, 30]", "[20, 30]", "[35, 90]", "[35, 90]", "?", "x"},
                                        {"{a, b}", "{a, b}", "*", "*", "b", "nowhere"}},
                                       {"age", "city"});
    const Measures m = measured(table, release, attributes);
    // No cell of the last row can be read: it loses what stars lose, but is no suppressed row.
    EXPECT_EQ(m.suppressed_rows, 0U);
    EXPECT_EQ(m.classes, 4U);
    EXPECT_EQ(m.min_class, 1U);
    EXPECT_EQ(m.stars, 2U + 2U);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[0], (2 * 10.0 / 40 + 2 * 25.0 / 40 + 1) / 6);
    EXPECT_DOUBLE_EQ(m.attribute_ncp[1], (2 * 1.0 / 3 + 2 + 1) / 6);
    // Ages 20-30, 40-60, missing alone, 50; cities {a, b}, {a, c}, {b}, {d}.
    EXPECT_DOUBLE_EQ(
        m.usefulness,
        ((10.0 / 40 + 2.0 / 4) + (20.0 / 40 + 2.0 / 4) + (0 + 1.0 / 4) + (0 + 1.0 / 4)) / 4);
}

TEST(Measures, AColumnOfOneValueCostsNothingEvenInSuppressedRows) {
    const Table table = test::table_of("x y", "1 a; 1 b; 1 c");
    const std::vector<Measured> attributes{{0}, {1}};
    const Measures stars = measured(
        table, release_of({{"*", "1", "1"}, {"*", "{b, c}", "{b, c}"}}, {"x", "y"}), attributes);
    EXPECT_DOUBLE_EQ(stars.attribute_ncp[0], 0);
    Release dropped = release_of({{"1", "1"}, {"{b, c}", "{b, c}"}}, {"x", "y"});
    dropped.original_row = {1, 2};
    EXPECT_DOUBLE_EQ(measured(table, dropped, attributes).gcp, stars.gcp);
}

/// Labels beside the classes of Fig. 7's generalized race: no label is suppressed with its row.
TEST(Measures, ClassificationCountsTheMinorityOfEachClassAndSuppressedRowsWhole) {
    const Survey survey;
    const Texts race{
        "*", "person", "person", "person", "person", "*", "person", "person", "person"};
    const Texts zip{"*", "94141", "94139", "94139", "94139", "*", "94139", "94139", "94141"};
    const Texts label{"*", "no", "yes", "no", "yes", "*", "maybe", "", "yes"};
    const Measures m = measured(survey.table, release_of({race, zip, label}), survey.attributes, 2);
    // 94141: no, yes; 94139: yes, no, yes, maybe and a missing one.
    EXPECT_EQ(m.minority_rows, 1U + 3U);
    EXPECT_DOUBLE_EQ(m.cm, (4.0 + 2) / 9);
    Release dropped = release_of({Texts(7, "person"), Texts(7, "941**"), Texts(7, "yes")});
    dropped.original_row = {0, 1, 2, 3, 4, 5, 6};
    EXPECT_DOUBLE_EQ(measured(survey.table, dropped, survey.attributes, 2).cm, 2.0 / 9);
    EXPECT_TRUE(std::isnan(measured(survey.table, dropped, survey.attributes).cm));
}

TEST(Measures, LmSeesTheLeavesOfTheHierarchyFile) {
    const Survey survey;
    Hierarchy::LevelMap tens;
    tens.label_of_code = {0, 0, 1, 1};
    tens.labels = {"9413*", "9414*"};
    tens.file_leaves = {10, 4};
    Hierarchy::LevelMap hundreds;
    hundreds.label_of_code = {0, 0, 0, 0};
    hundreds.labels = {"941**"};
    hundreds.file_leaves = {21};
    const Hierarchy zip(survey.table.column(1).dictionary, {tens, hundreds}, HierarchyKind::file);
    const std::vector<Measured> attributes{{0, &survey.race}, {1, &zip, 3}};
    const Texts race{"asian", "asian", "asian", "asian", "asian", "black", "black", "*", "*"};
    const Texts zips{"9414*", "9414*", "9413*", "9413*", "9413*", "9413*", "9413*", "*", "*"};
    const Measures m = measured(survey.table, release_of({race, zips}), attributes);
    EXPECT_DOUBLE_EQ(m.lm, (1 * 2.0 / 9 + 3 * (2 * 3.0 / 20 + 5 * 9.0 / 20 + 2) / 9) / 4);
    EXPECT_DOUBLE_EQ(m.gcp, (1 * 2.0 / 9 + 3 * (7 * 1.0 / 3 + 2) / 9) / 4);
}

TEST(Measures, AReleaseOfStarsHasNoClass) {
    const Survey survey;
    const Measures m =
        measured(survey.table, release_of({Texts(9, "*"), Texts(9, "*")}), survey.attributes);
    EXPECT_EQ(m.classes, 0U);
    EXPECT_EQ(m.min_class, 0U);
    EXPECT_EQ(m.suppressed_rows, 9U);
    EXPECT_DOUBLE_EQ(m.gcp, 1);
    EXPECT_DOUBLE_EQ(m.dm, 81);
    EXPECT_TRUE(std::isinf(m.c_avg));
    EXPECT_DOUBLE_EQ(m.usefulness, 2);
}

}  // namespace
}  // namespace kanon

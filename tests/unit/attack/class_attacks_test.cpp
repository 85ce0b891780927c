// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/class_attacks.hpp"

#include "kanon/attack/compose.hpp"
#include "kanon/base/error.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kanon::attack {
namespace {

using test::table_of;

/// A release of known columns, and of sensitive ones after them.
ShownRelease shown(const Table& table, std::size_t known) {
    ShownRelease out{.table = table};
    for (std::size_t place = 0; place < table.column_count(); ++place) {
        if (place < known) {
            out.known.push_back(table.column(place).name);
        } else {
            out.sensitive.push_back({.cells = table.shared_column(place)});
        }
    }
    return out;
}

/// Of the shape of Machanavajjhala et al. 2006, figure 2: three classes of four; the second has
/// three values, the third one.
constexpr const char* kWard =
    "A heart; A heart; A virus; A virus;"
    "B cancer; B heart; B virus; B virus;"
    "C cancer; C cancer; C cancer; C cancer";

TEST(Exclusion, TellsHomogeneousClassesAndMoreToWhoKnowsMore) {
    const ShownClasses classes(shown(table_of("zip ill", kWard), 1), 1);
    const auto found = exclude_values(classes, 2);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].least_values, 1U);
    ASSERT_EQ(found[0].disclosed.size(), 3U);
    EXPECT_EQ(found[0].disclosed[0].rows, 4U);
    EXPECT_EQ(found[0].disclosed[0].classes, 1U);
    EXPECT_EQ(found[0].disclosed[1].rows, 8U);
    EXPECT_EQ(found[0].disclosed[2].rows, 12U);
}

TEST(Exclusion, LeavesOutStarredRowsAndCountsNoMissingValue) {
    const ShownClasses classes(
        shown(table_of("zip ill", "A flu; A ?; B ?; B ?; * gout; * gout"), 1), 1);
    EXPECT_EQ(classes.starred_rows(), 2U);
    EXPECT_EQ(classes.shown_rows(), 4U);
    const auto found = exclude_values(classes, 0);
    EXPECT_EQ(found[0].disclosed[0].rows, 2U);
    EXPECT_EQ(found[0].rows_without_value, 2U);
}

/// Of the shape of Li et al. 2007, section 3.1: one in ten of all is ill, half of a class is.
TEST(Skewness, MeasuresHowMuchMoreFrequentAValueIs) {
    std::string rows = "A yes; A no";
    for (int i = 0; i < 8; ++i) {
        rows += "; B no";
    }
    const ShownClasses classes(shown(table_of("zip ill", rows), 1), 1);
    const auto found = compare_with_table(classes, 2);
    EXPECT_DOUBLE_EQ(found[0].greatest_factor, 5);
    EXPECT_DOUBLE_EQ(found[0].greatest_gain, 4);
    EXPECT_EQ(found[0].over.rows, 2U);
    EXPECT_DOUBLE_EQ(found[0].greatest_distance, 0.4);
    EXPECT_NEAR(found[0].mean_distance, 0.2 * 0.4 + 0.8 * 0.1, 1e-12);
    EXPECT_NEAR(found[0].greatest_disclosure, std::log(5), 1e-12);
    EXPECT_FALSE(found[0].greatest_ordered);
    EXPECT_EQ(compare_with_table(classes, 5)[0].over.rows, 0U);
}

/// Of the shape of Li et al. 2007, table 3: three classes of low, mixed and high pay; the ordered
/// distances are those of the paper's section 5.2.
TEST(Similarity, FindsNumbersThatLieNearEachOther) {
    const ShownClasses classes(
        shown(table_of("zip pay", "A 3; A 4; A 5; B 6; B 11; B 8; C 7; C 9; C 10"), 1), 1);
    const auto found = find_alike(classes, 0.25);
    ASSERT_TRUE(found[0].near);
    EXPECT_DOUBLE_EQ(found[0].width, 2);
    EXPECT_EQ(found[0].near->rows, 3U);
    EXPECT_DOUBLE_EQ(found[0].least_range, 2);
    EXPECT_NEAR(*compare_with_table(classes, 2)[0].greatest_ordered, 0.375, 1e-12);
}

TEST(Similarity, FindsValuesUnderOneLabel) {
    const Table table = table_of("zip ill", "A ulcer; A gastritis; B ulcer; B flu");
    ShownRelease release = shown(table, 1);
    const Dictionary& values = *table.column(1).dictionary;
    Hierarchy::LevelMap organs;
    Hierarchy::LevelMap top{.label_of_code = {0, 0, 0}, .labels = {"*"}};
    organs.labels = {"lungs", "stomach"};
    for (Code code = 0; code < values.size(); ++code) {
        organs.label_of_code.push_back(values.text(code) == "flu" ? 0 : 1);
    }
    release.sensitive[0].hierarchy = std::make_shared<const Hierarchy>(
        table.column(1).dictionary, std::vector{organs, top}, HierarchyKind::file);
    const ShownClasses classes(release, 1);
    const auto found = find_alike(classes, 0.1);
    ASSERT_EQ(found[0].levels.size(), 1U);
    EXPECT_EQ(found[0].levels[0].exposed.rows, 2U);
    EXPECT_FALSE(found[0].near);
    EXPECT_TRUE(compare_with_table(classes, 2)[0].greatest_hierarchical);
}

TEST(Compose, IntersectsCandidates) {
    const std::vector<ShownRelease> releases{
        shown(table_of("zip ill", "A flu; A flu; A gout; B gout; B flu; B gout"), 1),
        shown(table_of("age ill", "1 ?; 2 flu; 2 gout; 1 gout; 1 flu; 2 gout"), 1)};
    const ComposeFindings found = compose(releases, 1);
    EXPECT_EQ(found.alone.at(0).least, 3U);
    EXPECT_EQ(found.alone.at(1).least, 3U);
    EXPECT_EQ(found.together.least, 1U);
    EXPECT_EQ(found.together.alone, 2U);
    EXPECT_EQ(found.together.disclosed.at(0).rows, 2U);
    EXPECT_THROW(static_cast<void>(compose(std::span(releases).first(1), 1)), Error);
    const std::vector<ShownRelease> uneven{releases[0], shown(table_of("age ill", "1 flu"), 1)};
    EXPECT_THROW(static_cast<void>(compose(uneven, 1)), Error);
    const std::vector<ShownRelease> shuffled{
        releases[0], shown(table_of("age ill", "1 gout; 2 flu; 2 gout; 1 gout; 1 flu; 2 flu"), 1)};
    EXPECT_THROW(static_cast<void>(compose(shuffled, 1)), Error);
}

/// Rows alone and rows told by all pairs of `known ill` keys.
std::pair<std::uint64_t, std::uint64_t> naive_composed(const std::vector<std::string>& keys) {
    std::uint64_t alone = 0;
    std::uint64_t told = 0;
    for (const std::string& key : keys) {
        const std::string known = key.substr(0, key.find(' '));
        const auto alike = std::ranges::count_if(
            keys, [&](const std::string& other) { return other.starts_with(known); });
        alone += alike == 1 ? 1U : 0U;
        told += alike == std::ranges::count(keys, key) ? 1U : 0U;
    }
    return {alone, told};
}

TEST(Compose, AgreesWithAllPairs) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        std::vector<std::string> texts(2);
        std::vector<std::string> keys;
        for (int row = 0; row < 15; ++row) {
            const auto a = random() % 4;
            const auto b = random() % 4;
            const char* ill = random() % 3 == 0 ? " gout;" : " flu;";
            texts[0] += std::to_string(a) + ill;
            texts[1] += std::to_string(b) + ill;
            keys.push_back(std::to_string(a) + "," + std::to_string(b) + ill);
        }
        const auto [alone, told] = naive_composed(keys);
        for (std::string& text : texts) {
            text.pop_back();
        }
        const ComposeFindings found = compose(std::vector{shown(table_of("zip ill", texts[0]), 1),
                                                          shown(table_of("age ill", texts[1]), 1)},
                                              1);
        EXPECT_EQ(found.together.alone, alone) << seed;
        EXPECT_EQ(found.together.disclosed.at(0).rows, told) << seed;
    }
}

}  // namespace
}  // namespace kanon::attack

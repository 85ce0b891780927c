// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/released_classes.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::table_of;
using Numbers = std::vector<std::uint32_t>;
using Kind = ReleasedValue::Kind;

constexpr std::uint64_t kNoStarClass = std::numeric_limits<std::uint64_t>::max();

/// The classes of a release whose quasi-identifiers are the first columns of the original.
ReleasedClasses classes_of(const Table& original,
                           const Table& released,
                           std::size_t attributes,
                           std::uint64_t star_class_rows = kNoStarClass,
                           unsigned threads = 1) {
    std::vector<RecodedAttribute> recoded;
    for (std::size_t column = 0; column < attributes; ++column) {
        recoded.push_back({.column = column});
    }
    constexpr std::uint64_t kLeastRows = 2;
    return {original, released, recoded, {star_class_rows, kLeastRows}, threads};
}

TEST(ReleasedClasses, AreTheRowsThatAreSpelledAlike) {
    const ReleasedClasses classes =
        classes_of(table_of("age sex ill", "20 m x; 30 m y; 30 f z"),
                   table_of("age sex ill", "[20,30] m x; [20,30] m y; 30 f z"),
                   2);
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(classes.class_of_row(), (Numbers{1, 1, 0}));
    EXPECT_EQ(classes.rows(), (Numbers{1, 2}));
    ASSERT_EQ(classes.attributes().size(), 2U);
    const ReleasedAttribute& age = classes.attributes()[0];
    EXPECT_EQ(age.released->dictionary->text(classes.codes(0)[1]), "[20,30]");
    EXPECT_EQ(age.reading.domain.values[classes.codes(0)[1]], (ReleasedValue{Kind::range, 0, 1}));
    EXPECT_EQ(age.star, std::nullopt);
    EXPECT_EQ(classes.original_rows(), 3U);
    EXPECT_EQ(classes.released_rows(), 3U);
    EXPECT_TRUE(classes.is_whole());
    EXPECT_FALSE(classes.has_suppressed());
}

TEST(ReleasedClasses, AreSuppressedWhereEveryCellIsAStar) {
    const ReleasedClasses classes = classes_of(
        table_of("a b", "1 x; 2 x; 3 y; 4 z; 5 z"), table_of("a b", "* x; * *; 3 *; * *; 5 z"), 2);
    EXPECT_EQ(classes.size(), 4U);
    EXPECT_EQ(classes.suppressed_rows(), 2U);
    for (std::size_t row = 0; row < 5; ++row) {
        EXPECT_EQ(classes.is_suppressed_row(row), row == 1 || row == 3) << row;
        EXPECT_EQ(classes.is_suppressed(classes.class_of_row()[row]), row == 1 || row == 3);
    }
}

TEST(ReleasedClasses, StarredThroughoutAreAClassFromItsLeastSizeOn) {
    const Table original = table_of("a b", "1 x; 2 x; 3 y");
    const Table released = table_of("a b", "* *; * *; 3 y");
    EXPECT_EQ(classes_of(original, released, 2, 3).suppressed_rows(), 2U);
    const ReleasedClasses as_class = classes_of(original, released, 2, 2);
    EXPECT_EQ(as_class.suppressed_rows(), 0U);
    EXPECT_FALSE(as_class.is_suppressed_row(0));
    EXPECT_EQ(as_class.size(), 2U);
}

/// A value that is a star is spelled with a backslash, and a cell that means nothing hides nothing.
TEST(ReleasedClasses, AreOneWhereTheTableIsFullyGeneralized) {
    const Table original = table_of("a b ill", "1 x u; 2 x v; 3 y u");
    const auto suppressed = [&](const char* released) {
        return classes_of(original, table_of("a b ill", released), 2).suppressed_rows();
    };
    EXPECT_EQ(suppressed("* * u; * * v; * * u"), 0U);
    EXPECT_EQ(suppressed("* * *; * * v; * * *"), 0U) << "the auditor misses the other cells";
    EXPECT_EQ(suppressed("* * *; * * *; * * *"), 3U);
    EXPECT_EQ(suppressed("* * ?; * * ?; * * ?"), 3U) << "of a type that has no star";
    EXPECT_EQ(
        classes_of(table_of("a b ill", "1 x ?; 2 x ?"), table_of("a b ill", "* * ?; * * ?"), 2)
            .suppressed_rows(),
        0U)
        << "the other cells were missing before";
    EXPECT_EQ(suppressed("* * u; * * v"), 2U) << "a row was dropped";
    EXPECT_EQ(suppressed("* * u; * * v; 3 * u"), 2U);
    const Table one = table_of("a b ill", "1 x u");
    EXPECT_EQ(classes_of(one, table_of("a b ill", "* * u"), 2).suppressed_rows(), 1U)
        << "fewer than a class must have";
    const Table without = table_of("a b", "1 x; 2 y");
    EXPECT_EQ(classes_of(without, table_of("a b", "* *; * *"), 2).suppressed_rows(), 0U);
}

TEST(ReleasedClasses, TakeNothingButStarsForStars) {
    const Table original = table_of("a b", "* x; 2 y; 3 z");
    const ReleasedClasses classes =
        classes_of(original, table_of("a b", "\\* *; nowhere *; * *"), 2);
    EXPECT_FALSE(classes.is_suppressed_row(0));
    EXPECT_FALSE(classes.is_suppressed_row(1));
    EXPECT_TRUE(classes.is_suppressed_row(2));
    EXPECT_FALSE(
        classes.attributes()[0].reading.readable[classes.codes(0)[classes.class_of_row()[1]]]);
}

TEST(ReleasedClasses, DoWithoutAnAttributeThatTheReleaseLacks) {
    const Table original = table_of("a b", "1 x; 2 y");
    const ReleasedClasses classes = classes_of(original, table_of("b", "*; y"), 2);
    EXPECT_FALSE(classes.is_whole());
    ASSERT_EQ(classes.attributes().size(), 1U);
    EXPECT_EQ(classes.attributes()[0].place, 1U);
    EXPECT_EQ(classes.attributes()[0].original->name, "b");
    EXPECT_TRUE(classes.is_suppressed_row(0));
    EXPECT_FALSE(classes.is_suppressed_row(1));
}

TEST(ReleasedClasses, WithoutAnyAttributeAreOneThatIsNotSuppressed) {
    const ReleasedClasses classes = classes_of(table_of("a", "1; 2"), table_of("a", "*; *"), 0);
    EXPECT_EQ(classes.size(), 1U);
    EXPECT_FALSE(classes.has_suppressed());
    EXPECT_EQ(classes_of(table_of("a", ""), table_of("a", ""), 1).size(), 0U);
}

TEST(ReleasedClasses, CountTheValuesOfTheRowsThatTheyStandFor) {
    const Table original = table_of("a ill", "1 flu; 1 hiv; 2 flu; 2 flu; 3 hiv");
    const ReleasedClasses classes = classes_of(original, table_of("a", "2; *; 1"), 1);
    // In code order: 1, 2 and the suppressed row, which stands for none.
    const Histograms counted = classes.histograms(original.column(1), Numbers{3, kNoRow, 1}, 1);
    EXPECT_EQ(counted.offsets, (Numbers{0, 0, 1, 2}));
    EXPECT_EQ(counted.values, (std::vector<Code>{1, 0}));
    EXPECT_EQ(counted.counts, (Numbers{1, 1}));
}

/// Against a map of the texts of rows, on one thread and on several.
TEST(ReleasedClasses, AgreeWithTheTextsOfRandomRows) {
    const std::vector<std::string> cells{"*", "1", "2", "[1,2]", "{1, 3}", "?", "odd"};
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        const std::size_t rows = 1 + random.below(40);
        const std::size_t attributes = 1 + random.below(3);
        std::vector<std::shared_ptr<const Column>> original;
        std::vector<std::shared_ptr<const Column>> released;
        std::vector<std::string> spelled(rows);
        for (std::size_t j = 0; j < attributes; ++j) {
            std::vector<std::string> from(rows);
            std::vector<std::string> to(rows);
            for (std::size_t row = 0; row < rows; ++row) {
                from[row] = std::to_string(1 + random.below(3));
                to[row] = cells[random.below(random.below(cells.size()) + 1)];
                spelled[row] += to[row] + ";";
            }
            original.push_back(test::column_of("c" + std::to_string(j), from));
            released.push_back(test::column_of("c" + std::to_string(j), to, ValueType::text));
        }
        std::map<std::string, std::uint32_t> counts;
        for (const std::string& row : spelled) {
            ++counts[row];
        }
        std::string stars;
        for (std::size_t j = 0; j < attributes; ++j) {
            stars += "*;";
        }
        const ReleasedClasses classes = classes_of(
            Table(original, rows), Table(released, rows), attributes, kNoStarClass, 1 + seed % 2);
        ASSERT_EQ(classes.size(), counts.size()) << "seed " << seed;
        for (std::size_t row = 0; row < rows; ++row) {
            ASSERT_EQ(classes.rows()[classes.class_of_row()[row]], counts[spelled[row]]);
            ASSERT_EQ(classes.is_suppressed_row(row), spelled[row] == stars) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace kanon

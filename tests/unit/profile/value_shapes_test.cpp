// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/value_shapes.hpp"

#include "kanon/profile/words/code_lists.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::profile {
namespace {

Shape shape_of_texts(const std::vector<std::string>& cells) {
    return shape_of(*test::column_of("x", cells)->dictionary);
}

/// `count` values, each from its number.
template <class Make>
Shape shape_of_made(std::size_t count, Make make) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < count; ++i) {
        cells.push_back(make(i));
    }
    return shape_of_texts(cells);
}

TEST(ValueShapes, KnowYesAndNo) {
    EXPECT_EQ(shape_of_texts({"Yes", "No", "N/A"}), Shape::yes_no);
    EXPECT_EQ(shape_of_texts({"Y"}), Shape::yes_no);
    EXPECT_EQ(shape_of_texts({"ja", "nein"}), Shape::yes_no);
    EXPECT_EQ(shape_of_texts({"0", "1"}), Shape::flags);
    EXPECT_EQ(shape_of_texts({"1", "2"}), Shape::flags);
    EXPECT_EQ(shape_of_texts({"red", "no"}), Shape::plain);
}

TEST(ValueShapes, KnowYearsAndMonths) {
    EXPECT_EQ(shape_of_texts({"1924", "1988", "2003"}), Shape::years);
    EXPECT_EQ(shape_of_texts({"1200", "1988"}), Shape::plain);
    EXPECT_EQ(shape_of_made(12, [](std::size_t i) { return std::to_string(i + 1); }),
              Shape::months);
    EXPECT_EQ(shape_of_made(14, [](std::size_t i) { return std::to_string(i + 1); }), Shape::plain);
}

TEST(ValueShapes, KnowCodesOfLists) {
    EXPECT_EQ(shape_of_texts({"FR", "DE", "CH", "AT"}), Shape::countries);
    EXPECT_EQ(shape_of_texts({"FRA", "DEU", "CHE"}), Shape::countries);
    EXPECT_EQ(shape_of_texts({"WI", "TX", "NY"}), Shape::us_states);
    EXPECT_EQ(shape_of_texts({"DE212", "DE213", "FR101"}), Shape::nuts_regions);
    EXPECT_EQ(shape_of_texts(
                  {"A01", "B20", "C34.1", "E11.9", "F32", "G40", "I10", "J45", "K80", "M54.5"}),
              Shape::icd_codes);
    EXPECT_TRUE(is_fips_code("01003"));
    EXPECT_FALSE(is_fips_code("99003"));
    EXPECT_TRUE(looks_like_icd("S72001A"));
    EXPECT_FALSE(looks_like_icd("724"));
}

TEST(ValueShapes, SeatsAreNoDiagnoses) {
    EXPECT_EQ(shape_of_made(10, [](std::size_t i) { return "A1" + std::to_string(i); }),
              Shape::plain);
}

TEST(ValueShapes, KnowSerialNumbers) {
    const auto serial = [](std::size_t i) { return std::to_string(i + 1); };
    EXPECT_EQ(shape_of_made(400, serial), Shape::record_numbers);
    EXPECT_EQ(shape_of_made(100, serial), Shape::plain);  // ages, scores
    const auto coded = [](std::size_t i) { return "P" + std::to_string(10000 + 3 * i); };
    EXPECT_EQ(shape_of_made(60, coded), Shape::record_numbers);
    const auto long_one = [](std::size_t i) { return std::to_string(30002019 + 137 * i); };
    EXPECT_EQ(shape_of_made(400, long_one), Shape::record_numbers);
}

TEST(ValueShapes, WeightsAmountsAndDatesAreNoRecordNumbers) {
    const auto weight = [](std::size_t i) { return std::to_string(12285 + 3571 * i); };
    EXPECT_EQ(shape_of_made(400, weight), Shape::plain);
    const auto amount = [](std::size_t i) { return std::to_string(1000000 + 10000 * i); };
    EXPECT_EQ(shape_of_made(400, amount), Shape::plain);
    const auto day = [](std::size_t i) {
        return std::to_string(20200000 + 100 * (i % 12 + 1) + i / 12 % 28 + 1);
    };
    EXPECT_EQ(shape_of_made(300, day), Shape::plain);
}

TEST(ValueShapes, AColumnWithoutValuesIsPlain) {
    EXPECT_EQ(shape_of_texts({"?", "?"}), Shape::plain);
    EXPECT_EQ(shape_of_texts({}), Shape::plain);
}

}  // namespace
}  // namespace kanon::profile

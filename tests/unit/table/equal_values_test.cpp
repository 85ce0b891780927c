// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/equal_values.hpp"

#include "kanon/table/values/exact_decimal.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// How many values these spellings are; none may be missing.
std::size_t values_of(const std::vector<std::string>& cells) {
    const auto column = test::column_of("a", cells);
    const std::vector<Code> value_of = equal_values(*column->dictionary);
    if (value_of.empty()) {
        return column->dictionary->size();
    }
    return std::set<Code>(value_of.begin(), value_of.end()).size();
}

TEST(NumberKey, IsOneForAllSpellingsOfANumber) {
    for (const std::string text :
         {"17", "017", "17.0", "+17", " 17 ", "1.7e1", "0.17E+2", "1700e-2"}) {
        EXPECT_EQ(number_key(text), number_key("17")) << text;
    }
    for (const std::string text : {"0", "-0", "0.000", "000", "0e9", ".0"}) {
        EXPECT_EQ(number_key(text), number_key("0")) << text;
    }
    EXPECT_NE(number_key("-17"), number_key("17"));
    EXPECT_NE(number_key("170"), number_key("17"));
}

TEST(NumberKey, IsExact) {
    EXPECT_NE(number_key("9007199254740993"), number_key("9007199254740992"));
    EXPECT_NE(number_key("0.1"), number_key("0.1000000000000000055511151231257827"));
    EXPECT_EQ(number_key("1e400"), number_key("10e399"));
}

TEST(NumberKey, IsNoneForOtherTexts) {
    for (const std::string text : {"",
                                   " ",
                                   ".",
                                   "-",
                                   "e5",
                                   "1e",
                                   "1e+",
                                   "1.2.3",
                                   "1 2",
                                   "5 mg",
                                   "0x10",
                                   "nan",
                                   "1e99999999999"}) {
        EXPECT_EQ(number_key(text), std::nullopt) << text;
    }
}

TEST(EqualValues, PutsSpellingsOfANumberTogether) {
    EXPECT_EQ(values_of({"1", "1.0", "1.00", "2"}), 2U);
    EXPECT_EQ(values_of({"17", "017", "18"}), 2U) << "leading zeros make a column of text";
    EXPECT_EQ(values_of({"1", "1.0", "high"}), 2U) << "so does one text";
    EXPECT_EQ(values_of({"9007199254740992", "9007199254740993", "9007199254740992.0"}), 2U);
    EXPECT_EQ(values_of({"1", "2", "3"}), 3U);
}

TEST(EqualValues, PutsSpellingsOfAMomentTogether) {
    EXPECT_EQ(values_of({"2020-01-01 10:00", "2020-01-01T10:00:00.0", "2020-01-01 10:00:01"}), 2U);
    EXPECT_EQ(values_of({"2020-01-01T10:00Z", "2020-01-01T12:00+02:00"}), 1U);
    EXPECT_EQ(values_of({"2020-01-01", "2020-01-01 00:00:00", "unknown"}), 2U);
    EXPECT_EQ(values_of({"2020-01-01 10:00:00.0000000001", "2020-01-01 10:00:00.0000000002"}), 2U)
        << "although they are one as doubles";
}

TEST(EqualValues, PutsSpellingsOfADateTogether) {
    EXPECT_EQ(values_of({"2020-02-17", "2020/02/17", "20-02-17", "2020-02-18"}), 2U);
    EXPECT_EQ(values_of({"2020-02-17", "2020/02/17", "spring"}), 2U);
}

TEST(EqualValues, TakesTextsByteForByte) {
    EXPECT_EQ(values_of({"flu", "Flu", "flu "}), 3U);
}

TEST(EqualValues, NamesTheLeastCodeOfEachValueAndLeavesMissingAlone) {
    const auto column = test::column_of("a", {"2", "1.0", "?", "1", "1.00"});
    ASSERT_EQ(column->dictionary->missing(), Code{4});
    EXPECT_EQ(equal_values(*column->dictionary), (std::vector<Code>{0, 0, 0, 3, 4}));
}

}  // namespace
}  // namespace kanon

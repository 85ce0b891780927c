// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using test::TemporaryFolder;

ReadTable read_text(std::string_view text, const ReadOptions& options = {}) {
    const TemporaryFolder folder;
    return read_table(folder.write("t.csv", text), options, {});
}

const Dictionary& values(const ReadTable& read, std::string_view column) {
    return *read.table.column(read.table.find(column).value()).dictionary;
}

bool says(const ReadTable& table, std::string_view words) {
    return std::ranges::any_of(table.said, [words](const std::string& line) {
        return line.find(words) != std::string::npos;
    });
}

TEST(ReadValues, MarksAreFoundByColumnAndSaid) {
    const ReadTable found = read_text("age,income,city\n34,NA,NA\n?,5,?\n35,-,Bern\n");
    EXPECT_EQ(values(found, "age").type(), ValueType::integer);
    EXPECT_EQ(values(found, "income").value_count(), 1U);
    EXPECT_EQ(values(found, "city").value_count(), 2U);
    EXPECT_TRUE(says(found, "'NA' is taken for a missing value in 'income'; --missing"));
    EXPECT_TRUE(says(found, "'?' is taken for a missing value in 'age', 'city'; --missing"));
}

TEST(ReadValues, MarksThatAreSaidAreTheOnlyOnes) {
    ReadOptions options;
    options.missing_marks = {"NA"};
    const ReadTable told = read_text("age,income\n34,NA\n?,5\n", options);
    EXPECT_EQ(values(told, "age").type(), ValueType::text);
    EXPECT_EQ(values(told, "income").type(), ValueType::integer);
    options.missing_marks = {""};
    EXPECT_EQ(values(read_text("age,income\n34,NA\n?,5\n", options), "income").type(),
              ValueType::text);
    options.missing_marks.clear();
    options.find_values = false;
    const ReadTable plain = read_text("age,day\n?,28.02.1980\n1,x\n", options);
    EXPECT_EQ(values(plain, "age").type(), ValueType::text);
}

TEST(ReadValues, RowsWithAMarkThatWasFoundAreLeftOutTooAndSoOn) {
    ReadOptions options;
    options.drop_rows_missing = {"age", "pay"};
    // Without the row whose age is missing, the pay is numbers but for a mark.
    const ReadTable found = read_text("age,pay,city\n?,much,A\n1,NA,B\n2,5,C\n3,6,D\n", options);
    EXPECT_EQ(found.table.row_count(), 2U);
    EXPECT_EQ(found.dropped_rows, 2U);
    EXPECT_FALSE(values(found, "age").missing());
    EXPECT_FALSE(values(found, "pay").missing());
    EXPECT_EQ(values(found, "city").size(), 2U);
    EXPECT_TRUE(says(found, "'?' is taken for a missing value in 'age'"));
    EXPECT_TRUE(says(found, "'NA' is taken for a missing value in 'pay'"));
}

TEST(ReadValues, DecimalCommasOfOneColumnSettleTheOthers) {
    const ReadTable found = read_text("a;b;c;d\n3,14;1.234;1,250;7\n2,5;999;0,500;8\n");
    EXPECT_EQ(values(found, "a").number(1), 3.14);
    EXPECT_EQ(values(found, "b").type(), ValueType::integer);
    EXPECT_EQ(values(found, "b").number(1), 1234);
    EXPECT_EQ(values(found, "c").number(1), 1.25);
    EXPECT_EQ(values(found, "d").notation(), Notation::standard);
    EXPECT_EQ(values(found, "a").text(1), "3,14");
    EXPECT_TRUE(says(found, "decimal commas are read in 'a', 'b', 'c'"));
    const ReadTable alone = read_text("b\n1.234\n999\n");
    EXPECT_EQ(values(alone, "b").number(0), 1.234);
    const ReadTable doubt = read_text("n;x\n1,234;1\n5,678;2\n");
    EXPECT_EQ(values(doubt, "n").type(), ValueType::text);
    EXPECT_TRUE(says(doubt, "commas may part thousands"));
    ReadOptions options;
    options.decimal_comma = true;
    const ReadTable told = read_text("n;x\n1,234;1\n5,678;2\n", options);
    EXPECT_EQ(values(told, "n").number(0), 1.234);
    EXPECT_FALSE(says(told, "decimal commas"));
}

TEST(ReadValues, TheOrderOfOneColumnOfDatesSettlesTheOthers) {
    const ReadTable found = read_text("a,b\n02/28/1980,01/02/1980\n01/01/1981,03/04/1980\n");
    EXPECT_EQ(values(found, "b").notation(), Notation::month_first);
    EXPECT_TRUE(says(found, "dates are read with the month first in 'a', 'b'"));
    const ReadTable two = read_text("a,b,c\n02/28/1980,28.02.1980,01/02/1980\n");
    EXPECT_EQ(values(two, "c").type(), ValueType::text);
    EXPECT_TRUE(says(two, "the day or the month may come first: 'c'; --date-format"));
    ReadOptions options;
    options.dates_of = {{"c", Notation::day_first}};
    const ReadTable told = read_text("a,b,c\n02/28/1980,28.02.1980,01/02/1980\n", options);
    EXPECT_EQ(day_text(values(told, "c").number(0)), "1980-02-01");
    EXPECT_FALSE(says(told, "'c'"));
    options.dates_of = {{"c", Notation::standard}};
    EXPECT_THROW((void)read_text("a,c\n1,01/02/1980\n", options), Error);
    options.dates_of = {{"z", Notation::standard}};
    EXPECT_THROW((void)read_text("a,c\n1,01/02/1980\n", options), Error);
}

TEST(ReadValues, AHeaderIsSaidWhereItWasGuessed) {
    EXPECT_TRUE(says(read_text("age,zip\n30,1\n"),
                     "names the columns, judging by its values; --no-header"));
    EXPECT_TRUE(says(read_text("30,1\n31,2\n"), "is a row, judging by its values; --header"));
    ReadOptions options;
    options.header = true;
    EXPECT_TRUE(read_text("age,zip\n30,1\n", options).said.empty());
    options = {};
    options.known_names = {"age"};
    EXPECT_TRUE(read_text("age,zip\n30,1\n", options).said.empty());
}

TEST(ReadValues, ColumnsBeyondAllMeasureAreRefused) {
    std::string names;
    std::string cells;
    for (int j = 0; j < 40000; ++j) {
        names += ",c" + std::to_string(j);
        cells += ",1";
    }
    try {
        (void)read_text(names.substr(1) + "\n" + cells.substr(1) + "\n");
        ADD_FAILURE() << "was read";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("32,767 columns"), std::string::npos);
    }
}

}  // namespace
}  // namespace kanon

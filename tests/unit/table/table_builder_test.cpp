// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/table_builder.hpp"

#include "kanon/base/error.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace kanon {
namespace {

using namespace std::chrono_literals;

/// The cells of a column, `?` for the missing value.
std::string cells(const Column& column) {
    std::string out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const bool missing = column.dictionary->is_missing(column.codes[row]);
        out += (row > 0 ? " " : "") + (missing ? "?" : std::string(column.text(row)));
    }
    return out;
}

/// What a failing call says.
template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        return error.what();
    }
    return "nothing was refused";
}

TEST(TableBuilder, MakesTheTableThatAFileWithTheSameCellsGives) {
    TableBuilder builder;
    builder.add_integers("age", std::vector<std::optional<int>>{34, 7, std::nullopt, 34})
        .add_text("city", std::vector<std::string>{"Ulm", "Aix", "Ulm", "Bonn"});
    const Table made = builder.finish();
    const Table read = test::table_of("age city", "34 Ulm; 7 Aix; ? Ulm; 34 Bonn");
    ASSERT_EQ(made.names(), read.names());
    ASSERT_EQ(made.row_count(), 4U);
    for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_EQ(cells(made.column(j)), cells(read.column(j)));
        EXPECT_EQ(made.column(j).dictionary->type(), read.column(j).dictionary->type());
        EXPECT_EQ(made.column(j).dictionary->size(), read.column(j).dictionary->size());
        EXPECT_EQ(made.column(j).codes[0], read.column(j).codes[0]);
    }
    EXPECT_EQ(builder.finish().column_count(), 0U) << "a finished builder is empty";
}

TEST(TableBuilder, SpellsNumbersSoThatTheyReadBack) {
    TableBuilder builder;
    builder.add_numbers(
        "x",
        std::vector<double>{
            0.1, 3, -0.5, 1e5, 1e16, 1e-5, std::numeric_limits<double>::quiet_NaN(), 1.0 / 3});
    builder.add_integers("i",
                         std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(),
                                                   std::numeric_limits<std::int64_t>::max(),
                                                   0,
                                                   -1,
                                                   2,
                                                   3,
                                                   4,
                                                   5});
    const Table table = builder.finish();
    EXPECT_EQ(cells(table.column(0)), "0.1 3.0 -0.5 100000.0 1e+16 1e-05 ? 0.3333333333333333");
    EXPECT_EQ(table.column(0).dictionary->type(), ValueType::decimal);
    EXPECT_EQ(table.column(0).storage_type, "DOUBLE");
    EXPECT_EQ(cells(table.column(1)).substr(0, 40), "-9223372036854775808 9223372036854775807");
}

TEST(TableBuilder, SpellsDatesByTheCalendar) {
    using std::chrono::sys_days;
    using std::chrono::year;
    TableBuilder builder;
    builder.add_dates("day",
                      std::vector<std::optional<sys_days>>{
                          sys_days{year{2024} / 2 / 29}, sys_days{year{33} / 4 / 3}, std::nullopt});
    const Table table = builder.finish();
    EXPECT_EQ(cells(table.column(0)), "2024-02-29 0033-04-03 ?");
    EXPECT_EQ(table.column(0).dictionary->type(), ValueType::date);
    EXPECT_EQ(table.column(0).storage_type, "DATE");
}

TEST(TableBuilder, TakesCodesAndOnlyTheWordsThatOccur) {
    const std::vector<std::int32_t> codes{2, -1, 0, 3, 2};
    TableBuilder builder;
    builder.add_codes("sick", codes, std::array{"flu", "never", "cold", "flu"});
    const Table table = builder.finish();
    EXPECT_EQ(cells(table.column(0)), "cold ? flu flu cold");
    EXPECT_EQ(table.column(0).dictionary->value_count(), 2U);
}

TEST(TableBuilder, KeepsTextAsTextWhereThatIsDeclared) {
    TableBuilder builder;
    builder.add_text("zip", std::vector<std::string>{"12", "9"}, ValueType::text);
    const Table table = builder.finish();
    EXPECT_EQ(table.column(0).dictionary->type(), ValueType::text);
    EXPECT_EQ(table.column(0).codes[0], 0U) << "ordered by bytes, not by number";
}

TEST(TableBuilder, ManyRowsInBlocksThatWiden) {
    constexpr int kRows = 200'000;
    std::vector<int> values;
    values.reserve(kRows);
    for (int row = 0; row < kRows; ++row) {
        values.push_back(row < 1000 ? row % 3 : row);
    }
    TableBuilder builder;
    builder.add_integers("n", values);
    const Table table = builder.finish();
    ASSERT_EQ(table.row_count(), values.size());
    for (std::size_t row = 0; row < values.size(); row += 7) {
        ASSERT_EQ(table.column(0).text(row), std::to_string(values[row])) << row;
    }
}

TEST(TableBuilder, RefusesColumnsThatDoNotFitTogetherAndKeepsTheOthers) {
    TableBuilder builder;
    builder.add_integers("age", std::vector{1, 2});
    EXPECT_EQ(refusal([&] { builder.add_integers("size", std::vector{1}); }),
              "'size': has 1 row, and 'age' has 2 rows; give all columns the same "
              "length");
    EXPECT_EQ(refusal([&] {
                  builder.add_integers("age", std::vector{1, 2});
              }),
              "two columns are named 'age'; rename one of them");
    EXPECT_EQ(refusal([&] {
                  builder.add_integers("", std::vector{1, 2});
              }),
              "column 2 has no name; name every column");
    EXPECT_NE(refusal([&] {
                  builder.add_integers("a\xff", std::vector{1, 2});
              }).find("not valid UTF-8"),
              std::string::npos);
    EXPECT_EQ(builder.finish().names(), std::vector<std::string_view>{"age"});
}

TEST(TableBuilder, RefusesCellsThatNoTableCanHold) {
    using Cells = std::vector<std::string>;
    TableBuilder builder;
    EXPECT_EQ(refusal([&] {
                  builder.add_text("a", Cells{"x", std::string("y\0", 2)});
              }),
              "'a': row 2 holds a NUL byte, which no text table can hold; take it out");
    EXPECT_EQ(refusal([&] { builder.add_text("a", Cells{"\xc3"}); }),
              "'a': row 1 is not valid UTF-8; convert it");
    EXPECT_EQ(refusal([&] { builder.add_text("a", Cells{"x"}, ValueType::integer); }),
              "'a': 1 distinct value is not of the declared type integer; declare "
              "them missing, or the column as text");
    EXPECT_EQ(refusal([&] {
                  builder.add_numbers("a", std::vector{std::numeric_limits<double>::infinity()});
              }),
              "'a': row 1 is infinite; make it missing or a number");
    const std::vector<std::chrono::sys_days> far{std::chrono::sys_days{std::chrono::days{3000000}}};
    EXPECT_EQ(refusal([&] { builder.add_dates("a", far); }),
              "'a': row 1 is a date outside the years 0000 to 9999; make it missing");
    EXPECT_EQ(refusal([&] {
                  builder.add_codes("a", std::vector<std::int32_t>{0, 2}, std::array{"x", "y"});
              }),
              "'a': row 2 has code 2, and there are 2 words; codes count from 0");
}

TEST(Table, RefusesMoreRowsThanItCanNumber) {
    EXPECT_EQ(Table({}, Table::kMostRows).row_count(), 4294967294U);
    EXPECT_NE(refusal([] { static_cast<void>(Table({}, Table::kMostRows + 1)); }).find("split it"),
              std::string::npos);
}

TEST(Table, RefusesColumnsOfAnotherLength) {
    EXPECT_NE(refusal([] {
                  Table({test::column_of("a", {"1", "2"})}, 3);
              }).find("give all columns the same length"),
              std::string::npos);
}

}  // namespace
}  // namespace kanon

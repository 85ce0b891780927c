// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Options that read a table in memory.
ReadOptions reading(const Table& table) {
    ReadOptions out;
    out.open_stream = [table](ArrowArrayStream* stream) { to_arrow(table, stream); };
    return out;
}

Table table_of(const std::vector<std::string>& texts, const std::vector<int>& numbers) {
    TableBuilder builder;
    return builder.add_text("text", texts).add_integers("number", numbers).finish();
}

ReadTable read(const ReadOptions& options) {
    return read_table("-", options, {});
}

TEST(StreamTable, HasColumnsAndRowsOfTheTableInMemory) {
    const ReadTable found = read(reading(table_of({"b", "a", "b"}, {3, 1, 2})));
    ASSERT_EQ(found.table.row_count(), 3U);
    EXPECT_EQ(found.table.names(), (std::vector<std::string_view>{"text", "number"}));
    EXPECT_EQ(found.table.column(0).text(1), "a");
    EXPECT_EQ(found.table.column(1).dictionary->type(), ValueType::integer);
    EXPECT_EQ(found.table.column(1).storage_type, "BIGINT");
}

TEST(StreamTable, FindsMissingMarksInTextsAsInFiles) {
    const ReadTable found = read(reading(table_of({"1", "NA", "3"}, {1, 2, 3})));
    EXPECT_EQ(found.table.column(0).dictionary->type(), ValueType::integer);
    EXPECT_TRUE(found.table.column(0).dictionary->missing());
    EXPECT_EQ(found.said.size(), 1U);
}

TEST(StreamTable, LeavesOutRowsThatLackAValueAndValuesOfThem) {
    ReadOptions options = reading(table_of({"x", "", "y", "-"}, {7, 8, 9, 10}));
    options.drop_rows_missing = {"text"};
    options.missing_marks = {"-"};
    const ReadTable found = read(options);
    EXPECT_EQ(found.table.row_count(), 2U);
    EXPECT_EQ(found.dropped_rows, 2U);
    EXPECT_FALSE(found.table.column(1).dictionary->find("8"));
    EXPECT_EQ(found.table.column(1).storage_type, "BIGINT");
}

TEST(StreamTable, LeavesOutRowsWithoutAnyValueAndSaysSo) {
    TableBuilder builder;
    builder.add_text("id", std::vector<std::string>{"1", "", "3", "", " "});
    builder.add_text("word", std::vector<std::string>{"x", "", "", "  ", ""});
    builder.add_integers("n", std::vector<std::optional<int>>{7, {}, {}, {}, 9});
    const Table table = builder.finish();
    const ReadTable found = read(reading(table));
    ASSERT_EQ(found.table.row_count(), 3U);
    EXPECT_EQ(found.blank_rows, 2U);
    EXPECT_EQ(found.dropped_rows, 0U);
    EXPECT_EQ(found.table.column(0).text(1), "3");
    EXPECT_NE(found.said.at(0).find("2 rows; --keep-blank-rows"), std::string::npos);

    ReadOptions options = reading(table);
    options.skip = {"id"};  // what is not loaded is a value all the same
    const ReadTable skipped = read(options);
    EXPECT_EQ(skipped.table.row_count(), 3U);
    EXPECT_EQ(skipped.blank_rows, 2U);

    options.keep_blank_rows = true;
    const ReadTable kept = read(options);
    EXPECT_EQ(kept.table.row_count(), 5U);
    EXPECT_EQ(kept.blank_rows, 0U);
}

TEST(StreamTable, LeavesOutColumnsAndSaysSo) {
    ReadOptions options = reading(table_of({"x", "y"}, {7, 8}));
    options.skip = {"text"};
    const ReadTable found = read(options);
    EXPECT_EQ(found.table.names(), (std::vector<std::string_view>{"number"}));
    EXPECT_EQ(found.skipped, std::vector<std::string>{"text"});
}

TEST(StreamTable, TakesDeclaredTypesAndMarksForNumbers) {
    ReadOptions options = reading(table_of({"01", "2"}, {-9, 8}));
    options.types["text"] = ValueType::text;
    options.missing_marks = {"-9"};
    const ReadTable found = read(options);
    EXPECT_EQ(found.table.column(0).dictionary->type(), ValueType::text);
    EXPECT_TRUE(found.table.column(1).dictionary->missing());
}

TEST(StreamTable, LooksAtTheFirstRowsAloneWhereThatIsAsked) {
    ReadOptions options = reading(table_of({"x", "y", "z"}, {7, 8, 9}));
    options.row_limit = 2;
    const ReadTable found = read(options);
    EXPECT_EQ(found.table.row_count(), 2U);
    EXPECT_EQ(found.dropped_rows, 0U);
    EXPECT_FALSE(found.table.column(0).dictionary->find("z"));
    options.row_limit = 0;
    options.most_rows = 2;
    EXPECT_THROW(static_cast<void>(read(options)), Error);
}

TEST(StreamTable, RefusesNamesItLacksAndTablesWithoutRows) {
    ReadOptions unknown = reading(table_of({"x"}, {7}));
    unknown.drop_rows_missing = {"txet"};
    EXPECT_THROW(static_cast<void>(read(unknown)), Error);
    EXPECT_THROW(static_cast<void>(read(reading(table_of({}, {})))), Error);
}

}  // namespace
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/blank_trim.hpp"

#include "kanon/io/reading/table_reader.hpp"

#include "support/packed_files.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kanon::io {
namespace {

std::string trimmed(std::string_view text, std::size_t step, char delimiter = ',') {
    std::string out;
    BlankTrimmer trimmer(delimiter, '"', [&out](std::string_view piece) { out += piece; });
    for (std::size_t at = 0; at < text.size(); at += step) {
        trimmer.eat(text.substr(at, step));
    }
    return out;
}

TEST(BlankTrimmer, TakesBlanksOutBehindDelimitersOutsideQuotes) {
    for (const std::size_t step : {1U, 2U, 5U, 1000U}) {
        EXPECT_EQ(trimmed("39,  State-gov, x y\n50, , z\n", step), "39,State-gov,x y\n50,,z\n");
        EXPECT_EQ(trimmed("1, \"a, b\", \"c \"\"d, \"\n", step), "1,\"a, b\",\"c \"\"d, \"\n");
        EXPECT_EQ(trimmed(" 1, 2\r\n  3, 4", step), " 1,2\r\n  3,4");
        EXPECT_EQ(trimmed("a; b, c", step, ';'), "a;b, c");
        EXPECT_EQ(trimmed("5\" tall, x\n6\", y\n", step), "5\" tall,x\n6\",y\n");
    }
}

TEST(BlankTrimmer, WritesOnceForEachPieceHoweverManyBlanksItHas) {
    int writes = 0;
    BlankTrimmer trimmer(',', '"', [&writes](std::string_view) { ++writes; });
    std::string row = "1";
    for (int i = 0; i < 1000; ++i) {
        row += ", 1";
    }
    trimmer.eat(row + "\n");
    trimmer.eat(row);
    EXPECT_EQ(writes, 2);
}

TEST(BlankTrimmer, LeavesTablesAloneInWhichBlanksAreTheirCells) {
    const test::TemporaryFolder folder;
    const Table table = read_table(folder.write("t.csv", "a,b\n1, x\n2,y\n3,z\n"), {}, {}).table;
    EXPECT_EQ(table.column(1).text(0), " x");
    const Table prose =
        read_table(folder.write("p.csv", "a;b\nyes, it is;1\nno, it is not;2\n"), {}, {}).table;
    EXPECT_EQ(prose.column(0).text(0), "yes, it is");
}

TEST(BlankTrimmer, TablesAreReadWithoutTheirBlanksWhichIsSaid) {
    const test::TemporaryFolder folder;
    const std::string text = "39, State-gov, \"a, b\", 1\n50, ?, , 2\n";
    for (const std::string& path : {folder.write("t.csv", text),
                                    folder.write("t.csv.gz", test::packed_by("gzip", text)),
                                    folder.write("t.csv.zst", test::packed_by("zstd", text))}) {
        const ReadTable read = read_table(path, {}, {});
        ASSERT_EQ(read.table.column_count(), 4U);
        EXPECT_EQ(read.table.column(1).text(0), "State-gov");
        EXPECT_EQ(read.table.column(2).text(0), "a, b");
        EXPECT_EQ(read.table.column(2).text(1), "");
        EXPECT_EQ(read.table.column(3).dictionary->type(), ValueType::integer);
        EXPECT_EQ(read.said[0], "blanks behind the delimiters are left out");
    }
}

TEST(BlankTrimmer, MarksThatBeginWithTheBlankAreKnown) {
    const test::TemporaryFolder folder;
    ReadOptions options;
    options.missing_marks = {" NONE"};
    const Table table =
        read_table(folder.write("t.csv", "1, x\n2, NONE\n3, y\n"), options, {}).table;
    EXPECT_EQ(table.column(1).dictionary->value_count(), 2U);
}

}  // namespace
}  // namespace kanon::io

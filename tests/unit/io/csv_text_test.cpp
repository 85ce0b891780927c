// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/csv_text.hpp"

#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/writing/pending_file.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>

namespace kanon::io {
namespace {

using test::table_of;
using test::TemporaryFolder;

TEST(CsvText, QuotesWhatWouldBeReadOtherwise) {
    const TemporaryFolder folder;
    const Table table = read_table(folder.write("t.csv",
                                                "\"a \"\"b\"\"\",c\n"
                                                "plain,\"\"\n"
                                                "\"co,mma\",\n"
                                                "\"l\nf\",\"c\rr\"\n"
                                                "\"#\",\"q\"\"q\"\"\"\n"
                                                "semi;colon,' \xC3\xA9\n"),
                                   {.header = true},
                                   {})
                            .table;
    const CsvText comma(table, ',', 1);
    EXPECT_EQ(comma.head(), "\"a \"\"b\"\"\",c\n");
    EXPECT_EQ(comma.rows(0, 5),
              "plain,\n"
              "\"co,mma\",\n"
              "\"l\nf\",\"c\rr\"\n"
              "\"#\",\"q\"\"q\"\"\"\n"
              "semi;colon,' \xC3\xA9\n");
    EXPECT_EQ(CsvText(table, ';', 2).rows(4, 5), "\"semi;colon\";' \xC3\xA9\n");
    EXPECT_EQ(CsvText(table, '\t', 1).rows(1, 2), "co,mma\t\n");
}

TEST(CsvText, PiecesMakeTheWhole) {
    std::string rows;
    for (int row = 0; row < 1000; ++row) {
        rows += (row > 0 ? "; " : "") + std::to_string(row) + " x" + std::to_string(row % 7);
    }
    const Table table = table_of("a b", rows);
    const CsvText text(table, ',', 2);
    std::string expected;
    for (int row = 0; row < 1000; ++row) {
        expected += std::to_string(row) + ",x" + std::to_string(row % 7) + "\n";
    }
    EXPECT_EQ(text.rows(0, 1000), expected);
    EXPECT_EQ(text.rows(0, 300) + text.rows(300, 999) + text.rows(999, 1000), expected);
    EXPECT_EQ(text.rows(5, 5), "");
}

TEST(CsvText, ThreadsChangeNoByteOfAFile) {
    const TemporaryFolder folder;
    std::string rows;
    for (int row = 0; row < 20000; ++row) {
        rows += (row > 0 ? "; " : "") + std::to_string(row) + " ?";
    }
    const Table table = table_of("a b", rows);
    for (const unsigned threads : {1U, 4U}) {
        RunContext context;
        context.threads = threads;
        PendingFile file(folder.at("t.csv"), threads > 1);
        file.write_table(table, {}, context);
        file.commit();
        EXPECT_EQ(folder.read("t.csv"),
                  CsvText(table, ',', 1).head() + CsvText(table, ',', 1).rows(0, 20000));
    }
}

}  // namespace
}  // namespace kanon::io

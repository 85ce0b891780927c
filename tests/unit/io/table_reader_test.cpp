// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/table_reader.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/writing/pending_file.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::TemporaryFolder;

/// Cells of a row, `<missing>` for the missing value.
std::vector<std::string> row_of(const Table& table, std::size_t row) {
    std::vector<std::string> out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        out.emplace_back(column.dictionary->is_missing(column.codes[row]) ? "<missing>"
                                                                          : column.text(row));
    }
    return out;
}

Table read(const std::string& path, const ReadOptions& options = {}) {
    return read_table(path, options, {}).table;
}

using Row = std::vector<std::string>;

/// The one error that reading gives; every bad file below holds the word `secret` as a cell.
std::optional<Error> refusal(const std::string& path, const ReadOptions& options = {}) {
    try {
        RunContext context;
        context.threads = 2;
        (void)read_table(path, options, context);
    } catch (const Error& fault) {
        return fault;
    }
    return std::nullopt;
}

/// Short cells that begin alike are where what is known of recent ones could be taken for another.
TEST(TableReader, ShortCellsThatBeginAlikeAreNotMistaken) {
    const TemporaryFolder folder;
    std::string text = "code\n";
    for (int i = 0; i < 20000; ++i) {
        text += "abcd" + std::to_string(10000 + i * 7919 % 20000) + "\n";
    }
    const Table table = read(folder.write("t.csv", text));
    EXPECT_EQ(table.column(0).dictionary->size(), 20000U);
    for (int i = 0; i < 20000; ++i) {
        ASSERT_EQ(table.column(0).text(static_cast<std::size_t>(i)),
                  "abcd" + std::to_string(10000 + i * 7919 % 20000));
    }
}

TEST(TableReader, ReadsHostileCellsUnmistaken) {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv",
                                          "zip,text\n"
                                          "01234,\"\"\n"
                                          "02,\n"
                                          "3,\"x \"\"q\"\" y\"\n"
                                          "4,\"l1\nl2\"\n"
                                          "5,\"r\r\nq\"\n"
                                          "6,*\n"
                                          "7,\"[1, 2]\"\n"
                                          "8,{a}\n"
                                          "9, \xC3\xA9 ");
    const Table table = read(path);
    ASSERT_EQ(table.row_count(), 9U);
    EXPECT_EQ(row_of(table, 0), (Row{"01234", "<missing>"}));
    EXPECT_EQ(row_of(table, 1), (Row{"02", "<missing>"}));
    EXPECT_EQ(row_of(table, 2), (Row{"3", "x \"q\" y"}));
    EXPECT_EQ(row_of(table, 3), (Row{"4", "l1\nl2"}));
    EXPECT_EQ(row_of(table, 4), (Row{"5", "r\r\nq"}));
    EXPECT_EQ(row_of(table, 5), (Row{"6", "*"}));
    EXPECT_EQ(row_of(table, 6), (Row{"7", "[1, 2]"}));
    EXPECT_EQ(row_of(table, 7), (Row{"8", "{a}"}));
    EXPECT_EQ(row_of(table, 8), (Row{"9", " \xC3\xA9 "}));
    EXPECT_EQ(table.column(0).dictionary->type(), ValueType::text);
    EXPECT_EQ(table.column(0).storage_type, "VARCHAR");
}

TEST(TableReader, InfersAndDeclaresTypes) {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv", "n,d,day\n10,1.5,2020-01-02\n9,2,2019-12-31\n");
    const Table table = read(path);
    EXPECT_EQ(table.column(0).dictionary->type(), ValueType::integer);
    EXPECT_EQ(table.column(0).dictionary->text(0), "9");
    EXPECT_EQ(table.column(1).dictionary->type(), ValueType::decimal);
    EXPECT_EQ(table.column(2).dictionary->type(), ValueType::date);
    ReadOptions options;
    options.types["n"] = ValueType::text;
    EXPECT_EQ(read(path, options).column(0).dictionary->text(0), "10");
}

struct DelimiterCase {
    const char* name;
    const char* text;
    char delimiter;
};

class Sniffing : public testing::TestWithParam<DelimiterCase> {};

TEST_P(Sniffing, FindsTheDelimiter) {
    const TemporaryFolder folder;
    const ReadTable found =
        read_table(folder.write("t.csv", GetParam().text), ReadOptions{}, RunContext{});
    EXPECT_EQ(found.delimiter, GetParam().delimiter);
    EXPECT_EQ(found.table.column_count(), 2U);
    EXPECT_EQ(found.table.row_count(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Delimiters,
                         Sniffing,
                         testing::Values(DelimiterCase{"Comma", "a,b\n1,2\n3,4\n", ','},
                                         DelimiterCase{"Semicolon", "a;b\n1,5;2\n3;4,5\n", ';'},
                                         DelimiterCase{"Tab", "a\tb\nx,y\tz\n3\t4,5\n", '\t'},
                                         DelimiterCase{"Bar", "a|b\n1|2\n3|4\n", '|'},
                                         DelimiterCase{"Crlf", "a,b\r\n1,2\r\n3,4\r\n", ','},
                                         DelimiterCase{"Bom",
                                                       "\xEF\xBB\xBF"
                                                       "a,b\n1,2\n3,4",
                                                       ','},
                                         DelimiterCase{"Blank", "\n\na,b\n1,2\n3,4\n", ','},
                                         DelimiterCase{"Quoted", "\"a;\",b\n1,2\n3,\"4;\"\n", ','}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(TableReader, TellsAHeaderFromData) {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv", "39, State-gov\n50, Private\n");
    EXPECT_EQ(column_names(path, {}), (Row{"column1", "column2"}));
    EXPECT_EQ(read(path).row_count(), 2U);
    ReadOptions options;
    options.header = true;
    EXPECT_EQ(column_names(path, options), (Row{"39", "State-gov"}));
    EXPECT_EQ(read(path, options).row_count(), 1U);
}

TEST(TableReader, TakesApostrophesAsQuotesOnlyWhereTheyAre) {
    const TemporaryFolder folder;
    const Table quoted = read(folder.write("q.csv", "'a','b'\n'1,5','x'\n"));
    EXPECT_EQ(row_of(quoted, 0), (Row{"1,5", "x"}));
    const Table plain = read(folder.write("p.csv", "a,b\n'tis,x\n"));
    EXPECT_EQ(row_of(plain, 0), (Row{"'tis", "x"}));
}

TEST(TableReader, KnowsMissingMarksAndSkipsAndDrops) {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("t.csv", "a,b,c\n1,?,x\n2,NA,y\n3,long missing mark,z\n4,,w\n5,v,u\n");
    ReadOptions options;
    options.missing_marks = {"?", "NA", "long missing mark"};
    const Table table = read(path, options);
    EXPECT_EQ(table.column(1).dictionary->size(), 2U);
    EXPECT_EQ(row_of(table, 2), (Row{"3", "<missing>", "z"}));
    options.skip = {"c"};
    options.drop_rows_missing = {"b"};
    const ReadTable dropped = read_table(path, options, {});
    EXPECT_EQ(dropped.skipped, (Row{"c"}));
    EXPECT_EQ(dropped.dropped_rows, 4U);
    ASSERT_EQ(dropped.table.row_count(), 1U);
    EXPECT_EQ(row_of(dropped.table, 0), (Row{"5", "v"}));
    EXPECT_EQ(dropped.table.column(0).dictionary->size(), 1U);
    options.drop_rows_missing.clear();
    options.row_limit = 2;
    EXPECT_EQ(read(path, options).row_count(), 2U);
}

TEST(TableReader, AnEmptyCellIsMissingHoweverItIsWritten) {
    const TemporaryFolder folder;
    folder.write("t.csv", "a,b\n1,\"\"\n2,\n3,x\n\"\",x\n");
    ASSERT_EQ(std::system(("gzip -k '" + folder.at("t.csv") + "'").c_str()), 0);
    folder.write("t.tsv", "a\tb\n1\t\"\"\n2\t\n3\tx\n\"\"\tx\n");
    folder.write("q.csv", "'a','b'\n'1',''\n'2',\n'3','x'\n'','x'\n");
    folder.write("t.jsonl",
                 "{\"a\":\"1\",\"b\":\"\"}\n{\"a\":\"2\",\"b\":null}\n"
                 "{\"a\":\"3\",\"b\":\"x\"}\n{\"a\":\"\",\"b\":\"x\"}\n");
    const RunContext context;
    io::Database(1, context)
        .execute(
            "COPY (SELECT * FROM (VALUES ('1', ''), ('2', NULL), ('3', 'x'), ('', 'x')) "
            "t(a, b)) TO '" +
            folder.at("t.parquet") + "' (FORMAT parquet)");
    ReadOptions drop;
    drop.drop_rows_missing = {"b"};
    for (const char* name : {"t.csv", "t.csv.gz", "t.tsv", "q.csv", "t.jsonl", "t.parquet"}) {
        const Table table = read(folder.at(name));
        ASSERT_EQ(table.row_count(), 4U) << name;
        EXPECT_EQ(table.column(1).dictionary->size(), 2U) << name;
        EXPECT_EQ(row_of(table, 0), (Row{"1", "<missing>"})) << name;
        EXPECT_EQ(row_of(table, 1), (Row{"2", "<missing>"})) << name;
        EXPECT_EQ(row_of(table, 3), (Row{"<missing>", "x"})) << name;
        EXPECT_EQ(read_table(folder.at(name), drop, {}).dropped_rows, 2U) << name;
    }
    const Table one =
        read(folder.write("one.csv", "name\n\"\"\n\nAnna\n"), {.keep_blank_rows = true});
    ASSERT_EQ(one.row_count(), 3U);
    EXPECT_EQ(one.column(0).dictionary->size(), 2U);
}

TEST(TableReader, RowsWithoutAnyValueAreLeftOutWhateverIsSkipped) {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("t.csv", "id,a,b\n1,x,\n,,\n2,,\n\"\",\" \",\"\"\n3,y,4\n , ,\n");
    const ReadTable whole = read_table(path, {}, {});
    ASSERT_EQ(whole.table.row_count(), 3U);
    EXPECT_EQ(whole.blank_rows, 3U);
    EXPECT_EQ(row_of(whole.table, 1), (Row{"2", "<missing>", "<missing>"}));
    const ReadTable skipped = read_table(path, {.skip = {"id"}, .drop_rows_missing = {"b"}}, {});
    ASSERT_EQ(skipped.table.row_count(), 1U);
    EXPECT_EQ(skipped.blank_rows, 3U);
    EXPECT_EQ(skipped.dropped_rows, 2U);
    EXPECT_EQ(read(path, {.skip = {"id"}}).row_count(), 3U);
    EXPECT_EQ(read(path, {.keep_blank_rows = true, .skip = {"id"}}).row_count(), 6U);
    const std::string narrow = folder.write("n.csv", "a\n1\n\n2\n");
    EXPECT_EQ(read(narrow, {.header = true}).row_count(), 2U);
    EXPECT_EQ(read(narrow, {.header = true, .keep_blank_rows = true}).row_count(), 3U);
    const std::string json =
        folder.write("t.jsonl", "{\"a\": 1}\n{}\n{\"a\": null, \"b\": \"\"}\n");
    EXPECT_EQ(read(json).row_count(), 1U);
    const std::string blank = folder.write("b.csv", "a,b\n,\n");
    const std::optional<Error> fault = refusal(blank);
    ASSERT_TRUE(fault);
    EXPECT_NE(std::string(fault->what()).find("no row below the header has a value"),
              std::string::npos);
}

TEST(TableReader, AFirstLineThatNamesTheDelimiterIsNoRow) {
    const TemporaryFolder folder;
    const Table table = read(folder.write("t.csv", "sep=;\r\na;b\r\nx,1;2\r\ny;3\r\n"));
    ASSERT_EQ(table.names(), (std::vector<std::string_view>{"a", "b"}));
    EXPECT_EQ(row_of(table, 0), (Row{"x,1", "2"}));
    EXPECT_EQ(read(folder.write("q.csv", "\"SEP=|\"\na|b\nx|1\n")).row_count(), 1U);
    const Table column = read(folder.write("n.csv", "sep=,\n1,2\n3,4\n"), {.header = false});
    EXPECT_EQ(column.row_count(), 2U);
}

TEST(TableReader, ADelimiterTooManyIsRefused) {
    const TemporaryFolder folder;
    const auto line_of = [&](const std::string& text, const char* says) {
        const auto fault = refusal(folder.write("t.csv", text));
        EXPECT_TRUE(fault.has_value()) << text;
        const std::string message = fault ? fault->what() : "";
        EXPECT_NE(message.find(says), std::string::npos) << message;
        return fault ? fault->where().line : 0;
    };
    EXPECT_EQ(line_of("a,b\n1,2\n3,4,\n", "take out the delimiter"), 3U);
    EXPECT_EQ(line_of("a,b\n1,2,\n3,4\n", "take out the delimiter"), 2U);
    EXPECT_EQ(line_of("a,b\n1,2\n3,4,\"\"\n", "3 cells"), 3U);
    EXPECT_EQ(line_of("a\n1\n2,\n", "take out the delimiter"), 3U);
    EXPECT_EQ(line_of("a,b,\n1,2,\n3,4,\n", "at the line's end out of every line"), 1U);
    const Table table = read(folder.write("h.csv", "1,2,\n3,4,\n"));
    EXPECT_EQ(table.column_count(), 3U) << "without a header it is a column without values";
}

TEST(TableReader, FolderNamesAreColumnsOnlyIfAsked) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.at("ward=SECRET/day=1%2F2"));
    std::filesystem::create_directories(folder.at("ward=OTHER/day=__HIVE_DEFAULT_PARTITION__"));
    const auto write = [&](const std::string& name, const std::string& rows) {
        PendingFile file(folder.at(name), false);
        file.write_table(test::table_of("a b", rows), {}, {});
        file.commit();
    };
    for (const std::string name : {"t.csv", "t.csv.gz", "t.jsonl", "t.parquet"}) {
        write("ward=SECRET/day=1%2F2/" + name, "1 x; 2 y");
        write("ward=OTHER/day=__HIVE_DEFAULT_PARTITION__/" + name, "3 z");
        const std::string one = folder.at("ward=SECRET/day=1%2F2/" + name);
        const std::string all = folder.at("ward=*/day=*/" + name);
        for (const std::string& path : {one, all}) {
            EXPECT_EQ(column_names(path, {}), (Row{"a", "b"})) << path;
            EXPECT_EQ(read(path).column_count(), 2U) << path;
        }
        ReadOptions options;
        options.folder_columns = true;
        const ReadTable asked = read_table(all, options, {});
        EXPECT_EQ(asked.folder_columns, (Row{"ward", "day"}));
        ASSERT_EQ(asked.table.row_count(), 3U);
        EXPECT_EQ(row_of(asked.table, 0), (Row{"3", "z", "OTHER", "<missing>"})) << name;
        EXPECT_EQ(row_of(asked.table, 1), (Row{"1", "x", "SECRET", "1/2"})) << name;
        EXPECT_EQ(row_of(asked.table, 2), (Row{"2", "y", "SECRET", "1/2"})) << name;
        options.row_limit = 2;
        options.drop_rows_missing = {"day"};
        EXPECT_EQ(row_of(read_table(all, options, {}).table, 0), (Row{"1", "x", "SECRET", "1/2"}));
    }
}

TEST(TableReader, FolderColumnsThatCannotBeAreRefused) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.folder_columns = true;
    const auto why = [&](const std::string& path) {
        const auto fault = refusal(path, options);
        return fault ? std::string(fault->what()) : "";
    };
    for (const char* name : {"a=1", "c=1/c=2", "d=1", "e=1"}) {
        std::filesystem::create_directories(folder.at(name));
    }
    for (const char* name : {"t.csv", "a=1/t.csv", "c=1/c=2/t.csv", "d=1/u.csv", "e=1/u.csv"}) {
        folder.write(name, "a,b\n1,2\n");
    }
    EXPECT_NE(why(folder.at("t.csv")).find("key=value"), std::string::npos);
    EXPECT_NE(why(folder.at("a=1/t.csv")).find("has a column 'a'"), std::string::npos);
    EXPECT_NE(why(folder.at("c=1/c=2/t.csv")).find("two folders"), std::string::npos);
    EXPECT_NE(why(folder.at("*/u.csv")).find("other keys"), std::string::npos);
}

TEST(TableReader, AFileThatChangesWhileItIsReadIsRefused) {
    const TemporaryFolder folder;
    std::string text = "name,age\n";
    for (int row = 0; row < 200000; ++row) {
        text += "n" + std::to_string(row) + "," + std::to_string(row % 90) + "\n";
    }
    const std::string path = folder.write("t.csv", text);
    const std::vector<std::function<void()>> changes{
        [&] { std::filesystem::rename(folder.write("new.csv", text), path); },
        [&] { std::filesystem::resize_file(path, text.size() - 20); },
        [&] { std::ofstream(path, std::ios::in | std::ios::out) << "name,yob"; },
        [&] { std::filesystem::remove(path); }};
    for (std::size_t index = 0; index < changes.size(); ++index) {
        folder.write("t.csv", text);
        bool changed = false;
        RunContext context;
        context.progress = [&](const Progress&) {
            if (!std::exchange(changed, true)) {
                changes[index]();
            }
        };
        try {
            (void)read_table(path, {}, context);
            ADD_FAILURE() << "change " << index << " was not seen";
        } catch (const Error& fault) {
            EXPECT_EQ(fault.code(), ErrorCode::bad_input);
            EXPECT_EQ(fault.where().file, path);
            EXPECT_NE(std::string(fault.what()).find("changed while it was read"),
                      std::string::npos)
                << fault.what();
        }
        EXPECT_TRUE(changed);
    }
    folder.write("t.csv", text);
    EXPECT_EQ(read(path).row_count(), 200000U);
}

TEST(TableReader, SaysHowFarItIsInTextToo) {
    const TemporaryFolder folder;
    std::string text = "name,age\n";
    for (int row = 0; row < 1000000; ++row) {
        text += "n" + std::to_string(row % 1000) + ",34\n";
    }
    std::vector<double> shares;
    RunContext context;
    context.progress = [&](const Progress& now) {
        if (now.total > 0) {
            shares.push_back(now.done / now.total);
        }
    };
    (void)read_table(folder.write("t.csv", text), {}, context);
    ASSERT_GT(shares.size(), 5U);  // DuckDB counts bytes in pieces of 32 MB
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_GT(shares.front(), 0);
    EXPECT_LE(shares.back(), 1);
}

TEST(TableReader, ADoubtfulFirstLineIsRefusedAndNotShown) {
    const TemporaryFolder folder;
    const std::string text = "secret Smith,Berlin\nBob Jones,Paris\nCarl May,Rome\n";
    const std::string path = folder.write("t.csv", text);
    const auto fault = refusal(path);
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->code(), ErrorCode::bad_input);
    EXPECT_EQ(fault->where().line, 1U);
    const std::string message = fault->what();
    EXPECT_NE(message.find("--header or --no-header"), std::string::npos) << message;
    EXPECT_EQ(message.find("secret"), std::string::npos) << message;
    EXPECT_EQ(message.find("Berlin"), std::string::npos) << message;
    ReadOptions options;
    options.header = false;
    EXPECT_EQ(column_names(path, options), (Row{"column1", "column2"}));
    EXPECT_EQ(read(path, options).row_count(), 3U);
    options.header = true;
    EXPECT_EQ(read(path, options).row_count(), 2U);
    options.header.reset();
    options.known_names = {"secret Smith"};
    EXPECT_EQ(read(path, options).row_count(), 2U);
    EXPECT_EQ(read(folder.write("u.csv", text + "Dora,Berlin\n")).row_count(), 4U)
        << "a value that comes again makes it a row";
}

TEST(TableReader, NumbersKeepTheirDigits) {
    const TemporaryFolder folder;
    const std::string lines =
        "{\"id\":12345678901234567891,\"n\":9007199254740993,\"x\":0.1234567890123456789,"
        "\"big\":123456789012345678901234567890}\n"
        "{\"id\":12345678901234567892,\"n\":9007199254740992,\"x\":0.1234567890123456788,"
        "\"big\":123456789012345678901234567891}\n";
    const Table json = read(folder.write("t.jsonl", lines));
    const Row first{"12345678901234567891",
                    "9007199254740993",
                    "0.1234567890123456789",
                    "123456789012345678901234567890"};
    EXPECT_EQ(row_of(json, 0), first);
    EXPECT_EQ(row_of(json, 1)[2], "0.1234567890123456788");
    for (const char* name : {"u.parquet", "u.jsonl", "u.csv"}) {
        PendingFile file(folder.at(name), false);
        file.write_table(json, {}, {});
        file.commit();
        EXPECT_EQ(row_of(read(folder.at(name)), 0), first) << name;
    }
}

TEST(TableReader, LargeWholeNumbersBesideFractionsKeepTheirDigits) {
    const TemporaryFolder folder;
    const Table json = read(
        folder.write("t.jsonl", "{\"n\":-9223372036854775808,\"m\":1e2}\n{\"n\":0.1,\"m\":2.5}\n"));
    for (const char* name : {"u.parquet", "u.jsonl", "u.csv"}) {
        PendingFile file(folder.at(name), false);
        file.write_table(json, {}, {});
        file.commit();
        const Table again = read(folder.at(name));
        EXPECT_EQ(row_of(again, 0)[0], "-9223372036854775808") << name;
        EXPECT_EQ(row_of(again, 1)[0], "0.1") << name;
    }
}

TEST(TableReader, NamesThatDifferInCaseAreTwoColumns) {
    const TemporaryFolder folder;
    const Table table = read(folder.write("t.csv", "a,A\n1,2\n"));
    EXPECT_EQ(row_of(table, 0), (Row{"1", "2"}));
    EXPECT_EQ(table.column(1).name, "A");
}

TEST(TableReader, ReadsSeveralFilesInTheOrderOfTheirNames) {
    const TemporaryFolder folder;
    folder.write("p2.csv", "a,b\n3,4\n");
    folder.write("p1.csv", "a,b\n1,2\n");
    folder.write("p3.csv", "a,b\n5,6\n");
    const Table table = read(folder.at("p*.csv"));
    ASSERT_EQ(table.row_count(), 3U);
    EXPECT_EQ(row_of(table, 0), (Row{"1", "2"}));
    EXPECT_EQ(row_of(table, 2), (Row{"5", "6"}));
}

TEST(TableReader, AFileNameIsNoPatternIfAFileHasIt) {
    const TemporaryFolder folder;
    folder.write("x1.csv", "a,b\n1,2\n");
    for (const char* name : {"x[1].csv", "s*r?.csv", "it's.csv", "a b\\c.csv"}) {
        EXPECT_EQ(row_of(read(folder.write(name, "a,b\n7,8\n")), 0), (Row{"7", "8"})) << name;
    }
}

TEST(TableReader, ReadsJsonLines) {
    const TemporaryFolder folder;
    const Table table = read(folder.write("t.jsonl",
                                          "{\"a\":1,\"b\":\"01\",\"c\":true,\"d\":\"2020-01-01\"}\n"
                                          "{\"a\":2.50,\"b\":\"\",\"c\":null,\"e\":[1, 2]}\n"));
    ASSERT_EQ(table.row_count(), 2U);
    EXPECT_EQ(row_of(table, 0), (Row{"1", "01", "true", "2020-01-01", "<missing>"}));
    EXPECT_EQ(row_of(table, 1), (Row{"2.5", "<missing>", "<missing>", "<missing>", "[1,2]"}));
    EXPECT_EQ(table.column(0).storage_type, "DOUBLE");
    EXPECT_EQ(table.column(2).storage_type, "BOOLEAN");
    EXPECT_EQ(table.column(3).storage_type, "VARCHAR");
}

TEST(TableReader, JsonKeysThatDifferInCaseAreRefusedNotLost) {
    const TemporaryFolder folder;
    EXPECT_THROW((void)read(folder.write("t.jsonl", "{\"a\":1,\"A\":2}\n{\"a\":3,\"A\":4}\n")),
                 Error);
    const Table table = read(folder.write("u.jsonl", "{\"a\":1,\"a_1\":2}\n{\"a\":3,\"a_1\":4}\n"));
    EXPECT_EQ(row_of(table, 1), (Row{"3", "4"}));
}

TEST(TableReader, NamesColumnsWithoutReadingThemAll) {
    const TemporaryFolder folder;
    EXPECT_EQ(column_names(folder.write("t.csv", "a;\"b;c\"\n1;2\n"), {}), (Row{"a", "b;c"}));
    EXPECT_EQ(column_names(folder.write("h.csv", "a,b\n"), {}), (Row{"a", "b"}));
    EXPECT_EQ(column_names(folder.write("t.jsonl", "{\"x\":1}\n{\"y\":1}\n"), {}), (Row{"x", "y"}));
}

/// Runs a test with a file as standard input.
class StandardInput {
public:
    explicit StandardInput(const std::string& path) : saved_(::dup(STDIN_FILENO)) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        EXPECT_GE(::dup2(file, STDIN_FILENO), 0);
        ::close(file);
    }

    ~StandardInput() {
        ::dup2(saved_, STDIN_FILENO);
        ::close(saved_);
    }

    StandardInput(const StandardInput&) = delete;
    StandardInput& operator=(const StandardInput&) = delete;

private:
    int saved_;
};

TEST(TableReader, ReadsStandardInputAndLeavesNoCopy) {
    const TemporaryFolder folder;
    const TemporaryFolder spool;
    ::setenv("TMPDIR", spool.at("").c_str(), 1);
    {
        const StandardInput input(folder.write("in", "a,b\n01,x\n"));
        EXPECT_EQ(row_of(read("-"), 0), (Row{"01", "x"}));
    }
    {
        const StandardInput input(folder.write("bad", "a,b\n1,2\n3\n"));
        try {
            (void)read("-");
            ADD_FAILURE() << "was read";
        } catch (const Error& fault) {
            EXPECT_EQ(fault.where().file, "standard input");
            EXPECT_EQ(fault.where().line, 3U);
        }
    }
    {
        const StandardInput input(folder.write("empty", ""));
        EXPECT_THROW((void)read("-"), Error);
    }
    ::unsetenv("TMPDIR");
    EXPECT_EQ(spool.file_count(), 0U);
}

TEST(TableReader, ThreadsChangeNothing) {
    const TemporaryFolder folder;
    std::string text = "id,group,zip\n";
    for (int row = 0; row < 150000; ++row) {
        text += std::to_string(row) + ",g" + std::to_string(row % 700) + ",0" +
                std::to_string(row % 70000) + "\n";
    }
    const std::string path = folder.write("t.csv", text);
    RunContext two;
    two.threads = 2;
    const Table a = read(path);
    const Table b = read_table(path, {}, two).table;
    ASSERT_EQ(a.row_count(), 150000U);
    ASSERT_EQ(b.row_count(), a.row_count());
    EXPECT_EQ(a.column(1).codes.width(), 2U);
    for (std::size_t j = 0; j < 3; ++j) {
        ASSERT_EQ(a.column(j).dictionary->size(), b.column(j).dictionary->size());
        for (std::size_t row = 0; row < a.row_count(); ++row) {
            ASSERT_EQ(a.column(j).codes[row], b.column(j).codes[row]);
        }
    }
    for (std::size_t row = 0; row < a.row_count(); row += 997) {
        EXPECT_EQ(row_of(a, row),
                  (Row{std::to_string(row),
                       "g" + std::to_string(row % 700),
                       "0" + std::to_string(row % 70000)}));
    }
}

TEST(TableReader, LanesChangeNothing) {
    // DuckDB's threads take one row group of 122,880 rows each.
    const TemporaryFolder folder;
    constexpr std::size_t kRows = 500000;
    std::string text = "id,group,constant,length\n";
    for (std::size_t row = 0; row < kRows; ++row) {
        text += std::to_string(row) +
                (row % 3 == 0 ? ",," : ",g" + std::to_string(row % 700) + ",") +
                "same in all rows," + std::string(row % 31, 'x') + "\n";
    }
    PendingFile file(folder.at("t.parquet"), false);
    file.write_table(read(folder.write("t.csv", text)), {}, {});
    file.commit();
    RunContext four;
    four.threads = 4;
    const Table all = read_table(folder.at("t.parquet"), {}, four).table;
    ASSERT_EQ(all.row_count(), kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        ASSERT_EQ(all.column(0).text(row), std::to_string(row));
        ASSERT_EQ(all.column(3).text(row).size(), row % 31);
    }
    EXPECT_EQ(all.column(2).dictionary->size(), 1U);
    ReadOptions options;
    options.drop_rows_missing = {"group"};
    options.row_limit = 400000;
    const ReadTable kept = read_table(folder.at("t.parquet"), options, four);
    const ReadTable alone = read_table(folder.at("t.parquet"), options, {});
    EXPECT_EQ(kept.dropped_rows, 133334U);
    ASSERT_EQ(kept.table.row_count(), 266666U);
    for (std::size_t row = 0; row < kept.table.row_count(); ++row) {
        ASSERT_EQ(kept.table.column(0).text(row), std::to_string(row / 2 * 3 + row % 2 + 1));
    }
    for (std::size_t j = 0; j < 4; ++j) {
        const Dictionary& dictionary = *kept.table.column(j).dictionary;
        ASSERT_EQ(dictionary.size(), alone.table.column(j).dictionary->size());
        for (Code code = 0; code < dictionary.size(); ++code) {
            ASSERT_EQ(dictionary.text(code), alone.table.column(j).dictionary->text(code));
        }
    }
}

TEST(TableReader, StopsWhenCancelled) {
    const TemporaryFolder folder;
    const std::atomic<bool> cancel{true};
    RunContext context;
    context.cancel = &cancel;
    try {
        (void)read_table(folder.write("t.csv", "a,b\n1,2\n"), {}, context);
        FAIL() << "was not stopped";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::cancelled);
    }
}

TEST(TableReader, APackedFileIsNotReadToItsEndOnceCancelled) {
    const TemporaryFolder folder;
    const std::atomic<bool> cancel{true};
    RunContext context;
    context.cancel = &cancel;
    for (const char* name : {"t.csv.gz", "t.csv.zst"}) {
        PendingFile file(folder.at(name), false);
        file.write_table(test::table_of("a b", "1 2; 3 4"), {}, {});
        file.commit();
        EXPECT_NO_THROW(
            io::check_packed_file(folder.at(name), name, compression_of_name(name), {}));
        try {
            io::check_packed_file(folder.at(name), name, compression_of_name(name), context);
            ADD_FAILURE() << name << " was read";
        } catch (const Error& fault) {
            EXPECT_EQ(fault.code(), ErrorCode::cancelled);
        }
    }
}

// ---- refusals ----

struct BadCase {
    const char* name;
    std::string file;
    std::string text;
    std::uint64_t line;
    std::uint64_t column;
    const char* says;
};

class BadTable : public testing::TestWithParam<BadCase> {};

TEST_P(BadTable, IsRefusedInOneLine) {
    const TemporaryFolder folder;
    const std::string path = folder.write(GetParam().file, GetParam().text);
    const auto fault = refusal(path);
    ASSERT_TRUE(fault.has_value());
    const std::string message = fault->what();
    EXPECT_EQ(fault->code(), ErrorCode::bad_input);
    EXPECT_EQ(fault->where().file, path);
    EXPECT_EQ(fault->where().line, GetParam().line) << message;
    EXPECT_EQ(fault->where().column, GetParam().column) << message;
    EXPECT_NE(message.find(GetParam().says), std::string::npos) << message;
    EXPECT_EQ(message.find("secret"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

using namespace std::string_literals;

INSTANTIATE_TEST_SUITE_P(
    Csv,
    BadTable,
    testing::Values(
        BadCase{"Empty", "t.csv", "", 0, 0, "is empty"},
        BadCase{"BlankLines", "t.csv", "\n\n\n", 0, 0, "is empty"},
        BadCase{"HeaderOnly", "t.csv", "a,b\n", 0, 0, "no rows"},
        BadCase{"TooFew", "t.csv", "a,b,c\n1,2,3\n4,secret\n6,7,8\n", 3, 0, "2 cells"},
        BadCase{"TooMany", "t.csv", "a,b\n1,2\n\"x\ny\",2\n4,secret,7\n", 5, 0, "3 cells"},
        BadCase{"OpenQuote", "t.csv", "a,b\n1,\"secret\n4,5\n", 2, 2, "never closes"},
        BadCase{"OpenQuoteInHeader", "t.csv", "a,\"secret\n4,5\n", 1, 2, "never closes"},
        BadCase{"TextAfterQuote", "t.csv", "a,b\n1,\"secret\"y\n4,5\n", 2, 2, "closing quote"},
        BadCase{"Utf8", "t.csv", "a,b\n1,2\nsecret,\x81\xFE\n", 3, 2, "UTF-8"},
        BadCase{"Utf8InHeader", "t.csv", "a,\x81\nsecret,1\n", 1, 2, "UTF-8"},
        BadCase{"Utf16",
                "t.csv",
                "\xFF\xFE"
                "a\0,\0b\0\n\0s"s,
                2,
                0,
                "UTF-16"},
        BadCase{"Nul", "t.csv", "a,b\n1,2\n1,se\0cret\n"s, 3, 2, "NUL"},
        BadCase{"TwoNames", "t.csv", "a,b,a\n1,2,secret\n", 1, 3, "same name"},
        BadCase{"NoName", "t.csv", "a,,c\n1,2,secret\n", 1, 2, "no name"},
        BadCase{"LineEnds", "t.csv", "a,b\r\n1,2\n3,secret\r\n", 2, 0, "line end"},
        BadCase{"Gzip", "t.csv.gz", "a,b\n1,secret\n", 0, 0, "gzip"},
        BadCase{"Zstd", "t.csv.zst", "a,b\n1,secret\n", 0, 0, "zstd"},
        BadCase{"Parquet", "t.parquet", "secret secret secret", 0, 0, "Parquet"},
        BadCase{"Json", "t.jsonl", "{\"a\":1}\n{\"a\":secret}\n", 2, 0, "JSON"},
        BadCase{"JsonText", "t.jsonl", "{\"a\":\"secret\x81\"}\n", 0, 0, "UTF-8"},
        BadCase{"JsonNoObject", "t.jsonl", "[\"secret\"]\n5\n", 0, 0, "JSON"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(TableReader, ANulByteIsAtItsRowOfTheFileWhereRowsAreDropped) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.drop_rows_missing = {"a"};
    const auto json =
        refusal(folder.write("t.jsonl",
                             "{\"a\":\"x\",\"b\":\"y\"}\n{\"b\":\"y\"}\n"
                             "{\"b\":\"y\"}\n{\"a\":\"x\",\"b\":\"sec\\u0000ret\"}\n"),
                options);
    ASSERT_TRUE(json.has_value());
    EXPECT_NE(std::string(json->what()).find("row 4 holds a NUL"), std::string::npos)
        << json->what();
    EXPECT_EQ(json->where().attribute, "b");
    const auto lines =
        refusal(folder.write("t.csv", "a,b\nx,\"y\ny\"\n,y\n,y\nx,\"y\nse\0cret\"\n"s), options);
    ASSERT_TRUE(lines.has_value());
    EXPECT_EQ(lines->where().line, 7U);
    EXPECT_EQ(lines->where().column, 2U);
}

TEST(TableReader, ANulByteIsNamedByItsLineInPackedFilesToo) {
    const TemporaryFolder folder;
    PendingFile file(folder.at("t.csv.zst"), false);
    file.write_table(test::table_of("a b", "1 2; 3 se\0cret"s), {}, {});
    file.commit();
    const auto fault = refusal(folder.at("t.csv.zst"));
    ASSERT_TRUE(fault.has_value());
    EXPECT_NE(std::string(fault->what()).find("NUL"), std::string::npos) << fault->what();
    EXPECT_EQ(fault->where().line, 3U);
}

TEST(TableReader, RefusesMoreRowsThanAreAllowed) {
    const TemporaryFolder folder;
    const std::string text = folder.write("t.csv", "a,b\n1,2\n,4\n5,6\n");
    const std::string parquet = folder.at("t.parquet");
    PendingFile file(parquet, false);
    file.write_table(test::table_of("a b", "1 2; 3 4; 5 6"), {}, {});
    file.commit();
    ReadOptions options;
    options.most_rows = 3;
    EXPECT_FALSE(refusal(text, options).has_value());
    EXPECT_FALSE(refusal(parquet, options).has_value());
    options.most_rows = 2;
    for (const std::string& path : {text, parquet}) {
        const auto fault = refusal(path, options);
        ASSERT_TRUE(fault.has_value()) << path;
        EXPECT_NE(std::string(fault->what()).find("more than 2 rows"), std::string::npos);
        EXPECT_EQ(fault->where().file, path);
    }
    options.drop_rows_missing = {"a"};
    EXPECT_FALSE(refusal(text, options).has_value()) << "rows that are left out do not count";
    options.drop_rows_missing.clear();
    options.row_limit = 2;
    EXPECT_FALSE(refusal(parquet, options).has_value());
}

TEST(TableReader, RefusesFilesThatAreNotThere) {
    const TemporaryFolder folder;
    EXPECT_NE(std::string(refusal(folder.at("none.csv"))->what()).find("no such file"),
              std::string::npos);
    EXPECT_NE(std::string(refusal(folder.at("none*.csv"))->what()).find("matches"),
              std::string::npos);
    EXPECT_NE(std::string(refusal(folder.at(""))->what()).find("directory"), std::string::npos);
}

TEST(TableReader, RefusesFilesOfOtherColumns) {
    const TemporaryFolder folder;
    folder.write("p1.csv", "a,b\n1,2\n");
    const std::string second = folder.write("p2.csv", "a,c\n1,2\n");
    const auto fault = refusal(folder.at("p*.csv"));
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->where().file, second);
    EXPECT_NE(std::string(fault->what()).find("other columns"), std::string::npos);
}

TEST(TableReader, RefusesNamesThatTheFileLacks) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.skip = {"disaese"};
    const auto fault = refusal(folder.write("t.csv", "disease,b\n1,2\n"), options);
    ASSERT_TRUE(fault.has_value());
    EXPECT_NE(std::string(fault->what()).find("did you mean 'disease'"), std::string::npos);
}

TEST(TableReader, RefusesValuesOfAnotherTypeWithoutQuotingThem) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.types["a"] = ValueType::integer;
    const auto fault = refusal(folder.write("t.csv", "a,b\n1,2\nsecret,3\n"), options);
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->where().attribute, "a");
    EXPECT_EQ(std::string(fault->what()).find("secret"), std::string::npos);
}

}  // namespace
}  // namespace kanon

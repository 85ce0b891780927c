// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/read_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/row_order.hpp"

#include "unit/engine/engine_test.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTableTest;
using testing_with::Text;

using Cells = std::vector<std::vector<Text>>;
using Lines = std::vector<std::string>;

/// `a|b` per row, and the types of the columns behind them.
Lines lines_of(const Table& table) {
    Lines out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        std::string line;
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            line += (column == 0 ? "" : "|") + std::string(table.column(column).text(row));
        }
        out.push_back(line);
    }
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        out.emplace_back(to_string(table.column(column).dictionary->type()));
    }
    return out;
}

class EngineRows : public EngineTableTest {
protected:
    [[nodiscard]] EngineTable read(const ReadOptions& options = {}) const {
        return row_by_row(
            read_rows(std::array{SourcePart{connection_.get(), {.table = kTable}}}, options));
    }

    [[nodiscard]] std::string fault_of(const ReadOptions& options) const {
        try {
            static_cast<void>(read(options));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    /// The same cells from a file, in the order of their codes.
    [[nodiscard]] ReadTable read_file(const Cells& cells, ReadOptions options) const {
        options.header = true;
        const std::string path = folder_ / "same.csv";
        std::ofstream file(path);
        file << "select,\"Größe \"\"'`;x\"\n";
        for (const auto& row : cells) {
            file << '"' << row[0].value_or("") << "\",\"" << row[1].value_or("") << "\"\n";
        }
        file.close();
        ReadTable out = read_table(path, options, context_);
        out.table = reordered(out.table, order_by_codes(out.table));
        return out;
    }

    void expect_as_from_a_file(const Cells& cells, const ReadOptions& options) const {
        const EngineTable found = read(options);
        const ReadTable file = read_file(cells, options);
        EXPECT_EQ(lines_of(found.read.table), lines_of(file.table));
        EXPECT_EQ(found.read.said, file.said);
        EXPECT_EQ(found.read.skipped, file.skipped);
        EXPECT_EQ(found.read.dropped_rows, file.dropped_rows);
    }
};

TEST_P(EngineRows, RowsStandSortedAsOftenAsTheyWereCounted) {
    make({{"b", "10"}, {"b", "9"}, {std::nullopt, "9"}, {"b", "9"}, {"", "9"}});
    const EngineTable found = read();
    EXPECT_EQ(lines_of(found.read.table),
              (Lines{"b|9", "b|9", "b|10", "|9", "|9", "text", "integer"}));
    EXPECT_EQ(found.first_rows, (std::vector<std::uint64_t>{0, 5}));
}

TEST_P(EngineRows, TheTableIsThatOfAFileWithTheSameCells) {
    const std::vector<Text> first{
        "1.50", "1.5", "9223372036854775807", "NA", "", std::nullopt, "7"};
    const std::vector<Text> second{"2024-02-29", "2023-12-01", "?", "ä 😀", " ", "x"};
    std::mt19937_64 random(1);
    Cells cells;
    for (int row = 0; row < 200; ++row) {
        cells.push_back({first[random() % first.size()], second[random() % second.size()]});
    }
    make(cells);
    expect_as_from_a_file(cells, {});
    expect_as_from_a_file(cells, {.find_values = false});
    expect_as_from_a_file(cells, {.missing_marks = {"7", "x"}});
    expect_as_from_a_file(cells, {.types = {{"select", ValueType::text}}});
    expect_as_from_a_file(cells, {.skip = {"select"}});
    expect_as_from_a_file(cells, {.drop_rows_missing = {"select", kColumns[1]}});
    expect_as_from_a_file(cells, {.missing_marks = {"x"}, .drop_rows_missing = {kColumns[1]}});
}

TEST_P(EngineRows, NotationsAreFoundAsInFiles) {
    const Cells cells{
        {"3,14", "28.02.1980"}, {"1.234,5", "01.03.1980"}, {"3,14", "28.02.1980"}, {"", ""}};
    make(cells);
    expect_as_from_a_file(cells, {});
    expect_as_from_a_file(cells, {.dates_of = {{kColumns[1], Notation::day_first}}});
}

TEST_P(EngineRows, RowsThatMarksMakeAlikeAreCountedTogether) {
    make({{"NA", "1"}, {"", "1"}, {"5", "1"}, {"?", "1"}});
    const EngineTable found = read({.missing_marks = {"NA", "?"}});
    EXPECT_EQ(lines_of(found.read.table), (Lines{"5|1", "|1", "|1", "|1", "integer", "integer"}));
}

TEST_P(EngineRows, OnlySoManyRowsAreLookedAt) {
    make({{"a", "1"}, {"b", "1"}, {"b", "1"}, {"c", "1"}});
    EXPECT_EQ(read({.row_limit = 3}).read.table.row_count(), 3U);
    EXPECT_EQ(read({.row_limit = 9}).read.table.row_count(), 4U);
    EXPECT_THROW(static_cast<void>(read({.most_rows = 3})), Error);
    EXPECT_EQ(read({.most_rows = 4}).read.table.row_count(), 4U);
}

TEST_P(EngineRows, FaultsOfNamesAreThoseOfFiles) {
    make({{"a", "1"}});
    EXPECT_NE(fault_of({.skip = {"selct"}}).find("has no column 'selct'"), std::string::npos);
    EXPECT_NE(fault_of({.types = {{"x", ValueType::text}}}).find("has no column 'x'"),
              std::string::npos);
    EXPECT_NE(fault_of({.skip = kColumns}).find("no column is left"), std::string::npos);
    EXPECT_NE(fault_of({.sheet = "s"}).find("--sheet"), std::string::npos);
    EXPECT_NE(fault_of({.types = {{"select", ValueType::integer}}}).find("select"),
              std::string::npos);
    const SourceAddress twice{.query = "SELECT 1 AS a, 2 AS a"};
    EXPECT_THROW(static_cast<void>(column_names(*connection_, twice)), Error);
}

TEST_P(EngineRows, NoRowsAreRefused) {
    make({{std::nullopt, "1"}});
    EXPECT_NE(fault_of({.drop_rows_missing = {"select"}}).find("every row lacks"),
              std::string::npos);
    drop();
    make({});
    EXPECT_NE(fault_of({}).find("has no rows"), std::string::npos);
}

TEST_P(EngineRows, AQueryIsATableWithTheColumnsThatItNames) {
    make({{"a", "1"}, {"b", "2"}});
    const SourceAddress query{.query = "SELECT " + name(kColumns[1]) + " AS x FROM " +
                                       name(kTable) + " WHERE " + name("select") + " = 'b'"};
    EXPECT_EQ(column_names(*connection_, query), (std::vector<std::string>{"x"}));
    const EngineTable found = read_rows(std::array{SourcePart{connection_.get(), query}}, {});
    EXPECT_EQ(lines_of(row_by_row(found).read.table), (Lines{"2", "integer"}));
}

TEST_P(EngineRows, AreAlikeByEveryByte) {
    const std::vector<Text> values{"a",
                                   "A",
                                   "a ",
                                   " a",
                                   "ä",
                                   "a\u0308",
                                   "1.50",
                                   "1.5",
                                   "1.500",
                                   "01",
                                   "NULL",
                                   "\U0001F600",
                                   "",
                                   std::nullopt};
    std::mt19937_64 random(1);
    Cells cells;
    std::multiset<std::string> expected;
    for (int row = 0; row < 300; ++row) {
        cells.push_back({values[random() % values.size()], values[random() % 3 + 11]});
        expected.insert(cells.back()[0].value_or("") + "|" + cells.back()[1].value_or(""));
    }
    make(cells);
    Lines lines = lines_of(read({.find_values = false, .keep_blank_rows = true}).read.table);
    lines.resize(300);
    EXPECT_EQ(std::multiset<std::string>(lines.begin(), lines.end()), expected);
}

TEST_P(EngineRows, SeveralSourcesAreOneTable) {
    make({{"b", "10"}, {"a", "9"}, {"b", "10"}});
    const auto other = open();
    const auto third = open();
    const SourceAddress more{.query = "SELECT '7' AS " + name(kColumns[1]) + ", 'b' AS " +
                                      name(kColumns[0])};
    const SourcePart first{connection_.get(), {.table = kTable}};
    const SourcePart again{third.get(), {.table = kTable}};
    const EngineTable counted =
        read_rows(std::array{first, SourcePart{other.get(), more}, again}, {});
    EXPECT_EQ(lines_of(counted.read.table),
              (Lines{"a|9", "b|10", "b|7", "a|9", "b|10", "text", "integer"}));
    EXPECT_EQ(counted.counts, (std::vector<std::uint64_t>{1, 2, 1, 1, 2}));
    EXPECT_EQ(counted.first_rows, (std::vector<std::uint64_t>{0, 2, 3, 5}));
    const EngineTable found = row_by_row(counted);
    EXPECT_TRUE(found.counts.empty());
    EXPECT_EQ(lines_of(found.read.table),
              (Lines{"a|9", "b|10", "b|10", "b|7", "a|9", "b|10", "b|10", "text", "integer"}));
    EXPECT_EQ(found.first_rows, (std::vector<std::uint64_t>{0, 3, 4, 7}));
    const SourceAddress less{.query = "SELECT '7' AS " + name(kColumns[1])};
    EXPECT_THROW(static_cast<void>(read_rows(std::array{first, SourcePart{other.get(), less}}, {})),
                 Error);
}

TEST_P(EngineRows, ATableThatIsNotThereIsSaidInTheEnginesWords) {
    const std::string fault = fault_of({});
    EXPECT_NE(fault.find("cannot find the columns; the engine says: "), std::string::npos) << fault;
}

INSTANTIATE_TEST_SUITE_P(, EngineRows, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine

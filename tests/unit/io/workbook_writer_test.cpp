// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/workbook_writer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/io/writing/workbook_cells.hpp"
#include "kanon/table/column_builder.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

using test::TemporaryFolder;
using Cells = std::vector<std::string>;
using enum SheetValue;

/// A column of texts; "" is missing.
std::shared_ptr<const Column> column_of_cells(const std::string& name,
                                              const Cells& cells,
                                              const std::string& storage = "VARCHAR") {
    ColumnBuilder builder(name, storage, {});
    for (const std::string& cell : cells) {
        builder.append(cell.empty() ? builder.code_of_missing() : builder.code_of(cell));
    }
    return std::make_shared<const Column>(builder.finish());
}

/// How the cells of a column are written, in the order of rows.
std::vector<SheetValue> kinds_of(const Cells& cells, const std::string& storage = "VARCHAR") {
    const auto column = column_of_cells("a", cells, storage);
    const SheetColumn sheet = sheet_column(*column);
    std::vector<SheetValue> out;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        out.push_back(sheet.values[column->codes[row]]);
    }
    return out;
}

void write_sheet(const Table& table, const std::string& path) {
    PendingFile file(path, true);
    file.write_table(table, {}, {});
    file.commit();
}

Cells read_cells(const std::string& path) {
    const Table table = read_table(path, {.header = true}, {}).table;
    Cells out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back(table.column(0).text(row));
    }
    return out;
}

std::string refusal_of_writing(const Table& table, const std::string& path) {
    try {
        write_sheet(table, path);
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_output);
        return fault.what();
    }
    ADD_FAILURE() << "was written";
    return "";
}

TEST(WorkbookWriter, NumbersThatReadBackAsTheyAreSpelledAreNumbers) {
    using Kinds = std::vector<SheetValue>;
    EXPECT_EQ(kinds_of({"1", "-20", "0", "", "2.5"}),
              (Kinds{number, number, number, none, number}));
    EXPECT_EQ(kinds_of({"[20, 30]", "*", "7"}), (Kinds{text, text, number}));
    EXPECT_EQ(kinds_of({"123456789012345"}), (Kinds{number}));
    EXPECT_EQ(kinds_of({"0.1", "0.000123"}), (Kinds{number, number}));
}

TEST(WorkbookWriter, ANumberThatWouldChangeMakesItsColumnText) {
    for (const char* spelling : {"00123",
                                 "1234567890123456",
                                 "0.1234567890123456",
                                 "1e5",
                                 "+5",
                                 ".5",
                                 "5.",
                                 "-0",
                                 " 5",
                                 "1.50",
                                 "12345678901234567890"}) {
        EXPECT_EQ(kinds_of({"1", spelling}), (std::vector{text, text})) << spelling;
    }
}

TEST(WorkbookWriter, AmountsOfAsManyDecimalsAreNumbersAndShowThem) {
    EXPECT_EQ(kinds_of({"1.50", "20.00"}), (std::vector{number, number}));
    EXPECT_EQ(sheet_column(*column_of_cells("a", {"1.50", "20.00"})).decimals, 2U);
    EXPECT_EQ(sheet_column(*column_of_cells("a", {"1.5", "20"})).decimals, std::nullopt);
    EXPECT_EQ(kinds_of({"1.50", "20.00", "*"}), (std::vector{text, text, text}));
    EXPECT_EQ(kinds_of({"250.00", "250.0"}), (std::vector{text, text})) << "two codes";
}

TEST(WorkbookWriter, DatesOfTheCalendarOfSheetsAreDates) {
    using Kinds = std::vector<SheetValue>;
    EXPECT_EQ(kinds_of({"1980-02-28", "1900-03-01", "9999-12-31"}), (Kinds{date, date, date}));
    EXPECT_EQ(kinds_of({"1980-02-28", "1900-02-28"}), (Kinds{text, text}));
    EXPECT_EQ(kinds_of({"1980-02-30", "1980/02/28", "1980-02"}), (Kinds{text, text, text}));
    EXPECT_EQ(kinds_of({"true", "false", ""}, "BOOLEAN"), (Kinds{boolean, boolean, none}));
    EXPECT_EQ(kinds_of({"true"}), (Kinds{text}));
}

TEST(WorkbookWriter, WhatIsReadBackIsWhatWasWritten) {
    const TemporaryFolder folder;
    const std::vector<Cells> columns{
        {"1", "2", "", "-4.5", "100000000000000"},
        {"1980-02-28", "", "1900-03-01", "9999-12-31", "2000-02-29"},
        {"1980-02-28", "1880-01-01", "*", "5", "x"},
        {"=1+1", "+1", "-x", "@a", "http://example.org"},
        {" a ", "<&>\"'", "_x000D_", "_x005F_x000D_", "a\r\nb\tc"},
        {"00123", "123", "1e5", "[1, 2]", "\xF0\x9F\x98\x80"},
    };
    for (const Cells& cells : columns) {
        write_sheet(Table({column_of_cells("a", cells), column_of_cells("b", Cells(5, "x"))}, 5),
                    folder.at("t.xlsx"));
        EXPECT_EQ(read_cells(folder.at("t.xlsx")), cells);
    }
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(WorkbookWriter, WhatASheetCannotHoldIsRefused) {
    const TemporaryFolder folder;
    const std::string path = folder.at("t.xlsx");
    const auto said = [&](const std::vector<std::shared_ptr<const Column>>& columns) {
        std::string message = refusal_of_writing(Table(columns, columns[0]->codes.size()), path);
        EXPECT_NE(message.find("write CSV"), std::string::npos) << message;
        EXPECT_EQ(folder.file_count(), 0U);
        return message;
    };
    const std::string longest(32767, 'x');
    EXPECT_NE(said({column_of_cells("a", {"1", longest + "x"})}).find("'a': the value of row 2"),
              std::string::npos);
    EXPECT_NE(said({column_of_cells("a", {std::string(4, 'y'), "a\x01"})}).find("U+0001"),
              std::string::npos);
    EXPECT_NE(said({column_of_cells("a", {"\xEF\xBF\xBF"})}).find("U+FFFF"), std::string::npos);
    EXPECT_NE(said({column_of_cells("a\x02", {"1"})}).find("name of a column"), std::string::npos);
    EXPECT_NE(said({column_of_cells("a", {"1", ""})}).find("row 2 has no value"),
              std::string::npos);
    EXPECT_NE(said({column_of_cells("a", Cells(1048576, "1"))}).find("1,048,575 rows"),
              std::string::npos);
    std::vector<std::shared_ptr<const Column>> wide;
    wide.reserve(16385);
    for (int j = 0; j < 16385; ++j) {
        wide.push_back(column_of_cells("c" + std::to_string(j), {"1"}));
    }
    EXPECT_NE(said(wide).find("16,384 columns"), std::string::npos);
    write_sheet(Table({column_of_cells("a", {longest})}, 1), path);
    EXPECT_EQ(read_cells(path), Cells{longest});
}

TEST(WorkbookWriter, CharactersBeyondTheFirstPlaneCountAsTwo) {
    const TemporaryFolder folder;
    std::string faces;
    for (int i = 0; i < 16384; ++i) {
        faces += "\xF0\x9F\x98\x80";
    }
    EXPECT_NE(refusal_of_writing(Table({column_of_cells("a", {faces})}, 1), folder.at("t.xlsx"))
                  .find("32,768 characters"),
              std::string::npos);
}

TEST(WorkbookWriter, ACancelledRunLeavesNothing) {
    const TemporaryFolder folder;
    const std::atomic<bool> stop{true};
    RunContext context;
    context.cancel = &stop;
    {
        PendingFile file(folder.at("t.xlsx"), false);
        EXPECT_THROW(file.write_table(Table({column_of_cells("a", {"1"})}, 1), {}, context), Error);
    }
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST(WorkbookWriter, NamesSayWhatIsWritten) {
    EXPECT_EQ(format_to_write("a/B.XLSX", {}), Format::xlsx);
    EXPECT_EQ(format_to_write("a", {.format = Format::xlsx}), Format::xlsx);
    EXPECT_THROW((void)format_to_write("a.xlsm", {}), Error);
    EXPECT_THROW((void)format_to_write("a.sav", {}), Error);
    const TemporaryFolder folder;
    EXPECT_NE(refusal_of_writing(Table({column_of_cells("a", {"1"})}, 1), folder.at("t.xlsx.gz"))
                  .find("packed within"),
              std::string::npos);
}

}  // namespace
}  // namespace kanon::io

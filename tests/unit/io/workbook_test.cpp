// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/foreign/workbook_sheet.hpp"
#include "kanon/io/foreign/workbook_styles.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/packed_files.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

using test::number_cell;
using test::TemporaryFolder;
using test::text_cell;
using test::workbook_of;
using test::WorkbookText;

using Texts = std::vector<std::string>;

std::string row_of(int number, const std::string& cells) {
    return "<row r=\"" + std::to_string(number) + "\">" + cells + "</row>";
}

/// A sheet with the header `age`, `city` above rows of XML.
WorkbookText people(const std::string& rows) {
    return {.rows = row_of(1, text_cell("A1", "age") + text_cell("B1", "city")) + rows};
}

ReadTable read(const WorkbookText& text, const ReadOptions& options = {}) {
    const TemporaryFolder folder;
    return read_table(folder.write("t.xlsx", workbook_of(text)), options, {});
}

std::string refusal(const WorkbookText& text, const ReadOptions& options = {}) {
    try {
        (void)read(text, options);
        return "";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_input);
        return fault.what();
    }
}

bool workbook_says(const ReadTable& table, std::string_view words) {
    return std::ranges::any_of(table.said, [words](const std::string& line) {
        return line.find(words) != std::string::npos;
    });
}

Texts column_texts(const Table& table, std::size_t column) {
    Texts out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back(table.column(column).text(row));
    }
    return out;
}

void expect_workbook_says(const std::string& text, std::string_view words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(Workbook, ValuesAreReadAsTheyAreStored) {
    WorkbookText text = people(
        row_of(2, number_cell("A2", "34") + "<c r=\"B2\" t=\"s\"><v>1</v></c>") +
        row_of(3, number_cell("A3", "1.1000000000000001") + "<c r=\"B3\" t=\"s\"><v>0</v></c>") +
        row_of(4, number_cell("A4", "2E3") + text_cell("B4", " x ")) +
        row_of(5, number_cell("A5", "-0.5") + "<c r=\"B5\" t=\"str\"><f>1</f><v>sum</v></c>"));
    text.strings =
        "<si><t>plain</t></si><si><r><t>ri</t></r><rPh><t>no</t></rPh><r><t "
        "xml:space=\"preserve\">ch </t></r></si>";
    const ReadTable found = read(text);
    EXPECT_EQ(found.format, Format::xlsx);
    EXPECT_EQ(column_texts(found.table, 0), (Texts{"34", "1.1", "2000", "-0.5"}));
    EXPECT_EQ(column_texts(found.table, 1), (Texts{"rich ", "plain", " x ", "sum"}));
    EXPECT_EQ(found.table.column(0).dictionary->type(), ValueType::decimal);
    EXPECT_EQ(found.table.column(0).storage_type, "DOUBLE");
    EXPECT_EQ(found.table.column(1).storage_type, "VARCHAR");
}

TEST(Workbook, TextsOfDigitsStayTexts) {
    const ReadTable found =
        read(people(row_of(2, number_cell("A2", "34") + text_cell("B2", "02139")) +
                    row_of(3, number_cell("A3", "35") + text_cell("B3", "02140"))));
    EXPECT_EQ(found.table.column(0).storage_type, "BIGINT");
    EXPECT_EQ(found.table.column(1).text(0), "02139");
    EXPECT_EQ(found.table.column(1).storage_type, "VARCHAR");
}

TEST(Workbook, DatesAreToldByTheirStyles) {
    WorkbookText text =
        people(row_of(2, number_cell("A2", "43889", "1") + number_cell("B2", "43889.5", "2")) +
               row_of(3, number_cell("A3", "43890", "3") + number_cell("B3", "43889", "2")));
    text.formats =
        "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd;@\"/>"
        "<numFmt numFmtId=\"165\" formatCode=\"dd/mm/yyyy hh:mm\"/>";
    text.styles =
        "<xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"165\"/><xf "
        "numFmtId=\"164\"/>";
    const ReadTable found = read(text);
    EXPECT_EQ(column_texts(found.table, 0), (Texts{"2020-02-28", "2020-02-29"}));
    EXPECT_EQ(found.table.column(0).dictionary->type(), ValueType::date);
    EXPECT_EQ(found.table.column(0).storage_type, "DATE");
    EXPECT_EQ(column_texts(found.table, 1), (Texts{"2020-02-28 12:00:00", "2020-02-28 00:00:00"}));
}

TEST(Workbook, TextsThatReadAsDatesStayAsTheyAreBesideDatesWithATime) {
    WorkbookText text =
        people(row_of(2, number_cell("A2", "1") + number_cell("B2", "43889.5", "1")) +
               row_of(3, number_cell("A3", "2") + text_cell("B3", "1999-12-31")) +
               row_of(4, number_cell("A4", "3") + number_cell("B4", "43889", "1")));
    text.formats = "<numFmt numFmtId=\"164\" formatCode=\"dd/mm/yyyy hh:mm\"/>";
    text.styles = "<xf numFmtId=\"0\"/><xf numFmtId=\"164\"/>";
    EXPECT_EQ(column_texts(read(text).table, 1),
              (Texts{"2020-02-28 12:00:00", "1999-12-31", "2020-02-28 00:00:00"}));
}

TEST(Workbook, DaysAreCountedFromTheBeginningOfTheDateSystem) {
    using enum NumberKind;
    EXPECT_EQ(text_of_days(1, date, false), "1900-01-01");
    EXPECT_EQ(text_of_days(59, date, false), "1900-02-28");
    EXPECT_EQ(text_of_days(60, date, false), "1900-02-29");
    EXPECT_EQ(text_of_days(61, date, false), "1900-03-01");
    EXPECT_EQ(text_of_days(43889, date, false), "2020-02-28");
    EXPECT_EQ(text_of_days(2958465, date, false), "9999-12-31");
    EXPECT_EQ(text_of_days(2958466, date, false), std::nullopt);
    EXPECT_EQ(text_of_days(2958465.9999999999, date, false), std::nullopt);
    EXPECT_EQ(text_of_days(-1, date, false), std::nullopt);
    EXPECT_EQ(text_of_days(0, date, true), "1904-01-01");
    EXPECT_EQ(text_of_days(42427, date, true), "2020-02-28");
    EXPECT_EQ(text_of_days(0.25, time, false), "06:00:00");
    EXPECT_EQ(text_of_days(1.25, duration, false), "30:00:00");
    EXPECT_EQ(text_of_days(43889.000011574074, date_time, false), "2020-02-28 00:00:01");
    EXPECT_EQ(text_of_days(43889.75, time, false), "2020-02-28 18:00:00");
}

TEST(Workbook, FormatsTellDatesFromNumbers) {
    using enum NumberKind;
    EXPECT_EQ(kind_of_format("General"), number);
    EXPECT_EQ(kind_of_format("#,##0.00 \"days\""), number);
    EXPECT_EQ(kind_of_format("0.00E+00"), number);
    EXPECT_EQ(kind_of_format("[Red]0\\d"), number);
    EXPECT_EQ(kind_of_format("0_d;[Red]-0_d"), number);
    EXPECT_EQ(kind_of_format("mmm"), date);
    EXPECT_EQ(kind_of_format("[$-409]d\\-mmm\\-yy;@"), date);
    EXPECT_EQ(kind_of_format("TT.MM.JJJJ"), date) << "mmmm of a German program";
    EXPECT_EQ(kind_of_format("h:mm AM/PM"), time);
    EXPECT_EQ(kind_of_format("yyyy-mm-dd hh:mm"), date_time);
    EXPECT_EQ(kind_of_format("[h]:mm:ss"), duration);
    EXPECT_EQ(kind_of_format("\"open"), number);
    EXPECT_EQ(kind_of_format("[h"), number);
}

TEST(Workbook, OfSeveralSheetsOneMustBeNamed) {
    WorkbookText text = people(row_of(2, number_cell("A2", "34")));
    text.sheets = {{"Data", ""}, {"Notes", ""}};
    expect_workbook_says(refusal(text), "--sheet: 'Data', 'Notes'");
    expect_workbook_says(refusal(text, {.sheet = "Dota"}), "did you mean 'Data'");
    EXPECT_EQ(read(text, {.sheet = "Data"}).table.row_count(), 1U);
    expect_workbook_says(refusal(text, {.sheet = "Notes"}), "is empty");
    text.sheets = {{"Data", ""}, {"Lists", "hidden"}};
    EXPECT_TRUE(workbook_says(read(text), "'Data' is read; hidden ones are not"));
}

TEST(Workbook, WhatIsNoValueIsMissingAndSaid) {
    WorkbookText text =
        people(row_of(2, "<c r=\"A2\" t=\"e\"><v>#N/A</v></c>" + text_cell("B2", "x")) +
               row_of(3, "<c r=\"A3\" s=\"1\"/>" + text_cell("B3", "")) +
               row_of(4, number_cell("A4", "5") + "<c r=\"B4\" t=\"b\"><v>1</v></c>"));
    text.behind = "<mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells>";
    const ReadTable found = read(text);
    EXPECT_EQ(column_texts(found.table, 0), (Texts{"", "5"})) << "a row without values is none";
    EXPECT_EQ(column_texts(found.table, 1), (Texts{"x", "true"}));
    EXPECT_TRUE(workbook_says(found, "#N/A are taken for missing values: 1 cell"));
    EXPECT_TRUE(workbook_says(found, "merged cells the first has the value"));
}

TEST(Workbook, AFormulaWithoutItsValueIsRefused) {
    expect_workbook_says(refusal(people(row_of(2, "<c r=\"A2\"><f>SUM(B1)</f></c>"))),
                         "cell A2 holds a formula without a stored value");
    EXPECT_EQ(read(people(row_of(2, "<c r=\"A2\"><f>1+1</f><v>2</v></c>"))).table.column(0).text(0),
              "2");
}

TEST(Workbook, TheTableMayStandAnywhereInTheSheet) {
    const WorkbookText text{.rows = row_of(3, text_cell("C3", "age") + text_cell("E3", "city")) +
                                    row_of(7, number_cell("C7", "34") + text_cell("E7", "Bern"))};
    const ReadTable found = read(text);
    ASSERT_EQ(found.table.column_count(), 2U);
    EXPECT_EQ(found.table.column(1).text(0), "Bern");
}

TEST(Workbook, CellsOutsideTheNamedColumnsAreRefused) {
    expect_workbook_says(
        refusal(people(row_of(2, number_cell("A2", "1") + number_cell("XFD2", "2")))),
        "cell XFD2 stands in a column without a name");
    expect_workbook_says(refusal(people(row_of(2, number_cell("A2", "1")) +
                                        row_of(1048576, number_cell("XFD1048576", "2")))),
                         "cell XFD1048576 stands in a column without a name");
    expect_workbook_says(refusal({.rows = row_of(1, text_cell("A1", "a") + text_cell("B1", "a")) +
                                          row_of(2, number_cell("A2", "1"))}),
                         "columns A and B have the same name");
}

TEST(Workbook, AHeaderIsGuessedAndSaidOrRefused) {
    EXPECT_TRUE(
        workbook_says(read(people(row_of(2, number_cell("A2", "34") + text_cell("B2", "Bern")))),
                      "the first line names the columns"));
    const WorkbookText rows{.rows = row_of(1, number_cell("A1", "34") + text_cell("C1", "Bern")) +
                                    row_of(2, number_cell("A2", "35"))};
    const ReadTable found = read(rows);
    EXPECT_EQ(found.table.row_count(), 2U);
    EXPECT_EQ(found.table.column(2).name, "column3");
    const WorkbookText names{.rows = row_of(1, text_cell("A1", "Anna") + text_cell("B1", "Bern")) +
                                     row_of(2, text_cell("A2", "Bob") + text_cell("B2", "Rome"))};
    expect_workbook_says(refusal(names), "--header or --no-header");
    EXPECT_EQ(read(names, {.header = false}).table.row_count(), 2U);
    EXPECT_EQ(read(names, {.known_names = {"Anna"}}).table.row_count(), 1U);
}

TEST(Workbook, EscapesOfCharactersAreResolved) {
    WorkbookText text = people(row_of(2, "<c r=\"A2\" t=\"s\"><v>0</v></c>") +
                               row_of(3, "<c r=\"A3\" t=\"s\"><v>1</v></c>") +
                               row_of(4, text_cell("A4", "_xD83D_ _x12_ &amp; _x00e9_")));
    text.strings = "<si><t>a_x000A_b</t></si><si><t>_x005F_x000A_</t></si>";
    EXPECT_EQ(column_texts(read(text).table, 0), (Texts{"a\nb", "_x000A_", "_xD83D_ _x12_ & é"}));
}

TEST(Workbook, HostileWorkbooksAreRefused) {
    expect_workbook_says(refusal(people(row_of(2, number_cell("A2", "abc")))), "cell A2");
    expect_workbook_says(refusal(people(row_of(2, number_cell("A2", "1e999")))), "cell A2");
    expect_workbook_says(refusal(people(row_of(2, "<c r=\"A2\" t=\"s\"><v>7</v></c>"))), "cell A2");
    expect_workbook_says(refusal(people(row_of(2, "<c r=\"A2\" t=\"?\"><v>7</v></c>"))), "cell A2");
    expect_workbook_says(refusal(people(row_of(2, number_cell("A3", "1")))),
                         "save the workbook anew");
    expect_workbook_says(refusal(people(row_of(2, number_cell("XFE2", "1")))),
                         "save the workbook anew");
    expect_workbook_says(refusal(people(row_of(2, number_cell("AAAA2", "1")))),
                         "save the workbook anew");
    expect_workbook_says(refusal(people(row_of(1048577, ""))), "save the workbook anew");
    expect_workbook_says(refusal(people(row_of(1, ""))), "save the workbook anew");
    expect_workbook_says(refusal(people(row_of(2, text_cell("A2", std::string(400000, 'x'))))),
                         "longer than a cell can be");
    expect_workbook_says(refusal(people("<row r=\"2\">")), "no XML");
}

TEST(Workbook, EntitiesAndLongTagsAreNotExpanded) {
    const TemporaryFolder folder;
    const std::string laughs =
        "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><workbook>&b;</workbook>";
    const auto with = [&](const std::string& workbook) {
        return test::zip_of({{"[Content_Types].xml", "<Types/>"},
                             {"_rels/.rels",
                              "<Relationships><Relationship Id=\"r\" Type=\"x/officeDocument\" "
                              "Target=\"xl/workbook.xml\"/></Relationships>"},
                             {"xl/_rels/workbook.xml.rels", "<Relationships/>"},
                             {"xl/workbook.xml", workbook}});
    };
    const auto fault = [&](const std::string& bytes) {
        try {
            (void)read_table(folder.write("t.xlsx", bytes), {}, {});
            return std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    expect_workbook_says(fault(with(laughs)), "document type");
    expect_workbook_says(fault(with("<workbook a=\"" + std::string(20U << 20U, 'x') + "\"/>")),
                         "16 MiB");
    expect_workbook_says(fault(with("<workbook/>")), "no sheet");
    expect_workbook_says(
        fault(test::zip_of({{"[Content_Types].xml", "<Types/>"}, {"xl/a.xml", "<a/>"}})),
        "lacks a part");
}

TEST(Workbook, MoreThanMayBeUnpackedIsRefused) {
    std::string rows;
    for (int row = 2; row < 3000; ++row) {
        rows += row_of(row, number_cell("A" + std::to_string(row), "1"));
    }
    ReadOptions options;
    options.unpack_limit = 20000;
    expect_workbook_says(refusal(people(rows), options), "--unpack-limit");
}

TEST(Workbook, OptionsHoldForSheetsAsForText) {
    const std::string rows = row_of(2, number_cell("A2", "34") + text_cell("B2", "Bern")) +
                             row_of(3, number_cell("A3", "-99") + text_cell("B3", "Rome")) +
                             row_of(4, number_cell("A4", "36") + text_cell("B4", "Oslo"));
    ReadOptions options;
    options.missing_marks = {"-99"};
    options.drop_rows_missing = {"age"};
    const ReadTable dropped = read(people(rows), options);
    EXPECT_EQ(dropped.dropped_rows, 1U);
    EXPECT_EQ(column_texts(dropped.table, 1), (Texts{"Bern", "Oslo"}));
    EXPECT_EQ(dropped.table.column(1).dictionary->size(), 2U) << "values of dropped rows are none";
    EXPECT_FALSE(dropped.table.column(0).dictionary->missing());
    const ReadTable one = read(people(rows), {.skip = {"age"}, .row_limit = 2});
    EXPECT_EQ(one.skipped, Texts{"age"});
    EXPECT_EQ(one.table.row_count(), 2U);
    expect_workbook_says(refusal(people(rows), {.most_rows = 2}), "more than 2 rows");
    expect_workbook_says(refusal(people(rows), {.types = {{"city", ValueType::integer}}}),
                         "'city': 3 distinct");
    expect_workbook_says(refusal(people(rows), {.skip = {"nobody"}}), "no column 'nobody'");
    expect_workbook_says(refusal(people("")), "no rows below the header");
}

TEST(Workbook, SeveralFilesAreOneTable) {
    const TemporaryFolder folder;
    folder.write("1.xlsx", workbook_of(people(row_of(2, number_cell("A2", "34")))));
    folder.write("2.xlsx", workbook_of(people(row_of(2, number_cell("A2", "35")))));
    EXPECT_EQ(column_texts(read_table(folder.at("*.xlsx"), {}, {}).table, 0), (Texts{"34", "35"}));
    EXPECT_EQ(read_table(folder.at("*.xlsx"), {.row_limit = 1}, {}).table.row_count(), 1U);
    folder.write(
        "3.xlsx",
        workbook_of({.rows = row_of(1, text_cell("A1", "x")) + row_of(2, number_cell("A2", "1"))}));
    EXPECT_THROW((void)read_table(folder.at("*.xlsx"), {}, {}), Error);
    EXPECT_EQ(column_names(folder.at("1.xlsx"), {}), (Texts{"age", "city"}));
}

TEST(Workbook, IsReadByWhatItIsUnderAnyName) {
    const TemporaryFolder folder;
    const std::string bytes = workbook_of(people(row_of(2, number_cell("A2", "34"))));
    for (const std::string& path : {folder.write("t.csv", bytes),
                                    folder.write("t", bytes),
                                    folder.write("t.xlsx.gz", test::packed_by("gzip", bytes)),
                                    folder.write("t.zip", test::zip_of({{"t.xlsx", bytes}}))}) {
        EXPECT_EQ(read_table(path, {}, {}).table.column(0).text(0), "34") << path;
    }
    EXPECT_THROW((void)read_table(folder.at("t.csv"), {.format = Format::csv}, {}), Error);
    EXPECT_THROW((void)read_table(folder.write("n.xlsx", "a,b\n1,2\n"), {}, {}), Error);
    EXPECT_EQ(column_letters(0), "A");
    EXPECT_EQ(column_letters(701), "ZZ");
    EXPECT_EQ(column_letters(16383), "XFD");
}

}  // namespace
}  // namespace kanon::io

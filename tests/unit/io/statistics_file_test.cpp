// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/statistics_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/foreign/statistics_dates.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/reading.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <readstat.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

using test::refusal_of_reading;
using test::TemporaryFolder;
using Texts = std::vector<std::string>;
using Begin = readstat_error_t (*)(readstat_writer_t*, void*, long);

ssize_t append(const void* data, size_t size, void* to) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
    return static_cast<ssize_t>(size);
}

/// A file of three people by libreadstat itself: sex and region with labels, income with one for
/// a value that is missing, and a birthday.
std::string people(Begin begin, const char* date_format, double first_day) {
    std::string bytes;
    const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> owned(
        readstat_writer_init(), readstat_writer_free);
    readstat_writer_t* writer = owned.get();
    readstat_set_data_writer(writer, append);
    readstat_label_set_t* sexes = readstat_add_label_set(writer, READSTAT_TYPE_DOUBLE, "sexes");
    readstat_label_double_value(sexes, 1, "male");
    readstat_label_double_value(sexes, 2, "female");
    readstat_label_set_t* codes = readstat_add_label_set(writer, READSTAT_TYPE_DOUBLE, "codes");
    readstat_label_double_value(codes, 0, "none");
    const auto add = [&](const char* name, readstat_type_t type, std::size_t width) {
        return readstat_add_variable(writer, name, type, width);
    };
    readstat_variable_t* sex = add("sex", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_label_set(sex, sexes);
    readstat_variable_t* income = add("income", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_label_set(income, codes);
    readstat_variable_t* born = add("born", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_format(born, date_format);
    readstat_variable_t* city = add("city", READSTAT_TYPE_STRING, 10);
    begin(writer, &bytes, 3);
    const std::vector<double> incomes{0, 1234.5, 20000};
    const Texts cities{"Zürich", "Bern", ""};
    for (std::size_t row = 0; row < 3; ++row) {
        readstat_begin_row(writer);
        readstat_insert_double_value(writer, sex, row == 1 ? 2 : 1);
        readstat_insert_double_value(writer, income, incomes[row]);
        if (row == 2) {
            readstat_insert_missing_value(writer, born);
        } else {
            readstat_insert_double_value(writer, born, first_day);
        }
        readstat_insert_string_value(writer, city, cities[row].c_str());
        readstat_end_row(writer);
    }
    readstat_end_writing(writer);
    return bytes;
}

Texts texts_of(const ReadTable& read, const std::string& name) {
    Texts out;
    const Column& column = read.table.column(read.table.find(name).value());
    for (std::size_t row = 0; row < read.table.row_count(); ++row) {
        out.emplace_back(column.text(row));
    }
    return out;
}

bool says(const ReadTable& table, std::string_view words) {
    return std::ranges::any_of(table.said, [words](const std::string& line) {
        return line.find(words) != std::string::npos;
    });
}

struct StatisticsCase {
    const char* name;
    Begin begin;
    const char* date_format;
    double day;  ///< 2020-02-28
    Format format;
    bool has_labels;
};

class StatisticsFile : public testing::TestWithParam<StatisticsCase> {};

TEST_P(StatisticsFile, IsReadWithItsLabelsAndDates) {
    const StatisticsCase& one = GetParam();
    const TemporaryFolder folder;
    const std::string path = folder.write("t", people(one.begin, one.date_format, one.day));
    const ReadTable read = read_table(path, {}, {});
    EXPECT_EQ(read.format, one.format);
    ASSERT_EQ(read.table.row_count(), 3U);
    EXPECT_EQ(texts_of(read, "sex"),
              one.has_labels ? (Texts{"male", "female", "male"}) : (Texts{"1", "2", "1"}));
    EXPECT_EQ(texts_of(read, "income"), (Texts{"0", "1234.5", "20000"}));
    EXPECT_EQ(texts_of(read, "born"), (Texts{"2020-02-28", "2020-02-28", ""}));
    EXPECT_EQ(texts_of(read, "city"), (Texts{"Zürich", "Bern", ""}));
    EXPECT_EQ(read.table.column(1).storage_type, "DOUBLE");
    EXPECT_EQ(read.table.column(2).storage_type, "DATE");
    EXPECT_EQ(says(read, "labels stand for the values of 'sex'"), one.has_labels);
    EXPECT_EQ(says(read, "values stand without their labels in 'income'"), one.has_labels);
    EXPECT_EQ(texts_of(read_table(path, {.labels = ValueLabels::values}, {}), "sex"),
              (Texts{"1", "2", "1"}));
    EXPECT_EQ(texts_of(read_table(path, {.labels = ValueLabels::labels}, {}), "income")[0],
              one.has_labels ? "none" : "0");
    EXPECT_EQ(column_names(path, {}), (Texts{"sex", "income", "born", "city"}));
}

TEST_P(StatisticsFile, CutAndChangedFilesAreRefusedOrRead) {
    const StatisticsCase& one = GetParam();
    const TemporaryFolder folder;
    const std::string whole = people(one.begin, one.date_format, one.day);
    for (std::size_t size = 1; size < whole.size(); size += whole.size() / 40 + 1) {
        static_cast<void>(
            refusal_of_reading(folder.write("t", whole.substr(0, size)), {.format = one.format}));
        std::string changed = whole;
        changed[size] = static_cast<char>(changed[size] ^ 0x41);
        static_cast<void>(refusal_of_reading(folder.write("t", changed)));
    }
    EXPECT_NE(refusal_of_reading(folder.write("t", whole.substr(0, whole.size() / 2)),
                                 {.format = one.format}),
              "");
}

constexpr double kDay = 86400;

INSTANTIATE_TEST_SUITE_P(
    Programs,
    StatisticsFile,
    testing::Values(
        StatisticsCase{
            "Spss", readstat_begin_writing_sav, "DATE11", 159748 * kDay, Format::spss, true},
        StatisticsCase{"Stata", readstat_begin_writing_dta, "%td", 21973, Format::stata, true},
        StatisticsCase{"Sas", readstat_begin_writing_sas7bdat, "DATE9", 21973, Format::sas, false},
        StatisticsCase{
            "SasTransport", readstat_begin_writing_xport, "DATE9", 21973, Format::sas, false}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(StatisticsDates, FormatsTellWhatNumbersCount) {
    EXPECT_EQ(unit_of_format(Format::spss, "DATE11"), TimeUnit::seconds);
    EXPECT_EQ(unit_of_format(Format::spss, "F8.2"), TimeUnit::none);
    EXPECT_EQ(unit_of_format(Format::spss, "TIME8"), TimeUnit::clock);
    EXPECT_EQ(unit_of_format(Format::spss, "DOLLAR8"), TimeUnit::none);
    EXPECT_EQ(unit_of_format(Format::stata, "%9.0g"), TimeUnit::none);
    EXPECT_EQ(unit_of_format(Format::stata, "%-tdDD/NN/CCYY"), TimeUnit::days);
    EXPECT_EQ(unit_of_format(Format::stata, "%d"), TimeUnit::days);
    EXPECT_EQ(unit_of_format(Format::stata, "%tcHH:MM"), TimeUnit::milliseconds);
    EXPECT_EQ(unit_of_format(Format::stata, "%tm"), TimeUnit::months);
    EXPECT_EQ(unit_of_format(Format::stata, "%ty"), TimeUnit::none);
    EXPECT_EQ(unit_of_format(Format::stata, "%9s"), TimeUnit::none);
    EXPECT_EQ(unit_of_format(Format::sas, "MMDDYY10"), TimeUnit::days);
    EXPECT_EQ(unit_of_format(Format::sas, "DATETIME20"), TimeUnit::seconds);
    EXPECT_EQ(unit_of_format(Format::sas, "E8601DT19"), TimeUnit::seconds);
    EXPECT_EQ(unit_of_format(Format::sas, "BEST12"), TimeUnit::none);
}

TEST(StatisticsDates, NumbersBecomeIsoText) {
    using enum TimeUnit;
    EXPECT_EQ(text_of_time(Format::spss, seconds, 0), "1582-10-14");
    EXPECT_EQ(text_of_time(Format::spss, seconds, 12219379200.0 + 1.5), "1970-01-01 00:00:01.500");
    EXPECT_EQ(text_of_time(Format::stata, days, 0), "1960-01-01");
    EXPECT_EQ(text_of_time(Format::stata, days, -1), "1959-12-31");
    EXPECT_EQ(text_of_time(Format::stata, milliseconds, 86399999.9), "1960-01-02");
    EXPECT_EQ(text_of_time(Format::sas, seconds, 3600), "1960-01-01 01:00:00");
    EXPECT_EQ(text_of_time(Format::sas, clock, 95400), "26:30:00");
    EXPECT_EQ(text_of_time(Format::stata, months, 724), "2020-05");
    EXPECT_EQ(text_of_time(Format::stata, months, -1), "1959-12");
    EXPECT_EQ(text_of_time(Format::stata, quarters, 241), "2020-Q2");
    EXPECT_EQ(text_of_time(Format::stata, half_years, 120), "2020-H1");
    EXPECT_EQ(text_of_time(Format::stata, weeks, 52 * 60 + 4), "2020-W05");
    EXPECT_EQ(text_of_time(Format::sas, days, 1e9), std::nullopt);
    EXPECT_EQ(text_of_time(Format::sas, seconds, 1e300), std::nullopt);
}

TEST(StatisticsFile, ValuesThatAreDeclaredMissingAreMissing) {
    std::string bytes;
    const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer(
        readstat_writer_init(), readstat_writer_free);
    readstat_set_data_writer(writer.get(), append);
    readstat_variable_t* age = readstat_add_variable(writer.get(), "age", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_add_missing_double_value(age, -99);
    readstat_begin_writing_sav(writer.get(), &bytes, 2);
    for (const double value : {34.0, -99.0}) {
        readstat_begin_row(writer.get());
        readstat_insert_double_value(writer.get(), age, value);
        readstat_end_row(writer.get());
    }
    readstat_end_writing(writer.get());
    const TemporaryFolder folder;
    const ReadTable read = read_table(folder.write("t.sav", bytes), {}, {});
    EXPECT_EQ(texts_of(read, "age"), (Texts{"34", ""}));
    EXPECT_EQ(read.table.column(0).storage_type, "BIGINT");
    EXPECT_TRUE(says(read, "declares missing are missing: in 'age'"));
}

TEST(StatisticsFile, TaggedMissingValuesAreSaidAndARowWithoutAnyValueIsLeftOut) {
    std::string bytes;
    const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer(
        readstat_writer_init(), readstat_writer_free);
    readstat_set_data_writer(writer.get(), append);
    readstat_variable_t* age = readstat_add_variable(writer.get(), "age", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_t* pay = readstat_add_variable(writer.get(), "pay", READSTAT_TYPE_DOUBLE, 0);
    constexpr int kRows = 4;
    readstat_begin_writing_dta(writer.get(), &bytes, kRows);
    for (int row = 0; row < kRows; ++row) {
        readstat_begin_row(writer.get());
        if (row == 1) {
            readstat_insert_tagged_missing_value(writer.get(), age, 'a');
        } else if (row == 0) {
            readstat_insert_double_value(writer.get(), age, 34);
        } else {
            readstat_insert_missing_value(writer.get(), age);
        }
        if (row == 3) {
            readstat_insert_double_value(writer.get(), pay, 100);
        } else {
            readstat_insert_missing_value(writer.get(), pay);
        }
        readstat_end_row(writer.get());
    }
    readstat_end_writing(writer.get());
    const TemporaryFolder folder;
    const std::string path = folder.write("t.dta", bytes);
    const ReadTable read = read_table(path, {}, {});
    EXPECT_EQ(texts_of(read, "age"), (Texts{"34", "", ""}));
    EXPECT_EQ(read.blank_rows, 1U);
    EXPECT_TRUE(says(read, "declares missing are missing: in 'age'"));
    EXPECT_TRUE(says(read, "no column has a value there: 1 row;"));
    const ReadTable skipped = read_table(path, {.skip = {"pay"}}, {});
    EXPECT_EQ(texts_of(skipped, "age"), (Texts{"34", "", ""}));
    const ReadTable kept = read_table(path, {.keep_blank_rows = true}, {});
    EXPECT_EQ(kept.table.row_count(), 4U);
}

}  // namespace
}  // namespace kanon::io

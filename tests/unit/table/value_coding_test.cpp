// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/value_coding.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/values/derived_age.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Texts = std::vector<std::string>;

std::shared_ptr<const Column> coded(const Texts& cells,
                                    const ValueCoding& coding,
                                    std::optional<ValueType> declared = std::nullopt) {
    check_coding(coding);
    return coded_column(*test::column_of("x", cells, declared), coding, 2);
}

Texts texts(const Column& column) {
    Texts out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const bool missing = column.dictionary->is_missing(column.codes[row]);
        out.emplace_back(missing ? "?" : column.text(row));
    }
    return out;
}

std::string refusal(const ValueCoding& coding, const Texts& cells = {"1", "2"}) {
    try {
        static_cast<void>(coded(cells, coding));
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_policy);
        return fault.what();
    }
    return "";
}

TEST(ValueCoding, EndsAreOneValueEachAndMissingStaysMissing) {
    const auto column =
        coded({"20", "80", "19", "81", "?", "21", "79"}, {.bottom = "20", .top = "80"});
    EXPECT_EQ(texts(*column),
              (Texts{"(-inf, 20]", "[80, inf)", "(-inf, 20]", "[80, inf)", "?", "21", "79"}));
    const Dictionary& values = *column->dictionary;
    EXPECT_EQ(values.type(), ValueType::integer);
    EXPECT_TRUE(values.is_open_low(0));
    EXPECT_TRUE(values.is_open_high(3));
    EXPECT_EQ(values.number(0), 20);
    EXPECT_EQ(values.number(3), 80);
    EXPECT_EQ(values.least(), 19);
    EXPECT_EQ(values.greatest(), 81);
    EXPECT_EQ(values.missing(), Code{4});
    EXPECT_EQ(values.find("[80, inf)"), Code{3});
    EXPECT_EQ(values.find("(-inf, 20]"), Code{0});
    EXPECT_EQ(values.find("[81, inf)"), std::nullopt);
    EXPECT_EQ(values.find("80"), std::nullopt);
    EXPECT_EQ(values.find("79"), Code{2});
    EXPECT_EQ(column->storage_type, "VARCHAR");
}

TEST(ValueCoding, EndsAreToldByAllDigits) {
    EXPECT_EQ(texts(*coded({"79.99999999999999999999", "80.00", "9.5"}, {.top = "80"})),
              (Texts{"79.99999999999999999999", "[80, inf)", "9.5"}));
    EXPECT_EQ(texts(*coded({"9.99999999999999999999", "10.5"}, {.top = "10"})),
              (Texts{"9.99999999999999999999", "[10, inf)"}));
    EXPECT_EQ(texts(*coded({"-20.00000000000000000001", "-19.5"}, {.bottom = "-20.0"})),
              (Texts{"(-inf, -20]", "-19.5"}));
}

TEST(ValueCoding, DatesHaveEndsInTheirIsoForm) {
    EXPECT_EQ(texts(*coded({"1929/12/31", "1930/01/01", "64/04/12"}, {.bottom = "1930/01/01"})),
              (Texts{"(-inf, 1930-01-01]", "(-inf, 1930-01-01]", "64/04/12"}));
}

TEST(ValueCoding, RoundsWhatIsLeft) {
    const auto column = coded({"149", "150", "1000", "4999", "?", "151"},
                              {.bottom = "", .top = "1000", .round = "100"});
    EXPECT_EQ(texts(*column), (Texts{"100", "200", "[1000, inf)", "[1000, inf)", "?", "200"}));
    // A value may be rounded to the number of the top; it is another value than the end.
    const auto near = coded({"960", "1000"}, {.bottom = "", .top = "1000", .round = "100"});
    EXPECT_EQ(texts(*near), (Texts{"1000", "[1000, inf)"}));
    EXPECT_TRUE(near->dictionary->is_open_high(1));
}

TEST(ValueCoding, EqualNumbersAreRoundedToOneSpelling) {
    const auto column = coded({"1.50", "1.5", "1.49"}, {.bottom = "", .top = "", .round = "0.5"});
    EXPECT_EQ(texts(*column), (Texts{"1.5", "1.5", "1.5"}));
    EXPECT_EQ(column->dictionary->size(), 1U);
    EXPECT_FALSE(column->dictionary->open_ends().low);
}

TEST(ValueCoding, TimesHaveEndsThatAreDatesOrTimes) {
    const Texts cells{"2020-01-01 00:00:00", "2020-01-01 12:30:00.000001", "2020-01-02 08:00:00"};
    EXPECT_EQ(texts(*coded(cells, {.bottom = "2020-01-01", .top = "2020-01-01 12:30:00.000002"})),
              (Texts{"(-inf, 2020-01-01 00:00:00]",
                     "2020-01-01 12:30:00.000001",
                     "[2020-01-01 12:30:00.000002, inf)"}));
    const Texts zoned{"2020-01-01T10:00:00Z", "2020-01-01T23:00:00+02:00"};
    EXPECT_EQ(texts(*coded(zoned, {.bottom = "", .top = "2020-01-01 21:00:00Z"})),
              (Texts{"2020-01-01T10:00:00Z", "[2020-01-01 21:00:00+00:00, inf)"}));
    EXPECT_NE(refusal({"", "2020-01-01", ""}, zoned).find("such times"), std::string::npos);
    EXPECT_NE(refusal({"", "2020-01-01Z", ""}, cells).find("'top' needs"), std::string::npos);
    EXPECT_NE(refusal({"", "2020-01-01 10:00Z", ""}, cells).find("without a zone"),
              std::string::npos);
    EXPECT_NE(refusal({"", "80", ""}, cells).find("without a zone"), std::string::npos);
    EXPECT_NE(refusal({"", "2020-01-01 10:00", ""}, {"2020-01-01"}).find("of dates are dates"),
              std::string::npos);
}

TEST(ValueCoding, RoundingKeepsTheColumnANumber) {
    Column whole = *test::column_of("x", {"149", "151"});
    whole.storage_type = "INTEGER";
    EXPECT_EQ(coded_column(whole, {"", "", "100"}, 1)->storage_type, "BIGINT");
    Column decimal = *test::column_of("x", {"1.5", "2.25"});
    decimal.storage_type = "DECIMAL(3,2)";
    EXPECT_EQ(coded_column(decimal, {"", "", "0.125"}, 1)->storage_type, "DOUBLE");
    EXPECT_EQ(coded_column(decimal, {"", "2", ""}, 1)->storage_type, "VARCHAR");
}

TEST(ValueCoding, AColumnWithoutValuesStaysAsItIs) {
    EXPECT_EQ(texts(*coded({"?", "?"}, {.bottom = "1"}, ValueType::integer)), (Texts{"?", "?"}));
}

TEST(ValueCoding, RefusesBoundsThatMakeNoSense) {
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(refusal({"80", "20", ""}), "'bottom' must be less than 'top'"));
    EXPECT_TRUE(has(refusal({"20", "20.0", ""}), "'bottom' must be less than 'top'"));
    EXPECT_TRUE(has(refusal({"", "nan", ""}), "'top' needs a number"));
    EXPECT_TRUE(has(refusal({"", "[80, inf)", ""}), "'top' needs a number"));
    EXPECT_TRUE(has(refusal({"inf", "", ""}), "'bottom' needs a number"));
    EXPECT_TRUE(has(refusal({"1", "2000-01-01", ""}), "not one of each"));
    EXPECT_TRUE(has(refusal({"", "", "0"}), "'round' needs a number above 0"));
    EXPECT_TRUE(has(refusal({"", "", "-1"}), "'round' needs a number above 0"));
    EXPECT_TRUE(has(refusal({"", "", "ten"}), "'round' needs a number above 0"));
    EXPECT_TRUE(has(refusal({"", "105", "10"}), "multiples of 'round'"));
}

TEST(ValueCoding, RefusesWhatDoesNotFitTheColumn) {
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(refusal({"", "80", ""}, {"a", "b"}), "the column is text"));
    EXPECT_TRUE(has(refusal({"", "80", ""}, {"[80, inf)", "79"}), "the column is text"));
    EXPECT_TRUE(has(refusal({"", "80", ""}, {"2000-01-01"}), "top and bottom of dates are dates"));
    EXPECT_TRUE(has(refusal({"", "2000-01-01", ""}), "top and bottom of numbers are numbers"));
    EXPECT_TRUE(has(refusal({"", "1.5", ""}), "whole numbers"));
    EXPECT_TRUE(has(refusal({"", "", "0.5"}), "whole numbers"));
    EXPECT_TRUE(has(refusal({"", "", "5"}, {"2000-01-01"}), "dates cannot be rounded"));
}

TEST(ValueCoding, DerivesAgesInWholeYears) {
    const auto column = coded({"2000-12-31", "2001-01-01", "?", "2024-12-31", "1999-12-31"},
                              {.derive = "age at 2024-12-31"});
    EXPECT_EQ(texts(*column), (Texts{"24", "23", "?", "0", "25"}));
    EXPECT_EQ(column->dictionary->type(), ValueType::integer);
    EXPECT_EQ(column->dictionary->least(), 0);
    EXPECT_EQ(column->dictionary->greatest(), 25);
    const Texts leap{"2000-02-29", "2000-02-28"};
    EXPECT_EQ(texts(*coded(leap, {.derive = "age at 2023-02-28"})), (Texts{"22", "23"}));
    EXPECT_EQ(texts(*coded(leap, {.derive = "age at 2023-03-01"})), (Texts{"23", "23"}));
    EXPECT_EQ(texts(*coded(leap, {.derive = "age at 2024-02-29"})), (Texts{"24", "24"}));
    EXPECT_EQ(texts(*coded({"1969-07-20 20:17:40", "1950-01-01 00:00:00"},
                           {.derive = "age at 1970-01-01"})),
              (Texts{"0", "20"}));
}

TEST(ValueCoding, CodesDerivedAges) {
    const Texts births{"1920-01-01", "1990-06-01", "2020-01-01"};
    const auto column = coded(births, {.bottom = "18", .top = "90", .derive = "age at 2024-12-31"});
    EXPECT_EQ(texts(*column), (Texts{"[90, inf)", "34", "(-inf, 18]"}));
    EXPECT_EQ(column->dictionary->greatest(), 104);
    EXPECT_EQ(texts(*coded(births, {.round = "10", .derive = "age at 2024-12-31"})),
              (Texts{"100", "30", "0"}));
    const ValueCoding coding{.top = "90", .derive = "age at 2024-12-31"};
    EXPECT_EQ(coding.text(), "age at 2024-12-31, top 90");
}

TEST(ValueCoding, RefusesWhatHasNoAge) {
    const std::string rule = "age at 2024-12-31";
    const auto fault = [&](const Texts& cells) {
        const auto found = find_no_age(*test::column_of("x", cells), rule);
        return found ? std::to_string(found->row) + " " + found->why.substr(0, 11) : "";
    };
    EXPECT_EQ(fault({"2000-01-01", "2025-01-01"}), "1 is after 20");
    EXPECT_EQ(fault({"2000-01-01", "?", "unknown"}), "2 is no date,");
    EXPECT_EQ(fault({"34", "35"}), "0 is no date,");
    EXPECT_EQ(fault({"?", "2024-12-31"}), "");
    for (const char* wrong :
         {"age", "age at", "age at 2024", "age at 2024-02-30", "years at 2024"}) {
        EXPECT_NE(refusal({.derive = wrong}).find("'derive' needs `age at`"), std::string::npos)
            << wrong;
    }
}

}  // namespace
}  // namespace kanon

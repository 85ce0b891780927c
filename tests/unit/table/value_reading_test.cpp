// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/value_reading.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/table_builder.hpp"
#include "kanon/table/values/equal_values.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Doubt = FoundValues::Doubt;
using Texts = std::vector<std::string>;

constexpr ValueRules kFind{.find_missing = true, .find_notation = true};

DictionaryBuilder::Result read(const Texts& texts, const ValueRules& rules = kFind) {
    DictionaryBuilder builder;
    for (const std::string& text : texts) {
        builder.add(text);
    }
    return builder.finish(rules);
}

Column column_of(const Texts& texts, const ValueRules& rules = kFind) {
    ColumnBuilder builder("a");
    for (const std::string& text : texts) {
        builder.append(builder.code_of(text));
    }
    return builder.finish(rules).column;
}

TEST(ValueReading, MarksAreMissingWhereTheyAloneKeepAColumnFromBeingNumbers) {
    const auto numbers = read({"3", "NA", "1", "?", "-"});
    EXPECT_EQ(numbers.dictionary.type(), ValueType::integer);
    EXPECT_EQ(numbers.dictionary.value_count(), 2U);
    EXPECT_EQ(numbers.found.missing, (Texts{"NA", "?", "-"}));
    EXPECT_EQ(numbers.code_of_provisional, (std::vector<Code>{1, 2, 0, 2, 2}));
    EXPECT_EQ(read({"1.5", "."}).dictionary.type(), ValueType::decimal);
    EXPECT_EQ(read({"2020-01-31", "NULL"}).dictionary.type(), ValueType::date);
}

TEST(ValueReading, MarksAmongTextsAreTexts) {
    const auto countries = read({"NA", "DE", "-", "."});
    EXPECT_EQ(countries.dictionary.value_count(), 4U);
    EXPECT_TRUE(countries.found.missing.empty());
    EXPECT_EQ(read({"NA", "-"}).dictionary.value_count(), 2U);
    EXPECT_EQ(read({"3", "NA", "x"}).dictionary.value_count(), 3U);
}

TEST(ValueReading, AQuestionMarkAmongTextsIsMissing) {
    const auto work = read({"Private", "?", ""});
    EXPECT_EQ(work.dictionary.value_count(), 1U);
    EXPECT_EQ(work.found.missing, Texts{"?"});
    EXPECT_EQ(work.code_of_provisional, (std::vector<Code>{0, 1, 1}));
    EXPECT_EQ(read({"?"}).dictionary.value_count(), 1U);
    EXPECT_EQ(read({"x", "?"}, {.declared = ValueType::text, .find_missing = true})
                  .dictionary.value_count(),
              2U);
}

TEST(ValueReading, NothingIsFoundUnasked) {
    const auto found = read({"3", "NA", "3,14", "28.02.1980"}, {});
    EXPECT_EQ(found.dictionary.type(), ValueType::text);
    EXPECT_EQ(found.dictionary.value_count(), 4U);
    EXPECT_EQ(read({"3,14"}, {}).dictionary.type(), ValueType::text);
}

TEST(ValueReading, CommasAreDecimalWhereOneCannotMeanThousands) {
    for (const Texts& texts : {Texts{"3,14", "1,234"},
                               Texts{"0,125"},
                               Texts{"-0,5", "7"},
                               Texts{"1.234,500"},
                               Texts{"1234,567"},
                               Texts{"1.234.567", "8"}}) {
        const auto found = read(texts);
        EXPECT_TRUE(found.dictionary.is_numeric()) << texts[0];
        EXPECT_EQ(found.dictionary.notation(), Notation::decimal_comma) << texts[0];
    }
    EXPECT_EQ(read({"1.234,5"}).dictionary.number(0), 1234.5);
    EXPECT_EQ(read({"1.234.567", "8"}).dictionary.type(), ValueType::integer);
    EXPECT_EQ(read({"3,14", "NA"}).dictionary.value_count(), 1U);
}

TEST(ValueReading, CommasThatMayMeanThousandsAreDoubted) {
    const auto found = read({"1,234", "12,500"});
    EXPECT_EQ(found.dictionary.type(), ValueType::text);
    EXPECT_EQ(found.found.doubt, Doubt::commas);
    const auto told = read({"1,234", "12,500"}, {.decimal_comma = true});
    EXPECT_EQ(told.dictionary.type(), ValueType::decimal);
    EXPECT_EQ(told.dictionary.number(1), 12.5);
    EXPECT_EQ(read({"1.234", "999"}).dictionary.number(0), 1.234);
    EXPECT_EQ(read({"1.234", "999"}, {.decimal_comma = true}).dictionary.number(1), 1234);
    EXPECT_EQ(read({"5", "6"}, {.decimal_comma = true}).dictionary.notation(), Notation::standard);
}

TEST(ValueReading, CommasPartThousandsWhereOneCannotBeDecimal) {
    for (const Texts& texts : {Texts{"1,234.50", "999.00"},
                               Texts{"1,234,567"},
                               Texts{"-1,234,567", "12"},
                               Texts{"1,234", "12.5"}}) {
        const auto found = read(texts);
        EXPECT_TRUE(found.dictionary.is_numeric()) << texts[0];
        EXPECT_EQ(found.dictionary.notation(), Notation::thousands) << texts[0];
        EXPECT_EQ(found.found.doubt, Doubt::none) << texts[0];
    }
    EXPECT_EQ(read({"1,234.50"}).dictionary.number(0), 1234.5);
    EXPECT_EQ(read({"1,234,567", "12"}).dictionary.type(), ValueType::integer);
    EXPECT_EQ(read({"1,234"}, {.thousands = true}).dictionary.number(0), 1234);
    EXPECT_EQ(read({"5.5"}, {.thousands = true}).dictionary.notation(), Notation::standard);
    EXPECT_EQ(standard_text("1,234,567.80", Notation::thousands), "1234567.80");
    for (const char* text :
         {"1,2,3", "12,34.5", ",123", "1,234,", "0,123.5", "1,234.5,6", "1,2345"}) {
        EXPECT_FALSE(parse_number(text, ValueType::decimal, Notation::thousands)) << text;
        EXPECT_EQ(read({text, "12.5"}).dictionary.type(), ValueType::text) << text;
    }
}

TEST(ValueReading, LeadingZerosAreThoseOfNumbersWhereThatIsSaid) {
    const ValueRules whole{.declared = ValueType::integer};
    const auto told = read({"02", "2", "10"}, whole);
    EXPECT_EQ(told.dictionary.notation(), Notation::leading_zeros);
    EXPECT_EQ(told.dictionary.number(0), 2);
    EXPECT_EQ(equal_values(told.dictionary), (std::vector<Code>{0, 0, 2}));
    EXPECT_EQ(read({"-007.50"}, {.declared = ValueType::decimal}).dictionary.number(0), -7.5);
    EXPECT_EQ(read({"2", "10"}, whole).dictionary.notation(), Notation::standard);
    EXPECT_EQ(standard_text("-007", Notation::leading_zeros), "-7");
    EXPECT_EQ(standard_text("000", Notation::leading_zeros), "0");
    const auto codes = read({"02", "2", "10"});
    EXPECT_EQ(codes.dictionary.type(), ValueType::text);
    EXPECT_EQ(codes.found.doubt, Doubt::zeros);
    EXPECT_EQ(read({"02139", "10115"}).found.doubt, Doubt::none);
    EXPECT_EQ(read({"02", "2", "x"}).found.doubt, Doubt::none);
    EXPECT_EQ(read({"02", "2"}, {}).found.doubt, Doubt::none);
}

TEST(ValueReading, BlanksAloneAmongNumbersAreMissing) {
    const auto found = read({"30", "  ", "31"});
    EXPECT_EQ(found.dictionary.type(), ValueType::integer);
    EXPECT_EQ(found.found.missing, Texts{"  "});
    EXPECT_EQ(read({"30", " "}, {.find_notation = true}).dictionary.type(), ValueType::integer);
    EXPECT_EQ(read({"30", " "}, {}).dictionary.type(), ValueType::text);
    EXPECT_EQ(read({"x", " "}).dictionary.value_count(), 2U);
    EXPECT_EQ(read({" "}).dictionary.value_count(), 1U);
}

TEST(ValueReading, WhatIsNoNumberWithACommaStaysText) {
    for (const char* text : {"1,2,3",
                             "1.23,4",
                             "1234.567,8",
                             ",5",
                             "5,",
                             "-",
                             "1,5x",
                             "007,5",
                             ".5,1",
                             "1..234,5",
                             "1,",
                             "-,5",
                             "1,2.3",
                             "+1,5"}) {
        EXPECT_EQ(read({text, "x"}).found.doubt, Doubt::none) << text;
        EXPECT_FALSE(parse_number(text, ValueType::decimal, Notation::decimal_comma)) << text;
    }
}

TEST(ValueReading, DatesAreDayOrMonthFirstWhereThatIsClear) {
    EXPECT_EQ(read({"28.02.1980"}).dictionary.notation(), Notation::day_first);
    EXPECT_EQ(read({"01.02.1980"}).dictionary.notation(), Notation::day_first);
    EXPECT_EQ(read({"02/28/1980", "1/2/1980"}).dictionary.notation(), Notation::month_first);
    EXPECT_EQ(read({"28/02/80", "01/02/80"}).dictionary.notation(), Notation::day_first);
    EXPECT_EQ(read({"02.28.1980"}).dictionary.notation(), Notation::month_first);
    const Dictionary days = read({"1.3.1980", "28.02.1980", "?"}).dictionary;
    EXPECT_EQ(days.type(), ValueType::date);
    EXPECT_EQ(days.text(0), "28.02.1980");
    EXPECT_EQ(day_text(days.number(1)), "1980-03-01");
    EXPECT_EQ(days.find("1.3.1980"), 1U);
}

TEST(ValueReading, DatesInDoubtAreTextUntilTheirOrderIsSaid) {
    for (const Texts& texts : {Texts{"01/02/1980"}, Texts{"1.2.80"}, Texts{"01-02-1980"}}) {
        EXPECT_EQ(read(texts).dictionary.type(), ValueType::text) << texts[0];
        EXPECT_EQ(read(texts).found.doubt, Doubt::dates) << texts[0];
        const Dictionary told = read(texts, {.dates = Notation::month_first}).dictionary;
        EXPECT_EQ(day_text(told.number(0)), "1980-01-02") << texts[0];
    }
    EXPECT_EQ(read({"13/13/1980"}).found.doubt, Doubt::none);
    EXPECT_EQ(read({"28.02.1980", "28/02/1980"}).dictionary.type(), ValueType::text);
    EXPECT_EQ(read({"28/02/1980", "02/28/1980"}).dictionary.type(), ValueType::text);
    EXPECT_EQ(read({"29.02.1981"}).dictionary.type(), ValueType::text);
}

TEST(ValueReading, TimesBehindDatesAreDateTimes) {
    for (const Texts& texts : {Texts{"2020-01-01 00:00:00", "NA"},
                               Texts{"2020-01-01T10:00:00.123Z", "2020-06-01T10:00:00+02:00"},
                               Texts{"2020-01-01", "2020-01-01 10:00"},
                               Texts{"28.02.1980 10:00"},
                               Texts{"2/28/1980 1:05 PM", "1/2/1980 0:00"}}) {
        EXPECT_EQ(read(texts).dictionary.type(), ValueType::datetime) << texts[0];
    }
    const Dictionary times = read({"28.02.1980 10:00", "1.3.1980 9:00", "?"}).dictionary;
    EXPECT_EQ(times.notation(), Notation::day_first);
    EXPECT_EQ(times.text(1), "1.3.1980 9:00") << "by time, spelled as it stood";
    EXPECT_EQ(times.find("1.3.1980 9:00"), 1U);
    EXPECT_EQ(read({"01/02/1980 10:00"}).found.doubt, Doubt::dates);
    EXPECT_EQ(read({"2020-01-01 10:00", "noon"}).dictionary.type(), ValueType::text);
    EXPECT_EQ(read({"2020-01-01"}, {.declared = ValueType::datetime}).dictionary.type(),
              ValueType::datetime);
}

TEST(ValueReading, TimesOfWhichSomeStateTheirZoneAreDoubted) {
    for (const Texts& texts : {Texts{"2020-01-01 10:00Z", "2020-01-01 11:00"},
                               Texts{"2020-01-01 10:00+01:00", "2020-01-02"}}) {
        EXPECT_EQ(read(texts).dictionary.type(), ValueType::text) << texts[0];
        EXPECT_EQ(read(texts).found.doubt, Doubt::zones) << texts[0];
        EXPECT_THROW(read(texts, {.declared = ValueType::datetime}), Error);
    }
}

TEST(ValueReading, YearsOfTwoDigitsThatMayBeginOrEndADateAreDoubted) {
    for (const Texts& texts : {Texts{"25/12/20", "24/12/20"}, Texts{"05/06/07"}}) {
        EXPECT_EQ(read(texts).dictionary.type(), ValueType::text) << texts[0];
        EXPECT_EQ(read(texts).found.doubt, Doubt::years) << texts[0];
        EXPECT_EQ(read(texts, {.declared = ValueType::date}).dictionary.type(), ValueType::date)
            << "nobody asked to look for notations";
        EXPECT_THROW(read(texts, {.declared = ValueType::date, .find_notation = true}), Error);
    }
    const Dictionary told = read({"25/12/20"}, {.dates = Notation::day_first}).dictionary;
    EXPECT_EQ(day_text(told.number(0)), "2020-12-25");
    const Dictionary first =
        read({"25/12/20"}, {.find_notation = true, .dates = Notation::standard}).dictionary;
    EXPECT_EQ(day_text(first.number(0)), "2025-12-20");
    EXPECT_EQ(read({"64/04/12"}).dictionary.type(), ValueType::date);
    EXPECT_TRUE(read({"64/04/12"}).found.short_years);
    EXPECT_TRUE(read({"28.02.80", "1.3.81"}).found.short_years);
    EXPECT_FALSE(read({"1964/04/12"}).found.short_years);
    EXPECT_FALSE(read({"64/04/12", "flu"}).found.short_years);
}

TEST(ValueReading, DatesBefore1900AreDates) {
    const Dictionary days = read({"1850-03-01", "1899-12-31", "1900-03-01"}).dictionary;
    EXPECT_EQ(days.type(), ValueType::date);
    EXPECT_EQ(day_text(days.number(0)), "1850-03-01");
    EXPECT_EQ(read({"28.02.1850"}).dictionary.type(), ValueType::date);
}

TEST(ValueReading, DeclaredTypesTakeMarksAndNotationsToo) {
    EXPECT_EQ(read({"?"}, {.declared = ValueType::integer, .find_missing = true})
                  .dictionary.value_count(),
              0U);
    const ValueRules date{.declared = ValueType::date, .find_missing = true, .find_notation = true};
    EXPECT_EQ(read({"28.02.1980", "?"}, date).dictionary.notation(), Notation::day_first);
    try {
        read({"01/02/1980"}, date);
        ADD_FAILURE() << "was read";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("--date-format"), std::string::npos);
    }
    EXPECT_EQ(read({""}, date).dictionary.type(), ValueType::date);
}

TEST(ValueReading, TheSameRulesReadTheSameSpellingsAgain) {
    for (const Texts& texts :
         {Texts{"3,14", "2"}, Texts{"28.02.1980"}, Texts{"28.02.1980 10:00"}, Texts{"7"}}) {
        const Dictionary first = read(texts).dictionary;
        const Dictionary again = read(texts, first.rules()).dictionary;
        EXPECT_EQ(again.type(), first.type());
        EXPECT_EQ(again.notation(), first.notation());
        EXPECT_EQ(again.number(0), first.number(0));
    }
}

TEST(StandardColumn, SpellsValuesDigitByDigitAndJoinsThoseThatAreOne) {
    const auto column =
        std::make_shared<const Column>(column_of({"1.234,50", "0,1", "1234,50", "", "0,10"}));
    const auto standard = in_standard_notation(column);
    EXPECT_EQ(standard->text(0), "1234.50");
    EXPECT_EQ(standard->text(2), "1234.50");
    EXPECT_EQ(standard->text(3), "");
    EXPECT_EQ(standard->dictionary->value_count(), 3U);
    EXPECT_EQ(standard->dictionary->notation(), Notation::standard);
    EXPECT_EQ(in_standard_notation(standard), standard);
    const auto days = std::make_shared<const Column>(column_of({"28.2.1980", "28.02.1980"}));
    EXPECT_EQ(in_standard_notation(days)->dictionary->value_count(), 1U);
    EXPECT_EQ(in_standard_notation(days)->text(0), "1980-02-28");
}

TEST(StandardColumn, OneSpellingStandsForEachNumberAndDate) {
    const auto numbers =
        std::make_shared<const Column>(column_of({"1.00", "2", "1", "", "1.0", "3"}));
    const auto first = with_one_spelling(numbers, ChosenSpelling::of_first_row);
    EXPECT_EQ(first->dictionary->value_count(), 3U);
    EXPECT_EQ(first->text(2), "1.00");
    EXPECT_EQ(first->text(4), "1.00");
    EXPECT_EQ(first->text(3), "");
    EXPECT_EQ(with_one_spelling(numbers, ChosenSpelling::least)->text(0), "1");
    EXPECT_EQ(with_one_spelling(first, ChosenSpelling::least), first);
    const auto commas = std::make_shared<const Column>(column_of({"3,10", "3,1", "4,5"}));
    EXPECT_EQ(with_one_spelling(commas, ChosenSpelling::of_first_row)->text(1), "3,10");
    const auto days = std::make_shared<const Column>(column_of({"1980-02-28", "1980/02/28"}));
    EXPECT_EQ(with_one_spelling(days, ChosenSpelling::of_first_row)->text(1), "1980-02-28");
    const auto texts = std::make_shared<const Column>(column_of({"1", "1.0", "x"}));
    EXPECT_EQ(with_one_spelling(texts, ChosenSpelling::of_first_row), texts);
    const auto apart = std::make_shared<const Column>(
        column_of({"9007199254740993.5", "9007199254740993.25", "0.5"}));
    EXPECT_EQ(with_one_spelling(apart, ChosenSpelling::least), apart);
}

TEST(Dictionary, FindsEqualNumbersAndDatesBySpellingsThatItLacks) {
    const Dictionary numbers = read({"1.00", "2", "2.5"}).dictionary;
    EXPECT_EQ(numbers.find("1"), std::nullopt);
    EXPECT_EQ(numbers.find_equal("1"), Code{0});
    EXPECT_EQ(numbers.find_equal("2.50"), Code{2});
    EXPECT_EQ(numbers.find_equal("1.01"), std::nullopt);
    EXPECT_EQ(numbers.find_equal("x"), std::nullopt);
    EXPECT_EQ(numbers.find_equal(""), std::nullopt);
    const Dictionary both = read({"1", "1.0"}).dictionary;
    EXPECT_EQ(both.find_equal("1.0"), Code{1});
    EXPECT_EQ(both.find_equal("1.00"), Code{0});
    EXPECT_EQ(read({"1", "2"}).dictionary.find_equal("2.0"), Code{1});
    EXPECT_EQ(read({"9007199254740993.5"}).dictionary.find_equal("9007199254740993.25"),
              std::nullopt);
    EXPECT_EQ(read({"1980-02-28"}).dictionary.find_equal("1980/02/28"), Code{0});
    EXPECT_EQ(read({"1", "x"}).dictionary.find_equal("1.0"), std::nullopt);
}

TEST(EqualValues, SpellingsOfOtherNotationsAreOneValue) {
    EXPECT_EQ(equal_values(read({"3,1", "3,10", "4,0"}).dictionary), (std::vector<Code>{0, 0, 2}));
    EXPECT_EQ(equal_values(read({"1.2.1980", "01.02.1980"}).dictionary), (std::vector<Code>{0, 0}));
    EXPECT_EQ(equal_values(read({"1.234.567", "1234567"}).dictionary), (std::vector<Code>{0, 0}));
}

}  // namespace
}  // namespace kanon

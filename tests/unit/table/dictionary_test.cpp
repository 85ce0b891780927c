// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/dictionary.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

Dictionary dictionary_of(std::initializer_list<const char*> values,
                         std::optional<ValueType> declared = std::nullopt) {
    DictionaryBuilder builder;
    for (const char* value : values) {
        builder.add(value);
    }
    return builder.finish(declared).dictionary;
}

TEST(Dictionary, OrdersNumbersAsNumbers) {
    const Dictionary d = dictionary_of({"10", "9", "-3", "100"});
    EXPECT_EQ(d.type(), ValueType::integer);
    EXPECT_EQ(d.text(0), "-3");
    EXPECT_EQ(d.text(3), "100");
    EXPECT_EQ(d.number(1), 9);
}

TEST(Dictionary, KeepsLeadingZerosAsText) {
    EXPECT_EQ(dictionary_of({"01234", "90210"}).type(), ValueType::text);
}

TEST(Dictionary, ReadsDatesOfTwoAndFourDigitYears) {
    const Dictionary d = dictionary_of({"64/09/13", "64/04/12"});
    EXPECT_EQ(d.type(), ValueType::date);
    EXPECT_EQ(d.text(0), "64/04/12");
    EXPECT_EQ(dictionary_of({"2020-02-29"}).type(), ValueType::date);
    EXPECT_EQ(dictionary_of({"2021-02-29"}).type(), ValueType::text);
}

TEST(Dictionary, PutsTheMissingValueLast) {
    DictionaryBuilder builder;
    const Code missing = builder.add_missing();
    builder.add("5");
    const auto result = builder.finish();
    EXPECT_EQ(result.dictionary.type(), ValueType::integer);
    EXPECT_EQ(result.code_of_provisional[missing], 1U);
    EXPECT_TRUE(result.dictionary.is_missing(1));
    EXPECT_EQ(result.dictionary.value_count(), 1U);
}

TEST(Dictionary, FindsEverySpellingAmongThousands) {
    DictionaryBuilder builder;
    for (int i = 0; i < 5000; ++i) {
        builder.add(std::to_string(i * 7));
    }
    const Dictionary d = builder.finish().dictionary;
    for (Code code = 0; code < 5000; ++code) {
        EXPECT_EQ(d.find(d.text(code)), code);
    }
    EXPECT_FALSE(d.find("8"));
    EXPECT_FALSE(d.find("x"));
}

TEST(Dictionary, RefusesValuesThatAreNotOfTheDeclaredType) {
    EXPECT_THROW(dictionary_of({"5", "abc"}, ValueType::integer), Error);
}

TEST(Dictionary, TakesTextThatIsAlreadySorted) {
    const Dictionary d = Dictionary::from_sorted_text("aabb", {0, 1, 3, 4});
    EXPECT_EQ(d.size(), 3U);
    EXPECT_EQ(d.type(), ValueType::text);
    EXPECT_EQ(d.text(1), "ab");
    EXPECT_EQ(d.find("b"), 2U);
    EXPECT_EQ(Dictionary::from_sorted_text("", {0}).size(), 0U);
}

TEST(DictionaryDeathTest, StopsAtTextThatIsNotSorted) {
    EXPECT_DEATH(Dictionary::from_sorted_text("ba", {0, 1, 2}), "text");
    EXPECT_DEATH(Dictionary::from_sorted_text("aa", {0, 1, 2}), "text");
}

}  // namespace
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/one_dictionary.hpp"

#include "kanon/base/error.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

using test::column_of;

std::vector<std::string> texts_of(const Column& column) {
    std::vector<std::string> out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        out.emplace_back(column.text(row));
    }
    return out;
}

using Texts = std::vector<std::string>;

TEST(OneDictionary, LeavesAColumnAsItIsThatHasAllValues) {
    const auto ages = column_of("age", {"30", "45", "?", "31"});
    const auto both = with_one_dictionary(ages, *column_of("AGE", {"45", "?", "45"}));
    EXPECT_EQ(both.first, ages);
    EXPECT_EQ(both.second->dictionary, ages->dictionary);
    EXPECT_EQ(both.second->name, "age");
    EXPECT_EQ(texts_of(*both.second), (Texts{"45", "", "45"}));
}

TEST(OneDictionary, HasTheValuesOfBothInTheirOrder) {
    const auto ages = column_of("age", {"30", "45"});
    const auto both = with_one_dictionary(ages, *column_of("age", {"9", "45", "?", "101"}));
    EXPECT_EQ(both.first->dictionary, both.second->dictionary);
    EXPECT_EQ(both.first->dictionary->type(), ValueType::integer);
    EXPECT_EQ(both.first->dictionary->text(0), "9") << "by number, not by bytes";
    EXPECT_TRUE(both.first->dictionary->missing());
    EXPECT_EQ(texts_of(*both.first), (Texts{"30", "45"}));
    EXPECT_EQ(texts_of(*both.second), (Texts{"9", "45", "", "101"}));
}

TEST(OneDictionary, TheTypeOfTheFirstStays) {
    const auto zips = column_of("zip", {"01301", "01302"});
    const auto both = with_one_dictionary(zips, *column_of("zip", {"45", "46"}));
    EXPECT_EQ(both.first->dictionary->type(), ValueType::text);
    const auto ages = column_of("age", {"30", "45"});
    try {
        static_cast<void>(with_one_dictionary(ages, *column_of("age", {"30", "secret"})));
        FAIL() << "texts are no integers";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos);
    }
}

}  // namespace
}  // namespace kanon

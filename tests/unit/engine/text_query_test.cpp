// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/text_query.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::engine {
namespace {

std::vector<Cell> cells_of(std::string_view array, std::size_t count, std::string& storage) {
    std::vector<Cell> out(count);
    read_array(array, storage, out);
    return out;
}

TEST(TextQuery, ReadsArraysAsTheyAreWritten) {
    std::string storage;
    EXPECT_EQ(cells_of("{a}", 1, storage), (std::vector<Cell>{"a"}));
    EXPECT_EQ(cells_of(R"({a,"b c",NULL,"NULL","","{x,y}"})", 6, storage),
              (std::vector<Cell>{"a", "b c", Cell(), "NULL", "", "{x,y}"}));
    EXPECT_EQ(cells_of(R"({"\"","\\",ä,"\\N"})", 4, storage),
              (std::vector<Cell>{"\"", "\\", "ä", "\\N"}));
}

TEST(TextQuery, RefusesWhatIsNoSuchArray) {
    std::string storage;
    for (const std::string array :
         {"", "{", "a", "{a", "{a}", "{a,b,c}", "{a,b}x", R"({a,"b})", R"({a,"b\)", "{a,\"b\"c}"}) {
        EXPECT_THROW(static_cast<void>(cells_of(array, 2, storage)), EngineFault) << array;
    }
}

}  // namespace
}  // namespace kanon::engine

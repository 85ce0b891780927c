// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/json_numbers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kanon::io {
namespace {

/// The text with long numbers in quotes, fed in pieces of a size.
std::string in_quotes(std::string_view text, std::size_t piece) {
    std::string out;
    JsonNumbers numbers([&out](std::string_view bytes) { out += bytes; });
    for (std::size_t at = 0; at < text.size(); at += piece) {
        numbers.eat(text.substr(at, piece));
    }
    numbers.finish();
    EXPECT_EQ(numbers.any(), out != text);
    return out;
}

TEST(JsonNumbers, PutsInQuotesWhatWouldBeRounded) {
    const std::string text =
        "{\"a\":12345678901234567890123, \"b\" : -0.12345678901234567890 ,\"c\":[1e400,2]}\n"
        "0.1000000000000000055511151231257827";
    const std::string quoted =
        "{\"a\":\"12345678901234567890123\", \"b\" : \"-0.12345678901234567890\" ,"
        "\"c\":[\"1e400\",2]}\n\"0.1000000000000000055511151231257827\"";
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size()}) {
        EXPECT_EQ(in_quotes(text, piece), quoted) << piece;
    }
}

TEST(JsonNumbers, LeavesTheRestAlone) {
    for (const std::string_view text :
         {"{\"a\":18446744073709551615,\"b\":-9223372036854775808,\"c\":9007199254740993}",
          "{\"a\":0.1,\"b\":1.50,\"c\":1e3,\"d\":123456789012345.0,\"e\":2.5e-300}",
          "{\"12345678901234567890123\":\"0.12345678901234567890\",\"q\":\"\\\"1e400\\\\\"}",
          "{\"a\":true,\"b\":null,\"c\":\"e\"}",
          ""}) {
        EXPECT_EQ(in_quotes(text, 3), text);
    }
}

}  // namespace
}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/kept_numbers.hpp"

#include "kanon/base/random.hpp"
#include "kanon/table/values/exact_decimal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::io {
namespace {

std::string spelled(double number, std::chars_format format) {
    std::array<char, 512> room{};
    char* end = std::to_chars(room.data(), room.data() + room.size(), number, format).ptr;
    return {room.data(), end};
}

/// The fewest digits that tell the number from others, as a number that is spelled out.
bool reads_back(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    return std::from_chars(text.data(), end, number).ec == std::errc{} &&
           exact_decimal(spelled(number, std::chars_format::scientific)) == exact_decimal(text);
}

TEST(KeptNumbers, AreThoseThatADoubleReadsBack) {
    for (const std::string text : {"0.1",
                                   "0.10",
                                   "1e22",
                                   "1e+22",
                                   "9007199254740993",
                                   "9007199254740994",
                                   "123456789012345683968",
                                   "123456789012345680000",
                                   "99999999999999984",
                                   "0.1000000000000000055",
                                   "12345678901234567",
                                   "-0.5",
                                   "-9007199254740993"}) {
        EXPECT_EQ(keeps_number("DOUBLE", text), reads_back(text)) << text;
    }
    EXPECT_TRUE(keeps_number("DOUBLE", "[20, 30)"));  // no number, so none is lost
}

TEST(KeptNumbers, AreThoseOfAnyDouble) {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const auto bits = random.below(~std::uint64_t{0});
        const auto any = std::bit_cast<double>(bits);
        const double plain =
            std::ldexp(static_cast<double>(bits >> 11U), -static_cast<int>(bits % 70));
        for (const double number : {any, plain, std::floor(plain)}) {
            if (!std::isfinite(number)) {
                continue;
            }
            std::array<char, 64> room{};
            char* end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
            for (const std::string& text :
                 {std::string(room.data(), end), spelled(number, std::chars_format::scientific)}) {
                EXPECT_EQ(keeps_number("DOUBLE", text), reads_back(text)) << text;
            }
        }
    }
}

}  // namespace
}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/method_options.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

constexpr OptionSpec kWord{.name = "pace", .words = "slow|quick", .fallback = "slow", .help = ""};
constexpr OptionSpec kNumber{
    .name = "steps", .type = OptionType::integer, .least = 7, .fallback = "40", .help = ""};

template <class Read>
std::string refusal(Read read) {
    try {
        static_cast<void>(read());
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(MethodOptions, FallBackOrTakeWhatIsGiven) {
    EXPECT_EQ(word_option({}, kWord), "slow");
    EXPECT_EQ(word_option({{"pace", "quick"}}, kWord), "quick");
    EXPECT_EQ(integer_option({}, kNumber), 40U);
    EXPECT_EQ(integer_option({{"steps", "7"}}, kNumber), 7U);
}

TEST(MethodOptions, RefuseOtherWords) {
    const std::string text = refusal([] { return word_option({{"pace", "quik"}}, kWord); });
    EXPECT_NE(text.find("slow|quick"), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean 'quick'"), std::string::npos) << text;
}

TEST(MethodOptions, RefuseWhatIsNoNumberInRange) {
    for (const char* given : {"", "6", "-7", "7.5", "seven", "7 ", "99999999999999999999"}) {
        const std::string text = refusal([&] {
            return integer_option({{"steps", given}}, kNumber);
        });
        EXPECT_NE(text.find("7 or more"), std::string::npos) << given;
    }
}

TEST(MethodOptions, TakeNumbersWithinBoundsAlone) {
    constexpr OptionSpec kShare{
        .name = "share", .type = OptionType::number, .greatest = 1, .fallback = "0.5", .help = ""};
    EXPECT_EQ(number_option({}, kShare), 0.5);
    EXPECT_EQ(number_option({{"share", "1"}}, kShare), 1);
    for (const char* given : {"", "-0.1", "1.01", "nan", "inf", "half", "0.5 ", "0,5"}) {
        const std::string text = refusal([&] { return number_option({{"share", given}}, kShare); });
        EXPECT_NE(text.find("'share' must be a number from 0 to 1"), std::string::npos) << given;
    }
}

}  // namespace
}  // namespace kanon

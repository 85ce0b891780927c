// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/address.hpp"

#include "channel_support.hpp"
#include <gtest/gtest.h>

#include <string>

namespace kanon::parties {
namespace {

using test::failure_of;

TEST(Address, IsHostAndPort) {
    EXPECT_EQ(Address::parse("clinic.example:4711").host, "clinic.example");
    EXPECT_EQ(Address::parse("clinic.example:4711").port, 4711);
    EXPECT_EQ(Address::parse("[::1]:80").host, "::1");
    EXPECT_EQ(Address::parse(":65535").host, "");
    EXPECT_EQ(Address::parse(":65535").port, 65535);
    for (const std::string text : {"clinic.example:4711", "[2001:db8::7]:4711", ":0"}) {
        EXPECT_EQ(Address::parse(text).text(), text);
    }
}

TEST(Address, IsRefusedIfItIsNone) {
    for (const std::string text : {"",
                                   "clinic",
                                   "clinic:",
                                   "clinic:x",
                                   "clinic:65536",
                                   "::1:80",
                                   "[::1]",
                                   "a b:80",
                                   "user@clinic:80",
                                   "clinic:-1",
                                   "[]:80",
                                   "tcp://clinic:80",
                                   "clinic:123456"}) {
        EXPECT_EQ(failure_of([&] { (void)Address::parse(text); }).code, ErrorCode::usage) << text;
    }
}

}  // namespace
}  // namespace kanon::parties

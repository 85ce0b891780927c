// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/wire.hpp"

#include "channel_support.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace kanon::parties {
namespace {

using test::contains;
using test::Failure;
using test::failure_of;

Failure refused(const Bytes& payload, const std::function<void(MessageReader&)>& read) {
    return failure_of([&] {
        MessageReader reader(payload, "clinic");
        read(reader);
    });
}

TEST(Wire, GivesBackWhatWasWritten) {
    const std::vector<std::uint64_t> longs{0, 1, std::numeric_limits<std::uint64_t>::max()};
    const std::vector<std::uint32_t> ints{7, 0xFFFFFFFFU};
    const std::vector<std::array<std::uint8_t, 3>> points{{1, 2, 3}, {4, 5, 6}};
    MessageWriter writer;
    writer.u8(200);
    writer.flag(true);
    writer.u16(65535);
    writer.u32(4000000000U);
    writer.u64(longs[2]);
    writer.i64(-5);
    writer.f64(-0.125);
    writer.varint(300);
    writer.bytes(Bytes{9, 8});
    writer.text("Größe");
    writer.u32s(ints);
    writer.u64s(longs);
    writer.blobs<3>(points);
    const Bytes payload = writer.take();
    MessageReader reader(payload, "clinic");
    EXPECT_EQ(reader.u8(), 200);
    EXPECT_TRUE(reader.flag());
    EXPECT_EQ(reader.u16(), 65535);
    EXPECT_EQ(reader.u32(), 4000000000U);
    EXPECT_EQ(reader.u64(), longs[2]);
    EXPECT_EQ(reader.i64(), -5);
    EXPECT_EQ(reader.finite(), -0.125);
    EXPECT_EQ(reader.varint(), 300U);
    EXPECT_EQ(reader.bytes(2), (Bytes{9, 8}));
    EXPECT_EQ(reader.text(7), "Größe");
    EXPECT_EQ(reader.u32s(2), ints);
    EXPECT_EQ(reader.u64s(3), longs);
    EXPECT_EQ(reader.blobs<3>(2), points);
    reader.finish();
    EXPECT_EQ(writer.size(), 0U);
}

TEST(Wire, IsLittleEndianWithShortLengths) {
    MessageWriter writer;
    writer.u32(0x01020304U);
    writer.varint(127);
    writer.varint(128);
    writer.text("ab");
    EXPECT_EQ(writer.take(), (Bytes{4, 3, 2, 1, 127, 0x80, 1, 2, 'a', 'b'}));
}

TEST(Wire, HasOneSpellingOfEachLength) {
    for (unsigned bit = 0; bit < 64; ++bit) {
        MessageWriter writer;
        const std::uint64_t value = std::uint64_t{1} << bit;
        writer.varint(value);
        writer.varint(value - 1);
        const Bytes payload = writer.take();
        MessageReader reader(payload, "clinic");
        EXPECT_EQ(reader.varint(), value);
        EXPECT_EQ(reader.varint(), value - 1);
    }
    const Bytes too_big{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2};
    const Bytes too_long{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0};
    for (const Bytes& wrong : {Bytes{0x80, 0}, Bytes{0x81, 0x80, 0}, too_big, too_long}) {
        EXPECT_EQ(refused(wrong, [](MessageReader& in) { in.varint(); }).text,
                  "the message of clinic is not as agreed: a length is not in its shortest form");
    }
}

TEST(Wire, RefusesWhatEndsTooEarly) {
    const std::string line = "the message of clinic is not as agreed: it ends too early";
    EXPECT_EQ(refused({}, [](MessageReader& in) { in.u8(); }).text, line);
    EXPECT_EQ(refused(Bytes(3), [](MessageReader& in) { in.u32(); }).text, line);
    EXPECT_EQ(refused(Bytes(7), [](MessageReader& in) { in.u64(); }).text, line);
    EXPECT_EQ(refused(Bytes{5, 1, 2}, [](MessageReader& in) { (void)in.bytes(9); }).text, line);
    EXPECT_EQ(refused(Bytes{2, 1, 2}, [](MessageReader& in) { (void)in.u64s(9); }).text, line);
    EXPECT_EQ(refused(Bytes{1, 1, 2}, [](MessageReader& in) { (void)in.blobs<3>(9); }).text, line);
    EXPECT_EQ(refused({}, [](MessageReader& in) { in.u8(); }).code, ErrorCode::bad_input);
}

TEST(Wire, AsksForNoMemoryThatALengthAloneAnnounces) {
    // 2^62 numbers: taken at its word this would be refused by the system, not by the reader.
    const Bytes huge{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40};
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    EXPECT_TRUE(contains(refused(huge, [&](MessageReader& in) { (void)in.u64s(most); }).text,
                         "it ends too early"));
    EXPECT_TRUE(contains(refused(huge, [&](MessageReader& in) { (void)in.blobs<32>(most); }).text,
                         "it ends too early"));
}

TEST(Wire, KeepsToTheLimitOfTheReader) {
    const Bytes three{3, 'a', 'b', 'c'};
    EXPECT_EQ(refused(three, [](MessageReader& in) { (void)in.text(3); }).text, "");
    EXPECT_EQ(refused(three, [](MessageReader& in) { (void)in.text(2); }).text,
              "the message of clinic is not as agreed: a length is over its limit");
}

TEST(Wire, RefusesWhatNoValueIs) {
    EXPECT_TRUE(contains(refused(Bytes{2}, [](MessageReader& in) { in.flag(); }).text, "flag"));
    EXPECT_TRUE(
        contains(refused(Bytes{2, 0xC3, 0x28}, [](MessageReader& in) { (void)in.text(9); }).text,
                 "a text is not UTF-8"));
    for (const double value : {std::numeric_limits<double>::infinity(), std::nan("")}) {
        MessageWriter writer;
        writer.f64(value);
        EXPECT_TRUE(contains(refused(writer.take(), [](MessageReader& in) { in.finite(); }).text,
                             "not finite"));
    }
}

TEST(Wire, RefusesWhatIsLeft) {
    EXPECT_EQ(refused(Bytes{1, 2}, [](MessageReader& in) { in.u8(), in.finish(); }).text,
              "the message of clinic is not as agreed: it goes on after its end");
    EXPECT_EQ(refused(Bytes{1}, [](MessageReader& in) { in.u8(), in.finish(); }).text, "");
}

}  // namespace
}  // namespace kanon::parties

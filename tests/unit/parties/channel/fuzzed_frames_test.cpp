// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/framed_channel.hpp"
#include "kanon/parties/channel/pipe_channel.hpp"
#include "kanon/parties/channel/wire.hpp"

#include "channel_support.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::parties {
namespace {

using test::failure_of;
using test::kNumbers;

constexpr std::size_t kMostPayload = 512;
constexpr std::size_t kMostItems = 16;

Bytes random_bytes(Random& random, std::size_t most) {
    Bytes out(random.below(most + 1));
    for (auto& byte : out) {
        byte = static_cast<std::uint8_t>(random.next());
    }
    return out;
}

Bytes random_payload(Random& random) {
    std::vector<std::uint64_t> longs(random.below(kMostItems + 1), random.next());
    std::vector<std::array<std::uint8_t, 8>> points(random.below(kMostItems + 1));
    MessageWriter writer;
    writer.flag(random.below(2) == 1);
    writer.varint(random.next() >> random.below(64));
    writer.text(std::string(random.below(kMostItems + 1), 'a'));
    writer.u64s(longs);
    writer.blobs<8>(points);
    writer.f64(random.unit());
    return writer.take();
}

/// Reads what random_payload() wrote, and checks that nothing is larger than was asked for.
void read_payload(const Bytes& payload) {
    MessageReader reader(payload, "clinic");
    (void)reader.flag();
    (void)reader.varint();
    EXPECT_LE(reader.text(kMostItems).size(), kMostItems);
    EXPECT_LE(reader.u64s(kMostItems).size(), kMostItems);
    EXPECT_LE(reader.blobs<8>(kMostItems).size(), kMostItems);
    (void)reader.f64();
    reader.finish();
}

/// Frames of one to three messages, one of them changed, left out, repeated or cut; or any bytes.
Bytes mutated_frames(Random& random) {
    if (random.below(4) == 0) {
        return random_bytes(random, 200);
    }
    std::vector<Bytes> frames(1 + random.below(3));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        append_frame(frames[i],
                     random.below(20) == 0 ? kAbortMessage : kNumbers,
                     i,
                     random_payload(random),
                     false);
    }
    Bytes& changed = frames[random.below(frames.size())];
    switch (random.below(5)) {
        case 0:
            changed[random.below(changed.size())] ^=
                static_cast<std::uint8_t>(1U << random.below(8));
            break;
        case 1:
            changed.resize(random.below(changed.size()));
            break;
        case 2:
            std::swap(frames.front(), frames.back());
            break;
        case 3:
            frames.push_back(changed);
            break;
        default:
            break;
    }
    Bytes out;
    for (const Bytes& frame : frames) {
        out.insert(out.end(), frame.begin(), frame.end());
    }
    return out;
}

struct Tally {
    int whole = 0;
    int refused = 0;
};

/// Any error but ours ends the test.
void count(Tally& tally, const test::Failure& failure) {
    ++(failure.code ? tally.refused : tally.whole);
    EXPECT_TRUE(!failure.code || *failure.code == ErrorCode::bad_input) << failure.text;
}

TEST(FuzzedFrames, AreMessagesOrRefused) {
    Random random(20131017);
    Tally tally;
    for (int i = 0; i < 100'000; ++i) {
        const Bytes bytes = mutated_frames(random);
        count(tally, failure_of([&] {
                  MessageAssembler assembler("clinic");
                  ByteView rest = bytes;
                  while (!rest.empty()) {
                      assembler.expect(kNumbers, kMostPayload);
                      while (!rest.empty() && !assembler.complete()) {
                          const auto part = rest.first(std::min(rest.size(), assembler.wanted()));
                          assembler.feed(part);
                          rest = rest.subspan(part.size());
                      }
                      if (assembler.complete()) {
                          const Bytes payload = assembler.take();
                          EXPECT_LE(payload.size(), kMostPayload);
                          read_payload(payload);
                      }
                  }
              }));
    }
    EXPECT_GT(tally.whole, 1000);
    EXPECT_GT(tally.refused, 1000);
}

TEST(FuzzedFrames, OfAPeerAreMessagesOrRefused) {
    Random random(17);
    Tally tally;
    for (int i = 0; i < 100'000; ++i) {
        auto [ours, theirs] = pipe_streams();
        const Bytes bytes = mutated_frames(random);
        ASSERT_EQ(theirs->write_some(bytes).bytes, bytes.size());
        theirs->finish(std::chrono::milliseconds(0));
        FramedChannel channel("clinic", std::move(ours), {}, {});
        count(tally, failure_of([&] {
                  for (int message = 0; message < 3; ++message) {
                      if (random.below(4) == 0) {
                          channel.send(kNumbers, Bytes(10));
                      }
                      read_payload(channel.receive(kNumbers, kMostPayload));
                  }
              }));
    }
    EXPECT_GT(tally.whole, 1000);
    EXPECT_GT(tally.refused, 1000);
}

}  // namespace
}  // namespace kanon::parties

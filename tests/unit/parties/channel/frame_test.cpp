// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/frame.hpp"

#include "kanon/parties/channel/abort_reason.hpp"

#include "channel_support.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace kanon::parties {
namespace {

using test::bytes_of;
using test::contains;
using test::failure_of;
using test::kNames;
using test::kNumbers;
using test::pattern;

/// Feed as much as is wanted, in pieces; true once the message is complete.
bool feed_all(MessageAssembler& to, ByteView bytes, std::size_t piece = 1 << 16U) {
    while (!bytes.empty() && !to.complete()) {
        const ByteView part = bytes.first(std::min({bytes.size(), to.wanted(), piece}));
        to.feed(part);
        bytes = bytes.subspan(part.size());
    }
    return to.complete() && bytes.empty();
}

Bytes one_frame(MessageType type, std::uint64_t sequence, ByteView payload, bool more = false) {
    Bytes out;
    append_frame(out, type, sequence, payload, more);
    return out;
}

/// What an assembler that expects numbers of at most `most` bytes says.
std::string refusal(const Bytes& bytes, std::size_t most = 1000) {
    return failure_of([&] {
               MessageAssembler assembler("clinic");
               assembler.expect(kNumbers, most);
               feed_all(assembler, bytes);
           })
        .text;
}

TEST(Frame, HasAHeadOfSixteenBytes) {
    const Bytes frame = one_frame({0x0102}, 0x1122334455667788U, Bytes{7, 8}, false);
    EXPECT_EQ(
        frame,
        (Bytes{1, 0, 2, 1, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 2, 0, 0, 0, 7, 8}));
}

TEST(Frame, CarriesAMessageByteByByte) {
    const Bytes payload = bytes_of("thirteen rows");
    MessageAssembler assembler("clinic");
    assembler.expect(kNumbers, payload.size());
    EXPECT_TRUE(feed_all(assembler, one_frame(kNumbers, 0, payload), 1));
    EXPECT_EQ(assembler.take(), payload);
    assembler.expect(kNames, 0);
    EXPECT_TRUE(feed_all(assembler, one_frame(kNames, 1, {})));
    EXPECT_TRUE(assembler.take().empty());
    EXPECT_EQ(assembler.frames(), 2U);
}

TEST(Frame, CarriesLongMessagesInSeveral) {
    const Bytes payload = pattern(2 * kFramePayload + 5, 1);
    Bytes frames;
    append_frame(frames, kNumbers, 0, ByteView(payload).first(kFramePayload), true);
    append_frame(
        frames, kNumbers, 1, ByteView(payload).subspan(kFramePayload, kFramePayload), true);
    append_frame(frames, kNumbers, 2, ByteView(payload).subspan(2 * kFramePayload), false);
    MessageAssembler assembler("clinic");
    assembler.expect(kNumbers, payload.size());
    EXPECT_TRUE(feed_all(assembler, frames));
    EXPECT_EQ(assembler.take(), payload);
    EXPECT_TRUE(contains(refusal(frames, payload.size() - 1), "it is longer than 2,097,156 bytes"));
    EXPECT_TRUE(contains(refusal(frames, 2 * kFramePayload), "it is longer than"));
    EXPECT_EQ(frames_of(payload.size()), 3U);
    EXPECT_EQ(frames_of(0), 1U);
    EXPECT_EQ(frames_of(kFramePayload), 1U);
}

TEST(Frame, OfAnotherVersionIsRefused) {
    Bytes frame = one_frame(kNumbers, 0, Bytes{1});
    EXPECT_EQ(refusal(frame), "");
    frame[0] = 2;
    EXPECT_EQ(
        refusal(frame),
        "the message of clinic is not as agreed: it is of another version of kanon's channel");
}

TEST(Frame, OfAnotherTypeIsRefused) {
    EXPECT_EQ(refusal(one_frame(kNames, 0, Bytes{1})),
              "the message of clinic is not as agreed: it is of type 17 where type 16 is due");
}

TEST(Frame, ReplayedLeftOutOrReorderedIsRefused) {
    const std::string line =
        "the message of clinic is not as agreed: a frame is missing, came twice or in another "
        "order";
    EXPECT_EQ(refusal(one_frame(kNumbers, 1, {})), line);
    MessageAssembler assembler("clinic");
    assembler.expect(kNumbers, 9);
    ASSERT_TRUE(feed_all(assembler, one_frame(kNumbers, 0, {})));
    (void)assembler.take();
    assembler.expect(kNumbers, 9);
    EXPECT_EQ(failure_of([&] { feed_all(assembler, one_frame(kNumbers, 0, {})); }).text, line);
}

TEST(Frame, OfALengthThatNoneMayHaveIsRefused) {
    Bytes frame = one_frame(kNumbers, 0, Bytes{1});
    frame[15] = 0x40;  // a length of 1 GiB and a byte
    EXPECT_TRUE(contains(refusal(frame, std::size_t{1} << 40U), "a length that none may have"));
    EXPECT_TRUE(contains(refusal(one_frame(kNumbers, 0, Bytes{1}, true)), "a length that none"));
    EXPECT_TRUE(contains(refusal(one_frame(kNumbers, 0, Bytes(11)), 10), "longer than 10 bytes"));
    Bytes full = one_frame(kNumbers, 0, Bytes(kFramePayload), true);
    append_frame(full, kNumbers, 1, {}, false);
    EXPECT_TRUE(contains(refusal(full, std::size_t{1} << 40U), "a length that none may have"));
    frame = one_frame(kNumbers, 0, Bytes{1});
    frame[1] = 2;
    EXPECT_TRUE(contains(refusal(frame), "damaged"));
}

TEST(Frame, OfAnAbortSaysWhyTheOtherSideStopped) {
    const auto abort = [](const Bytes& payload) { return one_frame(kAbortMessage, 0, payload); };
    EXPECT_EQ(refusal(abort(abort_payload(AbortReason::table_unreadable)), 0),
              "clinic stopped: its table could not be read");
    EXPECT_EQ(refusal(abort(Bytes{0xFF, 0xFF})),
              "clinic stopped: for a reason that this version does not know");
    EXPECT_TRUE(contains(refusal(abort(Bytes{1})), "wrong length"));
    EXPECT_TRUE(contains(refusal(abort(Bytes{1, 0, 0})), "wrong length"));
}

TEST(Frame, OfAnAbortMayCutALongMessageShort) {
    Bytes frames = one_frame(kNumbers, 0, Bytes(kFramePayload), true);
    append_frame(frames, kAbortMessage, 1, abort_payload(AbortReason::cancelled), false);
    EXPECT_EQ(refusal(frames, 2 * kFramePayload), "clinic stopped: it was cancelled");
}

TEST(AbortReason, FitsTheErrorOfThisSide) {
    EXPECT_EQ(reason_of(Error(ErrorCode::cancelled, "x")), AbortReason::cancelled);
    EXPECT_EQ(reason_of(Error(ErrorCode::bad_input, "x")), AbortReason::table_unreadable);
    EXPECT_EQ(reason_of(Error(ErrorCode::bad_policy, "x")), AbortReason::settings_differ);
    EXPECT_EQ(reason_of(Error(ErrorCode::infeasible, "x")), AbortReason::infeasible);
}

}  // namespace
}  // namespace kanon::parties

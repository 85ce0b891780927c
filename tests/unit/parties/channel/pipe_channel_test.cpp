// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/pipe_channel.hpp"

#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/framed_channel.hpp"
#include "kanon/parties/channel/transcript.hpp"

#include "channel_support.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>

namespace kanon::parties {
namespace {

using test::Beside;
using test::contains;
using test::failure_of;
using test::kNames;
using test::kNumbers;
using test::pattern;

TEST(PipeChannel, CarriesMessagesBothWays) {
    auto [a, b] = pipe_channels("bank", "clinic");
    EXPECT_EQ(a->peer(), "clinic");
    EXPECT_EQ(b->peer(), "bank");
    a->send(kNumbers, Bytes{1, 2, 3});
    a->send(kNames, {});
    b->send(kNames, Bytes{4});
    EXPECT_EQ(b->receive(kNumbers, 3), (Bytes{1, 2, 3}));
    EXPECT_TRUE(b->receive(kNames, 0).empty());
    EXPECT_EQ(a->receive(kNames, 1), (Bytes{4}));
    EXPECT_EQ(a->traffic().bytes_sent, 2 * kFrameHeaderBytes + 3);
    EXPECT_EQ(a->traffic().frames_sent, 2U);
    EXPECT_EQ(b->traffic().bytes_received, 2 * kFrameHeaderBytes + 3);
    EXPECT_EQ(b->traffic().frames_received, 2U);
    EXPECT_EQ(a->traffic().frames_received, 1U);
}

TEST(PipeChannel, LetsBothSendAtOnceWhatNoPipeHolds) {
    auto [a, b] = pipe_channels("bank", "clinic");
    const Bytes of_a = pattern(5'000'000, 1);
    const Bytes of_b = pattern(6'000'000, 2);
    Bytes at_b;
    Beside other([&, &b = b] {
        b->send(kNumbers, of_b);
        at_b = b->receive(kNumbers, of_a.size());
    });
    a->send(kNumbers, of_a);
    EXPECT_EQ(a->receive(kNumbers, of_b.size()), of_b);
    EXPECT_EQ(other.failure().text, "");
    EXPECT_EQ(at_b, of_a);
}

TEST(PipeChannel, HoldsNoMoreThanItsLimitOfWhatNobodyAskedFor) {
    auto [a, b] =
        pipe_channels("bank", "clinic", {.idle_seconds = 0.2, .most_unread_bytes = 1 << 20U});
    Beside other([&, &b = b] { b->send(kNumbers, Bytes(8'000'000)); });
    const auto failure = failure_of([&, &a = a] { a->send(kNumbers, Bytes(8'000'000)); });
    EXPECT_EQ(failure.code, ErrorCode::timed_out);
    EXPECT_EQ(failure.text, "clinic took nothing for 0.2 s");
    a->abort(AbortReason::timed_out);
    EXPECT_TRUE(other.failure().code.has_value());
}

TEST(PipeChannel, SaysWhoSentNothing) {
    auto [a, b] = pipe_channels("bank", "clinic", {.idle_seconds = 0.05});
    const auto failure = failure_of([&, &a = a] { (void)a->receive(kNumbers, 9); });
    EXPECT_EQ(failure.code, ErrorCode::timed_out);
    EXPECT_EQ(failure.text, "clinic sent nothing for 0.05 s");
    EXPECT_EQ(failure_of([&, &a = a] { a->send(kNumbers, {}); }).text,
              "the channel to clinic has ended");
}

TEST(PipeChannel, EndsAtTheDeadlineOfTheRun) {
    RunContext context;
    context.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    auto [a, b] = pipe_channels("bank", "clinic", {}, context);
    EXPECT_EQ(failure_of([&, &a = a] { (void)a->receive(kNumbers, 9); }).code,
              ErrorCode::timed_out);
}

TEST(PipeChannel, EndsSoonAfterTheRunIsCancelled) {
    std::atomic<bool> cancel{false};
    RunContext context;
    context.cancel = &cancel;
    auto [a, b] = pipe_channels("bank", "clinic", {}, context);
    Beside receiver([&, &a = a] { (void)a->receive(kNumbers, 9); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto begin = std::chrono::steady_clock::now();
    cancel = true;
    EXPECT_EQ(receiver.failure().code, ErrorCode::cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST(PipeChannel, SaysWhyTheOtherSideStopped) {
    auto [a, b] = pipe_channels("bank", "clinic");
    b->send(kNumbers, Bytes{1});
    b->abort(AbortReason::table_unreadable);
    EXPECT_EQ(a->receive(kNumbers, 1), (Bytes{1}));
    EXPECT_EQ(failure_of([&, &a = a] { (void)a->receive(kNumbers, 9); }).text,
              "clinic stopped: its table could not be read");
}

TEST(PipeChannel, SaysToWhoIsSendingWhyTheOtherSideStopped) {
    auto [a, b] = pipe_channels("bank", "clinic");
    Beside sender([&, &a = a] { a->send(kNumbers, Bytes(50'000'000)); });
    EXPECT_EQ(failure_of([&, &b = b] { (void)b->receive(kNames, 9); }).text,
              "the message of bank is not as agreed: it is of type 16 where type 17 is due");
    b->abort(AbortReason::not_as_agreed);
    EXPECT_EQ(sender.failure().text,
              "clinic stopped: its table or a message that it got was not as agreed");
}

TEST(PipeChannel, TellsAnEndInOrderFromABrokenOne) {
    auto [a, b] = pipe_channels("bank", "clinic");
    b->close();
    EXPECT_EQ(failure_of([&, &a = a] { (void)a->receive(kNumbers, 9); }).text,
              "clinic ended the run before it was complete");
    auto [c, d] = pipe_channels("bank", "clinic");
    d.reset();
    EXPECT_EQ(failure_of([&, &c = c] { (void)c->receive(kNumbers, 9); }).text,
              "the connection to clinic broke off");
    EXPECT_TRUE(failure_of([&, &c = c] { c->send(kNumbers, {}); }).code.has_value());
}

TEST(PipeChannel, WakesWhoWaitsAtItsEnd) {
    auto [a, b] = pipe_channels("bank", "clinic");
    Beside receiver([&, &a = a] { (void)a->receive(kNumbers, 9); });
    b->close();
    EXPECT_TRUE(contains(receiver.failure().text, "clinic ended the run"));
}

TEST(PipeChannel, TakesOnlyOptionsThatMeanSomething) {
    for (const double seconds : {0.0, -1.0, 1e9, std::nan("")}) {
        const auto failure =
            failure_of([&] { (void)pipe_channels("a", "b", {.idle_seconds = seconds}); });
        EXPECT_EQ(failure.code, ErrorCode::usage);
        EXPECT_TRUE(contains(failure.text, "idle_seconds"));
    }
}

TEST(RecordingChannel, NotesWhatWentOverAnother) {
    auto [a, b] = pipe_channels("bank", "clinic");
    RecordingChannel recorded(std::move(a), true);
    recorded.send(kNumbers, Bytes{1, 2});
    recorded.send(kNumbers, Bytes{3});
    b->send(kNames, Bytes{4, 5, 6});
    (void)recorded.receive(kNames, 3);
    ASSERT_EQ(recorded.entries().size(), 3U);
    EXPECT_TRUE(recorded.entries()[0].sent);
    EXPECT_EQ(recorded.entries()[0].payload, (Bytes{1, 2}));
    EXPECT_FALSE(recorded.entries()[2].sent);
    EXPECT_EQ(recorded.entries()[2].bytes, 3U);
    const auto summary = recorded.summary();
    EXPECT_EQ(summary.at(kNumbers.number).messages_sent, 2U);
    EXPECT_EQ(summary.at(kNumbers.number).bytes_sent, 3U);
    EXPECT_EQ(summary.at(kNumbers.number).bytes_received, 0U);
    EXPECT_EQ(summary.at(kNames.number).bytes_received, 3U);
}

TEST(RecordingChannel, KeepsPayloadsOnlyIfAsked) {
    auto [a, b] = pipe_channels("bank", "clinic");
    RecordingChannel recorded(std::move(a));
    recorded.send(kNumbers, Bytes{1, 2});
    recorded.abort(AbortReason::declined);
    ASSERT_EQ(recorded.entries().size(), 2U);
    EXPECT_TRUE(recorded.entries()[0].payload.empty());
    EXPECT_EQ(recorded.entries()[0].bytes, 2U);
    EXPECT_EQ(recorded.entries()[1].type, kAbortMessage);
    (void)b->receive(kNumbers, 2);
    EXPECT_EQ(failure_of([&, &b = b] { (void)b->receive(kNumbers, 2); }).text,
              "bank stopped: it declined");
}

}  // namespace
}  // namespace kanon::parties

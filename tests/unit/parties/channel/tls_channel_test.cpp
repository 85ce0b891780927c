// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/tls_channel.hpp"

#include "kanon/parties/channel/socket_bio.hpp"

#include "channel_support.hpp"
#include "tls_support.hpp"
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

using kanon::test::TemporaryFolder;
using test::Beside;
using test::contains;
using test::Failure;
using test::failure_of;
using test::kNames;
using test::kNumbers;
using test::loopback;
using test::new_identity;
using test::pattern;
using test::peer_of;
using test::plain_connection;
using test::Proxy;

using Clock = std::chrono::steady_clock;

/// The bank listens, the clinic dials.
class TlsChannel : public ::testing::Test {
protected:
    /// A channel each, over a port of this machine.
    void connect(const ChannelOptions& options = {}, const RunContext& context = {}) {
        connect_over(listener.port(), options, context);
    }

    void connect_over(std::uint16_t port,
                      const ChannelOptions& options = {},
                      const RunContext& context = {}) {
        Beside dialer(
            [&] { at_clinic = dial(loopback(port), clinic, peer_of(bank), options, context); });
        auto channels = listen(listener, bank, {peer_of(clinic)}, options, context);
        at_bank = std::move(channels.at("clinic"));
        ASSERT_EQ(dialer.failure().text, "");
    }

    /// How a side ends that nobody fit for it comes to.
    Failure listen_in_vain(double seconds, std::vector<Peer> expected) {
        return failure_of([&] {
            (void)listen(listener, bank, std::move(expected), {.connect_seconds = seconds});
        });
    }

    TemporaryFolder folder;
    Identity bank = new_identity(folder, "bank");
    Identity clinic = new_identity(folder, "clinic");
    Identity stranger = new_identity(folder, "stranger");
    TlsListener listener{loopback()};
    std::unique_ptr<Channel> at_bank;
    std::unique_ptr<Channel> at_clinic;
};

TEST_F(TlsChannel, CarriesTenMegabytesBothWaysAtOnce) {
    connect();
    const Bytes of_bank = pattern(10'000'000, 1);
    const Bytes of_clinic = pattern(10'000'001, 2);
    Bytes at_other;
    Beside other([&] {
        at_clinic->send(kNumbers, of_clinic);
        at_other = at_clinic->receive(kNames, of_bank.size());
    });
    at_bank->send(kNames, of_bank);
    EXPECT_EQ(at_bank->receive(kNumbers, of_clinic.size()), of_clinic);
    EXPECT_EQ(other.failure().text, "");
    EXPECT_EQ(at_other, of_bank);
    EXPECT_EQ(at_bank->peer(), "clinic");
    EXPECT_EQ(at_bank->traffic().bytes_sent, at_clinic->traffic().bytes_received);
    EXPECT_EQ(at_bank->traffic().frames_received, at_clinic->traffic().frames_sent);
}

TEST_F(TlsChannel, WaitsForWhoListensLater) {
    std::uint16_t port = 0;
    {
        const TlsListener earlier(loopback());
        port = earlier.port();
    }
    Beside dialer([&] { at_clinic = dial(loopback(port), clinic, peer_of(bank)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const TlsListener later(loopback(port));
    (void)listen(later, bank, {peer_of(clinic)});
    EXPECT_EQ(dialer.failure().text, "");
}

TEST_F(TlsChannel, WorksOverIpv6) {
    std::optional<TlsListener> six;
    if (failure_of([&] { six.emplace(Address::parse("[::1]:0")); }).code) {
        GTEST_SKIP() << "no IPv6 here";
    }
    const Address address{.host = "::1", .port = six->port()};
    Beside dialer([&] { at_clinic = dial(address, clinic, peer_of(bank)); });
    EXPECT_EQ(listen(*six, bank, {peer_of(clinic)}).size(), 1U);
    EXPECT_EQ(dialer.failure().text, "");
}

TEST_F(TlsChannel, EndsIfAnotherAnswersForTheParty) {
    Failure of_dialer;
    Beside dialer([&] {
        of_dialer =
            failure_of([&] { (void)dial(loopback(listener.port()), clinic, peer_of(stranger)); });
    });
    const Failure of_listener = listen_in_vain(1, {peer_of(clinic)});
    (void)dialer.failure();
    EXPECT_EQ(of_dialer.code, ErrorCode::bad_input);
    EXPECT_TRUE(contains(of_dialer.text, "has the fingerprint " + bank.fingerprint().text()));
    EXPECT_TRUE(contains(of_dialer.text, stranger.fingerprint().text() + " is expected"));
    EXPECT_EQ(of_listener.code, ErrorCode::timed_out);
    EXPECT_TRUE(contains(of_listener.text, "clinic did not connect")) << of_listener.text;
    EXPECT_TRUE(contains(of_listener.text, "does not take the certificate of this side"))
        << of_listener.text;
}

TEST_F(TlsChannel, EndsIfTheListenerExpectsAnother) {
    Failure of_dialer;
    Beside dialer([&] {
        of_dialer =
            failure_of([&] { (void)dial(loopback(listener.port()), stranger, peer_of(bank)); });
    });
    const Failure of_listener = listen_in_vain(1, {peer_of(clinic)});
    (void)dialer.failure();
    EXPECT_EQ(of_dialer.code, ErrorCode::bad_input);
    EXPECT_TRUE(contains(of_dialer.text,
                         "bank does not take the certificate of this side, whose "
                         "fingerprint is " +
                             stranger.fingerprint().text()))
        << of_dialer.text;
    EXPECT_TRUE(contains(of_listener.text, "expected fingerprint " + clinic.fingerprint().text()));
    EXPECT_TRUE(contains(
        of_listener.text,
        "1 connection refused, first one with the fingerprint " + stranger.fingerprint().text()))
        << of_listener.text;
}

TEST_F(TlsChannel, LetsNoStrangerHoldUpTheParty) {
    constexpr std::size_t kStrangers = Meeting::kMostGuests + 8;
    std::vector<Socket> silent;
    silent.reserve(kStrangers);
    for (std::size_t i = 0; i < kStrangers; ++i) {
        silent.push_back(plain_connection(listener.port()));
    }
    const std::string noise = "GET / HTTP/1.1\r\n\r\n";
    ASSERT_GT(::send(silent.back().get(), noise.data(), noise.size(), 0), 0);
    std::vector<std::string> notices;
    std::mutex mutex;
    const ChannelOptions options{
        .connect_seconds = 8, .handshake_seconds = 10, .notice = [&](const std::string& line) {
            const std::lock_guard lock(mutex);
            notices.push_back(line);
        }};
    connect(options);
    at_clinic->send(kNumbers, Bytes{1});
    EXPECT_EQ(at_bank->receive(kNumbers, 1), (Bytes{1}));
    const auto said = [&](const std::string& part) {
        return std::count_if(notices.begin(), notices.end(), [&](const std::string& line) {
            return contains(line, part);
        });
    };
    EXPECT_EQ(said("waiting for clinic to connect to port"), 1);
    EXPECT_EQ(said("connecting to bank at 127.0.0.1:"), 1);
    EXPECT_EQ(said("clinic is connected"), 1);
    EXPECT_EQ(said("not an expected party"), 1);
}

/// A client of TLS with this version at most and without a certificate.
void try_without_certificate(std::uint16_t port, int version) {
    const Socket socket = plain_connection(port);
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
        SSL_CTX_new(TLS_client_method()), &SSL_CTX_free);
    SSL_CTX_set_max_proto_version(context.get(), version);
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_NONE, nullptr);
    const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context.get()), &SSL_free);
    SSL_set_fd(tls.get(), socket.get());
    std::array<char, 100> hello{};
    const bool connected = SSL_connect(tls.get()) == 1;
    EXPECT_FALSE(connected && SSL_read(tls.get(), hello.data(), hello.size()) > 0);
}

TEST_F(TlsChannel, LetsNobodyInWithoutACertificate) {
    for (const int version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
        Beside dialer([&] { try_without_certificate(listener.port(), version); });
        const Failure failure = listen_in_vain(0.5, {peer_of(clinic)});
        EXPECT_TRUE(contains(failure.text, "1 connection refused, first one that is no channel"))
            << failure.text;
    }
}

TEST(SocketBio, RaisesNoSignalIfTheOtherSideIsGone) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    const Socket ours(ends[0]);
    { const Socket theirs(ends[1]); }
    const std::unique_ptr<BIO, decltype(&BIO_free)> bio(make_socket_bio(ours.get()), &BIO_free);
    EXPECT_EQ(BIO_write(bio.get(), "a", 1), -1);
    EXPECT_EQ(BIO_should_retry(bio.get()), 0);
}

TEST_F(TlsChannel, TakesASilentStrangerForLate) {
    const Socket silent = plain_connection(listener.port());
    const Failure failure = failure_of([&] {
        (void)listen(
            listener, bank, {peer_of(clinic)}, {.connect_seconds = 0.5, .handshake_seconds = 0.05});
    });
    EXPECT_TRUE(contains(failure.text, "first one that kept silent")) << failure.text;
}

TEST_F(TlsChannel, SaysWhoWasNotReached) {
    const TlsListener silent(loopback());  // nobody takes what connects there
    const auto failure = failure_of([&] {
        (void)dial(loopback(silent.port()),
                   clinic,
                   peer_of(bank),
                   {.connect_seconds = 0.5, .handshake_seconds = 0.1});
    });
    EXPECT_EQ(failure.code, ErrorCode::timed_out);
    EXPECT_EQ(failure.text,
              "bank was not reached at 127.0.0.1:" + std::to_string(silent.port()) +
                  ": no answer; waited for 0.5 s");
}

TEST_F(TlsChannel, TellsAnEndInOrderFromABrokenOne) {
    connect();
    at_clinic->send(kNumbers, Bytes{1});
    at_clinic->close();
    EXPECT_EQ(at_bank->receive(kNumbers, 1), (Bytes{1}));
    EXPECT_EQ(failure_of([&] { (void)at_bank->receive(kNumbers, 1); }).text,
              "clinic ended the run before it was complete");
    connect();
    at_clinic.reset();
    EXPECT_EQ(failure_of([&] { (void)at_bank->receive(kNumbers, 1); }).text,
              "the connection to clinic broke off");
}

TEST_F(TlsChannel, TakesACutConnectionForABrokenOne) {
    Proxy proxy(listener.port());
    connect_over(proxy.port());
    at_clinic->send(kNumbers, Bytes{1});
    EXPECT_EQ(at_bank->receive(kNumbers, 1), (Bytes{1}));
    proxy.cut();
    EXPECT_EQ(failure_of([&] { (void)at_bank->receive(kNumbers, 1); }).text,
              "the connection to clinic broke off");
    EXPECT_EQ(failure_of([&] { (void)at_clinic->receive(kNumbers, 1); }).text,
              "the connection to bank broke off");
}

TEST_F(TlsChannel, SurvivesSendingToWhoIsGone) {
    connect();
    at_clinic.reset();
    const auto failure = failure_of([&] {
        for (int i = 0; i < 100; ++i) {
            at_bank->send(kNumbers, Bytes(1'000'000));
        }
    });
    EXPECT_EQ(failure.text, "the connection to clinic broke off");
}

TEST_F(TlsChannel, SaysWhyTheOtherSideStopped) {
    connect();
    Beside sender([&] { at_bank->send(kNumbers, Bytes(100'000'000)); });
    EXPECT_TRUE(failure_of([&] { (void)at_clinic->receive(kNumbers, 1000); }).code.has_value());
    at_clinic->abort(AbortReason::not_as_agreed);
    EXPECT_EQ(sender.failure().text,
              "clinic stopped: its table or a message that it got was not as agreed");
    connect();
    Beside receiver([&] { (void)at_bank->receive(kNumbers, 9); });
    at_clinic->abort(AbortReason::table_unreadable);
    EXPECT_EQ(receiver.failure().text, "clinic stopped: its table could not be read");
}

TEST_F(TlsChannel, NoticesWhatWasAlteredOnItsWay) {
    Proxy proxy(listener.port());
    connect_over(proxy.port());
    at_clinic->send(kNumbers, Bytes{1});
    ASSERT_EQ(at_bank->receive(kNumbers, 1), (Bytes{1}));
    proxy.alter_next();
    at_clinic->send(kNumbers, Bytes{2});
    EXPECT_EQ(failure_of([&] { (void)at_bank->receive(kNumbers, 1); }).text,
              "what came from clinic was altered on its way; the connection is closed");
    const Failure of_clinic = failure_of([&] { (void)at_clinic->receive(kNumbers, 1); });
    EXPECT_EQ(of_clinic.code, ErrorCode::bad_input);
}

TEST_F(TlsChannel, SaysWhoSentNothing) {
    connect({.idle_seconds = 0.05});
    const auto failure = failure_of([&] { (void)at_bank->receive(kNumbers, 1); });
    EXPECT_EQ(failure.code, ErrorCode::timed_out);
    EXPECT_EQ(failure.text, "clinic sent nothing for 0.05 s");
    const auto filled = failure_of([&] { at_clinic->send(kNumbers, Bytes(100'000'000)); });
    EXPECT_EQ(filled.text, "bank took nothing for 0.05 s");
}

TEST_F(TlsChannel, EndsSoonAfterTheRunIsCancelled) {
    std::atomic<bool> cancel{false};
    RunContext context;
    context.cancel = &cancel;
    const auto ends_soon = [&](const std::function<void()>& call) {
        cancel = false;
        Beside waiting(call);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const auto begin = Clock::now();
        cancel = true;
        EXPECT_EQ(waiting.failure().code, ErrorCode::cancelled);
        EXPECT_LT(Clock::now() - begin, std::chrono::seconds(1));
    };
    connect({}, context);
    ends_soon([&] { (void)at_bank->receive(kNumbers, 1); });
    ends_soon([&] { at_clinic->send(kNumbers, Bytes(100'000'000)); });
    ends_soon([&] { (void)listen(listener, bank, {peer_of(clinic)}, {}, context); });
    const TlsListener silent(loopback());
    ends_soon([&] { (void)dial(loopback(silent.port()), clinic, peer_of(bank), {}, context); });
}

TEST_F(TlsChannel, NeedsAnAddressThatCanBeReached) {
    EXPECT_EQ(failure_of([&] { (void)dial(Address::parse(":4711"), clinic, peer_of(bank)); }).code,
              ErrorCode::usage);
    EXPECT_EQ(failure_of([&] { (void)dial(loopback(0), clinic, peer_of(bank)); }).code,
              ErrorCode::usage);
    const auto taken = failure_of([&] { const TlsListener second(loopback(listener.port())); });
    EXPECT_EQ(taken.code, ErrorCode::usage);
    EXPECT_TRUE(contains(taken.text, "cannot listen at 127.0.0.1:")) << taken.text;
}

}  // namespace
}  // namespace kanon::parties

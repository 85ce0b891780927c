// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/handshake.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/channel/wire.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::string_view kHelloText = "kanon channel";
constexpr std::uint32_t kHelloVersion = 1;
constexpr std::size_t kMostHelloBytes = 64;

Bytes hello_frame() {
    MessageWriter hello;
    hello.text(kHelloText);
    hello.u32(kHelloVersion);
    Bytes out;
    append_frame(out, kHelloMessage, 0, hello.take(), false);
    return out;
}

bool is_hello(const Bytes& payload) {
    MessageReader hello(payload, "a party");
    const bool same = hello.text(kMostHelloBytes) == kHelloText && hello.u32() == kHelloVersion;
    hello.finish();
    return same;
}

std::vector<Fingerprint> fingerprints_of(const std::vector<Peer>& peers) {
    std::vector<Fingerprint> out;
    out.reserve(peers.size());
    for (const Peer& peer : peers) {
        out.push_back(peer.fingerprint);
    }
    return out;
}

/// Whether a connection that began has been made, or failed.
bool is_connected(int descriptor) {
    pollfd waiting{.fd = descriptor, .events = POLLOUT, .revents = 0};
    return ::poll(&waiting, 1, 0) == 1;
}

}  // namespace

Handshake::Handshake(const std::shared_ptr<ssl_ctx_st>& context,
                     Socket socket,
                     TlsStream::Side side,
                     std::vector<Peer> expected,
                     double seconds)
    : expected_(std::move(expected)),
      stream_(std::make_unique<TlsStream>(
          context, std::move(socket), side, fingerprints_of(expected_))),
      patience_(seconds),
      stage_(side == TlsStream::Side::dialer ? Stage::connecting : Stage::securing),
      hello_(hello_frame()),
      assembler_("a party") {
    assembler_.expect(kHelloMessage, kMostHelloBytes);
}

Handshake::State Handshake::step() {
    const State state = go_on();
    return state == State::running && patience_.over() ? State::late : state;
}

Handshake::State Handshake::go_on() {
    if (stage_ == Stage::connecting) {
        const State state = connect();
        if (state != State::running || stage_ == Stage::connecting) {
            return state;
        }
    }
    if (stage_ == Stage::securing) {
        const State state = secure();
        if (state != State::running || stage_ == Stage::securing) {
            return state;
        }
    }
    try {
        return greet();
    } catch (const Error&) {
        return State::foreign;
    }
}

Handshake::State Handshake::lose(std::string fault) {
    fault_ = std::move(fault);
    return State::lost;
}

Handshake::State Handshake::connect() {
    if (!is_connected(descriptor())) {
        return State::running;
    }
    if (const int fault = connect_fault(descriptor()); fault != 0) {
        return lose(std::generic_category().message(fault));
    }
    stage_ = Stage::securing;
    return State::running;
}

Handshake::State Handshake::secure() {
    switch (stream_->shake()) {
        case TlsStream::Handshake::running:
            return State::running;
        case TlsStream::Handshake::done:
            stage_ = Stage::greeting;
            return State::running;
        case TlsStream::Handshake::unexpected:
            return State::unexpected;
        case TlsStream::Handshake::refused:
            return State::refused;
        case TlsStream::Handshake::lost:
            return lose("the connection was closed");
        case TlsStream::Handshake::foreign:
            return State::foreign;
    }
    return State::foreign;
}

Handshake::State Handshake::greet() {
    while (!hello_.empty() || !assembler_.complete()) {
        StreamStep wrote;
        if (!hello_.empty()) {
            wrote = stream_->write_some(hello_);
            hello_.erase(hello_.begin(), hello_.begin() + static_cast<std::ptrdiff_t>(wrote.bytes));
        }
        StreamStep got;
        if (!assembler_.complete()) {
            std::array<std::uint8_t, kMostHelloBytes> piece{};
            got = stream_->read_some(std::span(piece).first(assembler_.wanted()));
            assembler_.feed(ByteView(piece).first(got.bytes));
        }
        if (got.state == StreamState::refused || wrote.state == StreamState::refused) {
            return State::refused;
        }
        if (got.state != StreamState::open) {
            return lose("the connection was closed");
        }
        if (got.bytes + wrote.bytes == 0) {
            return State::running;
        }
    }
    return is_hello(assembler_.take()) ? State::done : State::foreign;
}

short Handshake::events() const {
    switch (stage_) {
        case Stage::connecting:
            return POLLOUT;
        case Stage::securing:
            return stream_->events(true, false);
        case Stage::greeting:
            break;
    }
    return stream_->events(true, !hello_.empty());
}

const Peer& Handshake::peer() const {
    const auto found = std::find_if(expected_.begin(), expected_.end(), [&](const Peer& peer) {
        return peer.fingerprint == stream_->came();
    });
    KANON_CHECK(found != expected_.end());
    return *found;
}

}  // namespace kanon::parties

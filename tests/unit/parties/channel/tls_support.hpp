// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/address.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/tls_channel.hpp"

#include "channel_support.hpp"
#include "support/temporary_folder.hpp"
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace kanon::parties::test {

/// An identity made for a test.
inline Identity new_identity(const kanon::test::TemporaryFolder& folder, const std::string& name) {
    make_identity(folder.at(""), name);
    return load_identity(folder.at(""), name);
}

inline Peer peer_of(const Identity& identity) {
    return {.name = identity.name(), .fingerprint = identity.fingerprint()};
}

inline Address loopback(std::uint16_t port = 0) {
    return {.host = "127.0.0.1", .port = port};
}

/// A plain connection to a port of this machine.
inline Socket plain_connection(std::uint16_t port) {
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&where), sizeof(where)), 0);
    return socket;
}

/// Stands between two parties, passes on what they send, and alters one byte when asked to.
class Proxy {
public:
    explicit Proxy(std::uint16_t target) : listener_(loopback()), target_(target) {
        thread_ = std::thread([this] { pass_on(); });
    }

    ~Proxy() {
        ending_ = true;
        thread_.join();
    }

    Proxy(const Proxy&) = delete;
    Proxy& operator=(const Proxy&) = delete;

    [[nodiscard]] std::uint16_t port() const { return listener_.port(); }

    /// The last byte of what the dialer sends next becomes another.
    void alter_next() { alter_ = true; }

    /// Close both connections.
    void cut() { ending_ = true; }

private:
    void pass_on() {
        std::optional<Socket> dialer;
        while (!dialer && !ending_) {
            pollfd waiting{.fd = listener_.socket().get(), .events = POLLIN, .revents = 0};
            ::poll(&waiting, 1, 10);
            dialer = accept_one(listener_.socket());
        }
        if (!dialer) {
            return;
        }
        const Socket target = plain_connection(target_);
        while (!ending_) {
            std::array<pollfd, 2> waiting{pollfd{dialer->get(), POLLIN, 0},
                                          pollfd{target.get(), POLLIN, 0}};
            ::poll(waiting.data(), waiting.size(), 10);
            if ((waiting[0].revents != 0 && !pass(dialer->get(), target.get(), true)) ||
                (waiting[1].revents != 0 && !pass(target.get(), dialer->get(), false))) {
                return;
            }
        }
    }

    bool pass(int from, int to, bool of_dialer) {
        std::array<char, 4096> bytes{};
        const ssize_t got = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got <= 0) {
            return false;
        }
        if (of_dialer && alter_.exchange(false)) {
            bytes[static_cast<std::size_t>(got) - 1] ^= 1;
        }
        ssize_t sent = 0;
        while (sent < got) {
            const ssize_t now =
                ::send(to, bytes.data() + sent, static_cast<std::size_t>(got - sent), MSG_NOSIGNAL);
            if (now < 0 && errno != EAGAIN) {
                return false;
            }
            sent += std::max<ssize_t>(now, 0);
        }
        return true;
    }

    TlsListener listener_;
    std::uint16_t target_;
    std::atomic<bool> alter_{false};
    std::atomic<bool> ending_{false};
    std::thread thread_;
};

}  // namespace kanon::parties::test

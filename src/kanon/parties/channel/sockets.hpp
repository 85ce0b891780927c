// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/address.hpp"

#include <sys/socket.h>

#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace kanon::parties {

/// An open socket, closed at the end of its life; -1 is none.
class Socket {
public:
    explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}

    ~Socket();
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    Socket(Socket&& other) noexcept;
    Socket& operator=(Socket&& other) noexcept;

    [[nodiscard]] int get() const { return descriptor_; }

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_;
};

/// An address as the system takes it.
struct SocketAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;
};

/// Looks the name of a host up in a thread of its own, which the system may hold up for long; a
/// numeric address takes none. Forgotten before it is done, the thread ends by itself.
class LookUp {
public:
    explicit LookUp(const Address& address);

    [[nodiscard]] bool ready() const;

    /// Waits until it is ready(). Once. Empty: not known, and why in `fault`.
    [[nodiscard]] std::vector<SocketAddress> get(std::string& fault);

private:
    struct Found {
        std::vector<SocketAddress> addresses;
        std::string fault;
    };

    static Found find(const Address& address, int flags);

    std::future<Found> found_;
};

/// A socket that listens, without waiting on accept. Port 0: one that is free.
/// \throws Error{usage}: the address is not one of this machine, is in use, or may not be used
[[nodiscard]] Socket listen_at(const Address& address);

/// The port that a socket listens at.
[[nodiscard]] std::uint16_t port_of(const Socket& socket);

/// Who connected to a socket that listens, without waiting; none if nobody did, or is gone again.
[[nodiscard]] std::optional<Socket> accept_one(const Socket& listener);

/// Begin to connect, without waiting; none, and errno, if that fails at once. Once the socket can
/// be written to, connect_fault() says how it went.
[[nodiscard]] std::optional<Socket> begin_connecting(const SocketAddress& address);

/// 0, or the errno with which connecting failed.
[[nodiscard]] int connect_fault(int descriptor);

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/sockets.hpp"

#include "kanon/base/error.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace kanon::parties {
namespace {

constexpr int kBacklog = 64;

void set_option(int descriptor, int level, int name, int value) {
    ::setsockopt(descriptor, level, name, &value, sizeof(value));
}

/// Small messages go at once; a machine that vanished is noticed in the end.
void set_up_connection(int descriptor) {
    set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
}

int listening_descriptor(const SocketAddress& address) {
    const int family = address.bytes.ss_family;
    const int descriptor = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
        return -1;
    }
    set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1);
    if (family == AF_INET6) {
        set_option(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    }
    const auto* where = reinterpret_cast<const sockaddr*>(&address.bytes);
    if (::bind(descriptor, where, address.size) != 0 || ::listen(descriptor, kBacklog) != 0) {
        const int fault = errno;
        ::close(descriptor);
        errno = fault;
        return -1;
    }
    return descriptor;
}

/// All addresses of this machine: those of IPv6 take IPv4 too, where there is IPv6.
std::vector<SocketAddress> all_addresses(std::uint16_t port) {
    std::vector<SocketAddress> out(2);
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    std::memcpy(&out[0].bytes, &six, sizeof(six));
    out[0].size = sizeof(six);
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    std::memcpy(&out[1].bytes, &four, sizeof(four));
    out[1].size = sizeof(four);
    return out;
}

}  // namespace

Socket::~Socket() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

LookUp::Found LookUp::find(const Address& address, int flags) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int fault =
        ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
    if (fault != 0) {
        return {.addresses = {}, .fault = ::gai_strerror(fault)};
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
    Found out;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        SocketAddress& address_of_it = out.addresses.emplace_back();
        std::memcpy(&address_of_it.bytes, one->ai_addr, one->ai_addrlen);
        address_of_it.size = one->ai_addrlen;
    }
    return out;
}

LookUp::LookUp(const Address& address) {
    std::promise<Found> promise;
    found_ = promise.get_future();
    Found numeric = find(address, AI_NUMERICHOST);
    if (!numeric.addresses.empty()) {
        promise.set_value(std::move(numeric));
        return;
    }
    std::thread([address, answer = std::move(promise)]() mutable {
        try {
            answer.set_value(find(address, AI_ADDRCONFIG));
        } catch (...) {
            answer.set_exception(std::current_exception());
        }
    }).detach();
}

bool LookUp::ready() const {
    return found_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::vector<SocketAddress> LookUp::get(std::string& fault) {
    Found found = found_.get();
    fault = std::move(found.fault);
    return std::move(found.addresses);
}

Socket listen_at(const Address& address) {
    std::string fault;
    const auto addresses =
        address.host.empty() ? all_addresses(address.port) : LookUp(address).get(fault);
    for (const SocketAddress& one : addresses) {
        Socket socket(listening_descriptor(one));
        if (socket.is_open()) {
            return socket;
        }
        fault = std::generic_category().message(errno);
    }
    throw Error(ErrorCode::usage, "cannot listen at " + address.text() + ": " + fault);
}

std::uint16_t port_of(const Socket& socket) {
    sockaddr_storage bytes{};
    socklen_t size = sizeof(bytes);
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bytes), &size) != 0) {
        throw std::system_error(errno, std::generic_category());
    }
    if (bytes.ss_family == AF_INET6) {
        sockaddr_in6 six{};
        std::memcpy(&six, &bytes, sizeof(six));
        return ntohs(six.sin6_port);
    }
    sockaddr_in four{};
    std::memcpy(&four, &bytes, sizeof(four));
    return ntohs(four.sin_port);
}

std::optional<Socket> accept_one(const Socket& listener) {
    Socket socket(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.is_open()) {
        return std::nullopt;
    }
    set_up_connection(socket.get());
    return socket;
}

std::optional<Socket> begin_connecting(const SocketAddress& address) {
    Socket socket(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket.is_open()) {
        return std::nullopt;
    }
    set_up_connection(socket.get());
    const auto* where = reinterpret_cast<const sockaddr*>(&address.bytes);
    if (::connect(socket.get(), where, address.size) != 0 && errno != EINPROGRESS) {
        const int fault = errno;
        socket = Socket();
        errno = fault;
        return std::nullopt;
    }
    return socket;
}

int connect_fault(int descriptor) {
    int fault = 0;
    socklen_t size = sizeof(fault);
    return ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 ? fault : errno;
}

}  // namespace kanon::parties

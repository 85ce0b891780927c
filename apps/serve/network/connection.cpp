// SPDX-License-Identifier: Apache-2.0
#include "network/connection.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <utility>

namespace kanon::serve {
namespace {

constexpr std::chrono::seconds kPatienceOfWriting{30};

int small(std::size_t size) {
    return static_cast<int>(std::min(size, static_cast<std::size_t>(INT_MAX)));
}

/// `find`: getpeername(2) or getsockname(2).
template <typename Find>
void name_end(int socket, const Find& find, std::string& ip, int& port) {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (find(socket, raw, &size) == 0 && getnameinfo(raw,
                                                     size,
                                                     host.data(),
                                                     host.size(),
                                                     service.data(),
                                                     service.size(),
                                                     NI_NUMERICHOST | NI_NUMERICSERV) == 0) {
        const std::string_view digits(service.data());
        ip = host.data();
        std::from_chars(digits.data(), digits.data() + digits.size(), port);
    }
}

}  // namespace

Connection::Connection(int socket, ssl_ctx_st* tls, std::chrono::seconds patience)
    : socket_(socket),
      patience_(patience),
      tls_(tls == nullptr ? nullptr : SSL_new(tls), &SSL_free),
      is_broken_(tls != nullptr && (!tls_ || SSL_set_fd(tls_.get(), socket_) != 1)) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): fcntl(2) is so
    fcntl(socket_, F_SETFL, O_NONBLOCK);
}

Connection::~Connection() {
    if (tls_ && !is_broken_) {
        ERR_clear_error();
        SSL_shutdown(tls_.get());
    }
    ERR_clear_error();
    ::shutdown(socket_, SHUT_RDWR);
    ::close(socket_);
}

bool Connection::wait(Way way, Time until) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd waiting{.fd = socket_,
                   .events = static_cast<short>(way == Way::in ? POLLIN : POLLOUT),
                   .revents = 0};
    return poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) > 0;
}

template <typename Step>
ssize_t Connection::step(Way way, Time until, const Step& once) {
    while (!is_broken_) {
        ERR_clear_error();
        errno = 0;
        const ssize_t done = once();
        if (done > 0) {
            return done;
        }
        const int fault = tls_ ? SSL_get_error(tls_.get(), static_cast<int>(done)) : SSL_ERROR_NONE;
        const bool is_early = tls_ ? fault == SSL_ERROR_WANT_READ || fault == SSL_ERROR_WANT_WRITE
                                   : done < 0 && (errno == EAGAIN || errno == EINTR);
        if (!is_early) {
            is_broken_ = true;
            return done == 0 ? 0 : -1;
        }
        const Way needed = !tls_ ? way : fault == SSL_ERROR_WANT_READ ? Way::in : Way::out;
        if (!wait(needed, until)) {
            return -1;
        }
    }
    return -1;
}

bool Connection::shake() {
    return !tls_ ||
           step(Way::in, Clock::now() + patience_, [&] { return SSL_accept(tls_.get()); }) > 0;
}

bool Connection::has_bytes() const {
    return from_ < to_ || (tls_ && SSL_pending(tls_.get()) > 0);
}

bool Connection::next_request(std::chrono::seconds most, const std::function<bool()>& is_over) {
    constexpr std::chrono::milliseconds kGlance{100};
    const Time until = Clock::now() + most;
    while (!has_bytes() && !wait(Way::in, Clock::now() + kGlance)) {
        if (is_over() || Clock::now() >= until) {
            return false;
        }
    }
    in_head_ = true;
    at_line_start_ = false;
    left_of_head_ = kMostHead;
    head_ends_ = Clock::now() + patience_;
    return !is_broken_;
}

bool Connection::is_readable() const {
    return has_bytes() || wait(Way::in, Clock::now() + patience_);
}

bool Connection::is_writable() const {
    if (is_broken_ || !wait(Way::out, Clock::now() + kPatienceOfWriting)) {
        return false;
    }
    char next = 0;  // who is gone has sent an end, and nothing else
    return !wait(Way::in, Clock::now()) || recv(socket_, &next, 1, MSG_PEEK) > 0;
}

ssize_t Connection::receive(std::span<char> into) {
    const Time now = Clock::now();
    const Time until = in_head_ ? std::min(head_ends_, now + patience_) : now + patience_;
    if (until <= now) {
        return -1;
    }
    return step(Way::in, until, [&]() -> ssize_t {
        return tls_ ? SSL_read(tls_.get(), into.data(), small(into.size()))
                    : recv(socket_, into.data(), into.size(), 0);
    });
}

void Connection::look_for_end_of_head(std::span<const char> bytes) {
    for (const char c : bytes) {
        left_of_head_ -= std::min<std::size_t>(left_of_head_, 1);
        if (c == '\n' && at_line_start_) {
            in_head_ = false;
            return;
        }
        at_line_start_ = c == '\n' || (c == '\r' && at_line_start_);
    }
}

ssize_t Connection::read(char* into, std::size_t size) {
    if (in_head_ && left_of_head_ == 0) {
        return -1;
    }
    if (from_ == to_) {
        const ssize_t got = receive(kept_);
        if (got <= 0) {
            return got;
        }
        from_ = 0;
        to_ = static_cast<std::size_t>(got);
    }
    const std::size_t given = std::min(size, to_ - from_);
    std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(from_), given, into);
    from_ += given;
    if (in_head_) {
        look_for_end_of_head({into, given});
    }
    return static_cast<ssize_t>(given);
}

ssize_t Connection::write(const char* bytes, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    return step(Way::out, Clock::now() + kPatienceOfWriting, [&]() -> ssize_t {
        return tls_ ? SSL_write(tls_.get(), bytes, small(size))
                    : send(socket_, bytes, size, MSG_NOSIGNAL);
    });
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
    name_end(socket_, &getpeername, ip, port);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
    name_end(socket_, &getsockname, ip, port);
}

LimitedServer::LimitedServer(std::shared_ptr<ssl_ctx_st> tls, std::chrono::seconds patience)
    : tls_(std::move(tls)), patience_(patience) {}

bool LimitedServer::process_and_close_socket(socket_t socket) {
    Connection connection(socket, tls_.get(), patience_);
    const auto is_over = [this] { return svr_sock_ == INVALID_SOCKET; };
    const std::chrono::seconds between(keep_alive_timeout_sec_);
    bool goes_on = connection.shake();
    for (std::size_t left = keep_alive_max_count_;
         goes_on && left > 0 && connection.next_request(between, is_over);
         --left) {
        bool is_closed = false;
        goes_on = process_request(connection, left == 1, is_closed, nullptr) && !is_closed;
    }
    return goes_on;
}

}  // namespace kanon::serve

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace kanon::serve {

/// One visitor's connection: bytes in and out, by TLS where others come in over the network. The
/// library that reads requests puts no end to how long their heads may be, and to how slowly they
/// may come; here both have one, as visitors may be anybody until their heads are read.
class Connection final : public httplib::Stream {
public:
    /// `tls`: null without TLS. `patience`: for a handshake, for a head as a whole, and for what is
    /// silent in a body. The socket is closed in the end.
    Connection(int socket, ssl_ctx_st* tls, std::chrono::seconds patience);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    Connection(Connection&&) = delete;
    Connection& operator=(Connection&&) = delete;

    /// The handshake of TLS; true without it.
    [[nodiscard]] bool shake();

    /// Wait for the next request; false: none came in that time, or `is_over` says so.
    [[nodiscard]] bool next_request(std::chrono::seconds most,
                                    const std::function<bool()>& is_over);

    [[nodiscard]] bool is_readable() const override;
    [[nodiscard]] bool is_writable() const override;
    ssize_t read(char* into, std::size_t size) override;
    ssize_t write(const char* bytes, std::size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;

    [[nodiscard]] socket_t socket() const override { return socket_; }

    /// The most bytes of a head: its first line and its headers.
    static constexpr std::size_t kMostHead = std::size_t{128} << 10U;

private:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    enum class Way { in, out };

    [[nodiscard]] bool has_bytes() const;
    [[nodiscard]] bool wait(Way way, Time until) const;
    /// Do something until it is done, or needs to wait too long.
    template <typename Step>
    ssize_t step(Way way, Time until, const Step& once);
    ssize_t receive(std::span<char> into);
    void look_for_end_of_head(std::span<const char> bytes);

    int socket_;
    std::chrono::seconds patience_;
    std::unique_ptr<SSL, void (*)(SSL*)> tls_;
    bool is_broken_ = false;
    std::array<char, 4096> kept_{};  ///< read, and not asked for yet
    std::size_t from_ = 0;
    std::size_t to_ = 0;
    bool in_head_ = true;
    bool at_line_start_ = false;
    std::size_t left_of_head_ = kMostHead;
    Time head_ends_{};
};

/// A server of such connections.
class LimitedServer final : public httplib::Server {
public:
    LimitedServer(std::shared_ptr<ssl_ctx_st> tls, std::chrono::seconds patience);

private:
    bool process_and_close_socket(socket_t socket) override;

    std::shared_ptr<ssl_ctx_st> tls_;
    std::chrono::seconds patience_;
};

}  // namespace kanon::serve

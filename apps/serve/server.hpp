// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace kanon::serve {

class Session;

/// Answers the page on 127.0.0.1: routes, limits, headers. What a request does wrong is its answer,
/// and never ends the program.
class Server {
public:
    /// `port`: 0 for one that is free. \throws Error{usage} if it cannot be had
    Server(Session& session, std::uint16_t port);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    Server(Server&&) = delete;
    Server& operator=(Server&&) = delete;

    /// With the token, for the first visit.
    [[nodiscard]] std::string address() const;

    /// Answer until stop() is called.
    void run();

    /// Safe to call from another thread.
    void stop();

private:
    class Parts;

    std::unique_ptr<Parts> parts_;
};

}  // namespace kanon::serve

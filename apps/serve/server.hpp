// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/entrance.hpp"

#include <memory>
#include <string>

namespace kanon::serve {

class Session;

/// Answers the page: routes, limits, headers. What a request does wrong is its answer,
/// and never ends the program.
class Server {
public:
    /// \throws Error{usage} if the address or the port cannot be had
    Server(Session& session, Entrance entrance);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    Server(Server&&) = delete;
    Server& operator=(Server&&) = delete;

    /// For the first visit; with the token, unless others are let in by a password.
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

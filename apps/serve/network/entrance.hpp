// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/attempts.hpp"
#include "network/password.hpp"
#include "network/server_certificate.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::serve {

/// The flags of the verb that say where the page is answered.
struct EntranceFlags {
    std::uint64_t port = 0;
    std::string listen{};  ///< ADDRESS[:PORT]; "": this machine alone
    std::vector<std::string> names{};
    std::string password_file{};
    std::string certificate{};
    std::string private_key{};
};

/// How others are let in over the network: TLS, and a password.
struct NetworkDoor {
    NetworkDoor(ServerCertificate shown, const Password& asked)
        : certificate(std::move(shown)), password(asked) {}

    ServerCertificate certificate;
    Password password;
    Attempts attempts;
};

/// Where the page is answered, and to whom.
struct Entrance {
    std::string host = "127.0.0.1";                            ///< to listen at; "": everywhere
    std::uint16_t port = 0;                                    ///< 0: one that is free
    std::vector<std::string> names{"127.0.0.1", "localhost"};  ///< as browsers call this server
    std::shared_ptr<NetworkDoor> door{};                       ///< null: this machine alone
};

/// \throws Error{usage} of one line: flags that do not go together; Error{bad_input} of a file
[[nodiscard]] Entrance entrance_of(const EntranceFlags& flags);

/// What it means that others are let in, in words for the terminal. `folder`: absolute.
[[nodiscard]] std::string words_of_listening(const Entrance& entrance, const std::string& folder);

}  // namespace kanon::serve

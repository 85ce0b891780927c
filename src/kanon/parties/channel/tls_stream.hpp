// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/byte_stream.hpp"
#include "kanon/parties/channel/fingerprint.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/sockets.hpp"

#include <memory>
#include <optional>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): OpenSSL's names
struct ssl_ctx_st;
struct ssl_st;

// NOLINTEND(readability-identifier-naming)

namespace kanon::parties {

/// What all connections of one identity share: TLS 1.3 only, with keys of Ed25519 on both sides
/// and neither tickets, resumption nor early data. No authority is asked and no name of a host
/// compared; dates of certificates do not matter either: who is who says the fingerprint.
[[nodiscard]] std::shared_ptr<ssl_ctx_st> tls_context(const Identity& identity);

/// TLS over a connected socket that does not wait. The other side must show a certificate with one
/// of the fingerprints that are expected, and prove that it has the key.
class TlsStream final : public ByteStream {
public:
    enum class Side { dialer, listener };

    TlsStream(const std::shared_ptr<ssl_ctx_st>& context,
              Socket socket,
              Side side,
              std::vector<Fingerprint> expected);
    ~TlsStream() override;
    TlsStream(const TlsStream&) = delete;
    TlsStream& operator=(const TlsStream&) = delete;

    enum class Handshake {
        running,
        done,
        unexpected,  ///< another certificate came: came()
        refused,     ///< the other side does not take ours
        lost,        ///< the connection is gone
        foreign      ///< what came is no TLS 1.3 of ours
    };

    /// Go on with the handshake as far as it goes without waiting.
    [[nodiscard]] Handshake shake();

    /// The fingerprint of the certificate that the other side showed.
    [[nodiscard]] const std::optional<Fingerprint>& came() const { return pins_.came; }

    /// What to poll the socket for.
    [[nodiscard]] int descriptor() const { return socket_.get(); }

    [[nodiscard]] short events(bool reading, bool writing) const;

    StreamStep write_some(ByteView bytes) override;
    StreamStep read_some(std::span<std::uint8_t> into) override;
    void wait(bool reading, bool writing, std::chrono::milliseconds most) override;
    void finish(std::chrono::milliseconds linger) override;

    /// The fingerprints one of which must come, and what came.
    struct Pins {
        std::vector<Fingerprint> expected;
        std::optional<Fingerprint> came;
    };

private:
    StreamStep step_of(int result, bool reading);

    Socket socket_;
    Pins pins_;
    std::unique_ptr<ssl_st, void (*)(ssl_st*)> tls_;
    bool read_needs_room_ = false;    ///< reading goes on once the socket can be written to
    bool write_needs_input_ = false;  ///< writing goes on once it can be read
    StreamState state_ = StreamState::open;
};

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/patience.hpp"
#include "kanon/parties/channel/tls_stream.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::parties {

/// Another party, as this side knows it.
struct Peer {
    std::string name;
    Fingerprint fingerprint;
};

/// One connection until both sides know each other: connected, TLS, and a hello each way. Without
/// the hello a dialer would not learn whether its certificate was taken: in TLS 1.3 it is done
/// before the listener looked at it.
class Handshake {
public:
    enum class State {
        running,
        done,
        unexpected,  ///< another certificate: came()
        refused,     ///< ours is not taken
        foreign,     ///< no channel of kanon's, or one of another version
        lost,        ///< the connection failed or ended: fault()
        late         ///< took longer than `seconds`
    };

    /// \pre `expected` is not empty; a dialer expects one
    Handshake(const std::shared_ptr<ssl_ctx_st>& context,
              Socket socket,
              TlsStream::Side side,
              std::vector<Peer> expected,
              double seconds);

    /// Go on as far as that goes without waiting.
    State step();

    /// What to poll descriptor() for while it runs.
    [[nodiscard]] short events() const;

    [[nodiscard]] int descriptor() const { return stream_->descriptor(); }

    [[nodiscard]] const std::optional<Fingerprint>& came() const { return stream_->came(); }

    /// Why the connection is lost.
    [[nodiscard]] const std::string& fault() const { return fault_; }

    /// Who it is. \pre done
    [[nodiscard]] const Peer& peer() const;

    /// \pre done; nothing else is possible afterwards but peer() of a copy
    [[nodiscard]] std::unique_ptr<ByteStream> take_stream() { return std::move(stream_); }

private:
    enum class Stage { connecting, securing, greeting };

    State go_on();
    State connect();
    State secure();
    State greet();
    State lose(std::string fault);

    std::vector<Peer> expected_;
    std::unique_ptr<TlsStream> stream_;
    Patience patience_;
    Stage stage_;
    Bytes hello_;  ///< what is left to send
    MessageAssembler assembler_;
    std::string fault_;
};

/// Frames each way that a handshake uses up.
inline constexpr std::uint64_t kHandshakeFrames = 1;

}  // namespace kanon::parties

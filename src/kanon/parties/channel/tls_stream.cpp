// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/tls_stream.hpp"

#include "kanon/parties/channel/patience.hpp"
#include "kanon/parties/channel/socket_bio.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <climits>
#include <new>
#include <utility>

namespace kanon::parties {
namespace {

constexpr long kMostCertificateBytes = 16384;  // of a stranger too

void require_set(bool done) {
    if (!done) {
        ERR_clear_error();
        throw std::bad_alloc();  // every option is one that OpenSSL 3 has
    }
}

/// In place of OpenSSL's chains of authorities: is this one of the expected keys?
int check_pin(X509_STORE_CTX* store, void* /*data*/) {
    try {
        auto* tls = static_cast<SSL*>(
            X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
        auto& pins = *static_cast<TlsStream::Pins*>(SSL_get_app_data(tls));
        pins.came = fingerprint_of(*X509_STORE_CTX_get0_cert(store));
        if (std::find(pins.expected.begin(), pins.expected.end(), *pins.came) !=
            pins.expected.end()) {
            return 1;
        }
    } catch (const std::bad_alloc&) {  // refused below
    }
    X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED);
    return 0;
}

bool says_certificate_refused(int reason) {
    return reason == SSL_R_SSLV3_ALERT_BAD_CERTIFICATE ||
           reason == SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN ||
           reason == SSL_R_TLSV1_ALERT_UNKNOWN_CA || reason == SSL_R_TLSV1_ALERT_ACCESS_DENIED ||
           reason == SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED ||
           reason == SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED;
}

bool says_altered(int reason) {
    return reason == SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC ||
           reason == SSL_R_SSLV3_ALERT_BAD_RECORD_MAC || reason == SSL_R_BAD_RECORD_TYPE ||
           reason == SSL_R_TLSV1_ALERT_RECORD_OVERFLOW ||
           reason == SSL_R_TLSV1_ALERT_DECODE_ERROR || reason == SSL_R_WRONG_VERSION_NUMBER ||
           reason == SSL_R_PACKET_LENGTH_TOO_LONG || reason == SSL_R_ENCRYPTED_LENGTH_TOO_LONG ||
           reason == SSL_R_SSLV3_ALERT_UNEXPECTED_MESSAGE;
}

StreamState state_of_fault() {
    const int reason = ERR_GET_REASON(ERR_peek_error());
    ERR_clear_error();
    if (says_certificate_refused(reason)) {
        return StreamState::refused;
    }
    return says_altered(reason) ? StreamState::altered : StreamState::broken;
}

int size_for_tls(std::size_t size) {
    return static_cast<int>(std::min(size, static_cast<std::size_t>(INT_MAX)));
}

}  // namespace

std::shared_ptr<ssl_ctx_st> tls_context(const Identity& identity) {
    std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_method()), &SSL_CTX_free);
    require_set(context != nullptr);
    SSL_CTX* of = context.get();
    require_set(SSL_CTX_set_min_proto_version(of, TLS1_3_VERSION) == 1);
    require_set(SSL_CTX_set_max_proto_version(of, TLS1_3_VERSION) == 1);
    require_set(SSL_CTX_set1_sigalgs_list(of, "ed25519") == 1);
    require_set(SSL_CTX_set1_groups_list(of, "X25519") == 1);
    SSL_CTX_set_options(of, SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_clear_options(of, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(of, SSL_SESS_CACHE_OFF);
    require_set(SSL_CTX_set_num_tickets(of, 0) == 1);
    require_set(SSL_CTX_set_max_early_data(of, 0) == 1);
    SSL_CTX_set_max_cert_list(of, kMostCertificateBytes);
    SSL_CTX_set_mode(of, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_verify(of, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    SSL_CTX_set_cert_verify_callback(of, &check_pin, nullptr);
    require_set(SSL_CTX_use_certificate(of, &identity.certificate()) == 1);
    require_set(SSL_CTX_use_PrivateKey(of, &identity.key()) == 1);
    return context;
}

TlsStream::TlsStream(const std::shared_ptr<ssl_ctx_st>& context,
                     Socket socket,
                     Side side,
                     std::vector<Fingerprint> expected)
    : socket_(std::move(socket)),
      pins_{.expected = std::move(expected), .came = std::nullopt},
      tls_(SSL_new(context.get()), &SSL_free) {
    require_set(tls_ != nullptr);
    BIO* bio = make_socket_bio(socket_.get());
    SSL_set_bio(tls_.get(), bio, bio);  // takes the BIO
    require_set(SSL_set_app_data(tls_.get(), &pins_) == 1);
    if (side == Side::dialer) {
        SSL_set_connect_state(tls_.get());
    } else {
        SSL_set_accept_state(tls_.get());
    }
}

TlsStream::~TlsStream() = default;

TlsStream::Handshake TlsStream::shake() {
    ERR_clear_error();
    const int result = SSL_do_handshake(tls_.get());
    if (result == 1) {
        const bool pinned = SSL_get_verify_result(tls_.get()) == X509_V_OK && pins_.came &&
                            std::find(pins_.expected.begin(), pins_.expected.end(), *pins_.came) !=
                                pins_.expected.end();
        return pinned ? Handshake::done : Handshake::foreign;
    }
    const int kind = SSL_get_error(tls_.get(), result);
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) {
        read_needs_room_ = kind == SSL_ERROR_WANT_WRITE;
        return Handshake::running;
    }
    const int reason = ERR_GET_REASON(ERR_peek_error());
    ERR_clear_error();
    if (kind == SSL_ERROR_SYSCALL || reason == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
        return Handshake::lost;
    }
    if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED && pins_.came) {
        return Handshake::unexpected;
    }
    return says_certificate_refused(reason) ? Handshake::refused : Handshake::foreign;
}

short TlsStream::events(bool reading, bool writing) const {
    const bool input = (reading && !read_needs_room_) || (writing && write_needs_input_);
    const bool room = (writing && !write_needs_input_) || (reading && read_needs_room_);
    return static_cast<short>((input ? POLLIN : 0) | (room ? POLLOUT : 0));
}

StreamStep TlsStream::step_of(int result, bool reading) {
    if (result > 0) {
        return {.bytes = static_cast<std::size_t>(result)};
    }
    const int kind = SSL_get_error(tls_.get(), result);
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) {
        (reading ? read_needs_room_ : write_needs_input_) =
            kind == (reading ? SSL_ERROR_WANT_WRITE : SSL_ERROR_WANT_READ);
        return {};
    }
    if (kind == SSL_ERROR_ZERO_RETURN) {
        return {.state = StreamState::ended};
    }
    const StreamState found = kind == SSL_ERROR_SSL ? state_of_fault() : StreamState::broken;
    // After a fault of TLS nothing more can be read; after one of the socket, what had come.
    if (kind == SSL_ERROR_SSL || reading) {
        state_ = found;
    }
    return {.state = found};
}

StreamStep TlsStream::write_some(ByteView bytes) {
    if (state_ != StreamState::open) {
        return {.state = state_};
    }
    ERR_clear_error();
    write_needs_input_ = false;
    return step_of(SSL_write(tls_.get(), bytes.data(), size_for_tls(bytes.size())), false);
}

StreamStep TlsStream::read_some(std::span<std::uint8_t> into) {
    if (state_ != StreamState::open) {
        return {.state = state_};
    }
    ERR_clear_error();
    read_needs_room_ = false;
    return step_of(SSL_read(tls_.get(), into.data(), size_for_tls(into.size())), true);
}

void TlsStream::wait(bool reading, bool writing, std::chrono::milliseconds most) {
    if (reading && SSL_pending(tls_.get()) > 0) {
        return;
    }
    pollfd waiting{.fd = socket_.get(), .events = events(reading, writing), .revents = 0};
    ::poll(&waiting, 1, static_cast<int>(most.count()));
}

void TlsStream::finish(std::chrono::milliseconds linger) {
    if (state_ != StreamState::open) {
        return;
    }
    ERR_clear_error();
    SSL_shutdown(tls_.get());
    ERR_clear_error();
    ::shutdown(socket_.get(), SHUT_WR);
    // A socket closed with bytes unread takes back what it sent last: read until the other side
    // has seen the end.
    const Patience patience(std::chrono::duration<double>(linger).count());
    std::array<std::uint8_t, 4096> unread{};
    while (true) {
        const ssize_t got = ::recv(socket_.get(), unread.data(), unread.size(), 0);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) || patience.over()) {
            return;
        }
        if (got < 0) {
            wait(true, false, patience.left(linger));
        }
    }
}

}  // namespace kanon::parties

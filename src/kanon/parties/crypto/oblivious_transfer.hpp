// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/secret_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::crypto {

/// 128 random bits that hide what is sent. Good for one use.
using Pad = std::array<std::uint64_t, 2>;

/// What the receiver of transfers keeps, and the message for the sender.
struct ChosenPads {
    std::vector<Pad> pads;              ///< per choice: that of the pair which was chosen
    std::vector<std::uint8_t> message;  ///< transfer_bytes() of them; random to the sender
};

/// Bytes of the receiver's message for so many choices.
[[nodiscard]] std::size_t transfer_bytes(std::size_t choices);

/// Oblivious transfer: the sender has two random pads for each choice, the receiver the one that it
/// chose; the sender does not learn which, nor the receiver the other one. So of two messages under
/// the two pads the receiver reads one.
///
/// 128 transfers by public keys (Chou, Orlandi: The simplest protocol for oblivious transfer,
/// LATINCRYPT 2015), the roles exchanged, are extended to as many as are needed by a pseudorandom
/// generator and a hash (Ishai, Kilian, Nissim, Petrank: Extending oblivious transfers efficiently,
/// CRYPTO 2003). ChaCha20 is the generator, BLAKE2b the hash, which is taken to be correlation
/// robust. For parties that follow the protocol: a receiver that does not could learn the sender's
/// secret.
///
/// Both take batches in the same order, of the same sizes. Cost about half a microsecond a
/// transfer, and 16 bytes. Not for several threads.
class TransferReceiver {
public:
    TransferReceiver();

    /// For the sender, once, before anything else.
    [[nodiscard]] const Point& opening() const { return opening_; }

    /// What the sender answers. \pre 128 points \throws Error{bad_input} if two are equal
    void accept(std::span<const Point> answers);

    /// Choose the first (0) or the second (1) of each pair. \pre accept()
    [[nodiscard]] ChosenPads choose(std::span<const std::uint8_t> choices);

private:
    Scalar secret_;
    Point opening_;
    std::vector<std::pair<SecretBytes<32>, SecretBytes<32>>> keys_;
    std::uint64_t batch_ = 0;
    std::uint64_t used_ = 0;
};

/// The other side, see TransferReceiver.
class TransferSender {
public:
    static constexpr std::size_t kAnswers = 128;

    /// For one receiver's opening. \pre not the identity
    explicit TransferSender(const Point& opening);

    /// For the receiver, once; kAnswers of them.
    [[nodiscard]] const std::vector<Point>& answers() const { return answers_; }

    /// The pairs of the next `count` transfers. \throws Error{bad_input} unless the message is as
    /// long as one for so many choices is
    [[nodiscard]] std::vector<std::pair<Pad, Pad>> pairs(std::span<const std::uint8_t> message,
                                                         std::size_t count);

private:
    SecretBytes<16> secret_;  ///< a bit per key: which of two it is
    std::vector<Point> answers_;
    std::vector<SecretBytes<32>> keys_;
    std::uint64_t batch_ = 0;
    std::uint64_t used_ = 0;
};

}  // namespace kanon::crypto

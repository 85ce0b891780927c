// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/oblivious_transfer.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::parties {

/// JointCounts of two sites, by oblivious transfers: both learn the answers, and neither anything
/// else of the other's bits and numbers. The first site sends, the second chooses.
/// - any(): offered are the first site's bit and 1; the second takes what its own bit says.
/// - at_least_zero(): the sign of a sum modulo 2^bits follows from the two highest bits and a
///   carry, which is whether the second site's other bits are greater than what the first one's
///   leave. They are compared four bits at a time, the highest first: the first site offers what
///   comes of each digit (less, greater, so far equal) for each state, under a random mask, and the
///   last time the answer under its highest bit. (A comparison by tables as in Rathee et al.:
///   CrypTFlow2, CCS 2020, section 3.1; theirs joins digits by a tree of products.)
///
/// For parties that follow the protocol. Borrows the peers. Cost: a transfer for each bit; 6 for
/// each digit, some 4 microseconds, in as many rounds as there are digits.
class PairCounts {
public:
    /// 128 first transfers. \pre two sites \throws what channels throw; Error{bad_input} for points
    /// that are none, or not as agreed
    explicit PairCounts(const Peers& peers);

    /// As JointCounts::any().
    void any(std::span<std::uint8_t> bits);

    /// As JointCounts::at_least_zero(); `parts` are this site's own numbers.
    [[nodiscard]] std::vector<std::uint8_t> at_least_zero(std::span<const std::uint64_t> parts,
                                                          std::span<const std::uint8_t> bits);

private:
    [[nodiscard]] Channel& other() const { return peers_.channel(1 - peers_.own()); }

    [[nodiscard]] Bytes received(MessageType type, std::size_t bytes) const;
    void offer_bits(std::span<const std::uint8_t> bits);
    void take_bits(std::span<std::uint8_t> bits);
    void offer_signs(std::span<const std::uint64_t> parts, std::span<const std::uint8_t> bits);
    [[nodiscard]] std::vector<std::uint8_t> take_signs(std::span<const std::uint64_t> parts,
                                                       std::span<const std::uint8_t> bits);
    [[nodiscard]] std::vector<std::uint8_t> answers(std::size_t count) const;

    const Peers& peers_;
    std::optional<crypto::TransferSender> sender_;      ///< at the first site
    std::optional<crypto::TransferReceiver> receiver_;  ///< at the second
};

}  // namespace kanon::parties

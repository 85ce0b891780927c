// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/modular_stream.hpp"
#include "kanon/parties/protocols/pair_counts.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::parties {

/// Bits in which a number from -rows - 1 to rows + 1 has its place, with its sign.
[[nodiscard]] constexpr std::uint8_t bits_of(std::uint64_t rows) {
    return static_cast<std::uint8_t>(std::bit_width(rows + 1) + 1);
}

/// Questions about numbers that sites have together: all learn the answers, and nobody anything
/// else of the numbers, as long as no two of the first three work together.
///
/// Of three sites and more the second and the third are *holders*: every number is the sum of a
/// random part at the one and a part at the other, modulo a power of two or 251. The first one
/// *judges*: it sees random numbers and whether some are zero.
/// - any(): bits add up modulo 251 (there are at most 20 sites). The holders multiply their parts
/// by
///   a random factor that they have in common, and the judge sees 0 or a random number.
/// - at_least_zero(): the judge learns the number plus a random one that the holders know, so its
///   sign follows from comparing what the judge knows with what the holders know, bit by bit. The
///   judge parts its bits between the holders; these make of them one number per bit, of which just
///   one is zero if the one side is less than the other, multiply and turn them at random, and toss
///   a coin which side that is. (The comparison of Damgaard, Geisler, Kroigaard, ACISP 2007, parted
///   as in Wagh, Gupta, Chandran: SecureNN, PoPETs 2019, algorithms 3 and 5; theirs is modulo 67
///   and 2^64, and answers stay parted.)
/// What others learn of a number is its bits of answer. Turns and sums modulo 2^w are exact; turns
/// are uniform but for 2^-50.
///
/// Of two sites the first sends and the second receives oblivious transfers (crypto): see
/// PairCounts.
///
/// All sites call the same methods, with as many numbers of the same bits. For parties that follow
/// the protocol. Borrows the peers. Not for several threads.
class JointCounts {
public:
    /// Exchange fresh keys. \pre two sites or more, at most 20
    /// \throws what channels throw; Error{bad_input} if a key is none, or not as agreed
    explicit JointCounts(const Peers& peers);

    /// Replace one's own bits (0 or 1) by those of all: 1 where a site has 1. A byte per bit from
    /// each site to a holder, and two to the judge. \throws what channels throw
    void any(std::span<std::uint8_t> bits);

    /// This site's part of the sums of numbers that each site has: meaningless but for holders. A
    /// number takes bits[i] bits, rounded up to bytes, from each site to a holder.
    [[nodiscard]] std::vector<std::uint64_t> parts(std::span<const std::uint64_t> numbers,
                                                   std::span<const std::uint8_t> bits);

    /// Whether this site's parts say something.
    [[nodiscard]] bool is_holder() const { return own_ == left() || own_ == right(); }

    /// Whether constants are to be added to this site's parts.
    [[nodiscard]] bool adds_constants() const { return own_ == left(); }

    /// Of each number, whether it is at least 0. `parts` are sums of parts(), modulo 2^64; they are
    /// read by holders alone. \pre -2^(bits - 1) <= number < 2^(bits - 1), 2 <= bits <= 64
    [[nodiscard]] std::vector<std::uint8_t> at_least_zero(std::span<const std::uint64_t> parts,
                                                          std::span<const std::uint8_t> bits);

private:
    [[nodiscard]] std::size_t left() const { return pair_ ? 0 : 1; }

    [[nodiscard]] std::size_t right() const { return left() + 1; }

    void any_of_some(std::span<std::uint8_t> bits);
    void add_drawn(std::span<std::uint8_t> part);
    void add_received(std::span<std::uint8_t> part);
    void send_part(std::span<std::uint8_t> part);
    std::vector<std::uint8_t> judged_bits(std::size_t count);
    std::vector<std::uint8_t> signs_by_judge(std::span<const std::uint8_t> bits);
    std::vector<std::uint8_t> signs_by_holder(std::span<const std::uint64_t> parts,
                                              std::span<const std::uint8_t> bits);

    const Peers& peers_;
    std::size_t own_;
    std::optional<PairCounts> pair_;   ///< where there are two sites
    std::vector<ModularStream> with_;  ///< per site; where there are more
};

}  // namespace kanon::parties

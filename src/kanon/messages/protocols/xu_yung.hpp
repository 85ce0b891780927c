// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/crypto/group_challenge.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace kanon::messages {

/// Random bytes by which members of a club name each other; they mean nothing to others.
using Pseudonym = std::array<std::uint8_t, 16>;

/// What a club tells its members, and nobody else: all members in blocks of k or more, by pseudonym
/// and public key. A member who left is not in the next list.
class ClubList {
public:
    struct Entry {
        Pseudonym pseudonym{};
        crypto::Point key;
    };

    /// Blocks of at least k, as many as there can be, in the order of the entries.
    /// \throws Error{usage} for fewer than k entries, or k of less than 2
    ClubList(std::vector<Entry> entries, std::size_t k);

    [[nodiscard]] std::size_t k() const { return k_; }

    [[nodiscard]] const std::vector<std::vector<Entry>>& blocks() const { return blocks_; }

    /// The block and the place within it; nothing for a pseudonym that is not in the list.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find(
        const Pseudonym& pseudonym) const;

private:
    std::size_t k_;
    std::vector<std::vector<Entry>> blocks_;
};

/// What makes somebody a member: used for any number of handshakes.
struct Credential {
    Pseudonym pseudonym{};
    crypto::ChallengeKey key = crypto::ChallengeKey::random();
};

/// A credential with a fresh key and pseudonym.
[[nodiscard]] Credential new_credential();

/// Make the list of a club. \throws Error{usage} as ClubList
[[nodiscard]] ClubList list_of(const std::vector<Credential>& members, std::size_t k);

/// What came of a handshake.
struct Handshake {
    bool accepted = false;             ///< the other side is of this club
    crypto::SecretBytes<32> key = {};  ///< of both, random without meaning where not accepted
    std::optional<std::size_t> block;  ///< that the other is one of; only where accepted
};

/// Bytes that each side sends in a handshake with blocks of so many, heads of frames included.
[[nodiscard]] std::uint64_t handshake_bytes(std::size_t own_block, std::size_t others_block);

/// Find out whether the other side is of the same club, so that neither learns anything of the
/// other unless both are, and then only that it is one of the k or more of its block.
///
/// Xu, Yung: k-anonymous secret handshakes with reusable credentials, CCS 2004, pp. 158-167. The
/// source was not at hand: taken is what is known of it, that credentials are public keys in a list
/// for members only, that each side hides among k members, and that one credential serves many
/// handshakes; earlier schemes (Balfanz and others, S&P 2003) need a fresh one for each. How is
/// reconstructed: each side names its block; each seals a secret for all keys of the other's block,
/// so that any of them opens it (crypto::challenge_group()); who opened the other's secret shows it
/// by a tag. Differs, as far as is known: a member always names the same block. Other k - 1 ones in
/// every handshake would leave it alone in the intersection.
///
/// - Who is not of the club sees random bytes from a member, and a tag that it cannot check. It
///   learns how large the blocks are, and whether a block was named before.
/// - A member who meets somebody else answers as ever: a challenge for keys of nobody, and a random
///   tag. So neither learns whether the other is of another club, or of none.
/// - Members learn the block, not who of it. One who leaves its block's secret key to others lets
///   them pass as of that block.
/// Handshakes of one member are linked to its block by members, and to the same k pseudonyms by
/// who sees the lines in the clear; over TLS channels of kanon the other end already knows a
/// fingerprint, so it must be one for this purpose.
///
/// `initiates`: one side does, the other does not. 3 messages each way. b + c multiplications for
/// blocks of b and c. \throws what channels throw; Error{bad_input} for what is no handshake
[[nodiscard]] Handshake shake_hands(parties::Channel& channel,
                                    const ClubList& list,
                                    const Credential& own,
                                    bool initiates);

}  // namespace kanon::messages

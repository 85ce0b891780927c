// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// A site's key pair for one run. Not copied, and used up by the run's masks.
class MaskKey {
public:
    [[nodiscard]] static MaskKey random();

    /// What the other sites are sent, over channels on which it cannot be exchanged.
    [[nodiscard]] const Point& public_key() const { return public_key_; }

private:
    friend class PairwiseMasks;
    friend std::vector<class CommonStream> common_streams(MaskKey key,
                                                          std::size_t own,
                                                          std::span<const Point> public_keys,
                                                          std::string_view run);

    explicit MaskKey(Scalar key);

    Scalar key_;
    Point public_key_;
};

/// One site's masks: each two sites agree on a secret, and its stream is added by the one and
/// subtracted by the other. A site's masked numbers look random; the sum over all sites modulo 2^64
/// is that of the plain ones.
///
/// Bonawitz et al.: Practical secure aggregation for privacy-preserving machine learning, CCS 2017,
/// section 4.0.1. Differs: without the shares by which theirs survives sites that drop out, and so
/// without the second mask that those need: a site that drops out ends the run. Streams are
/// ChaCha20, one nonce a round, under SHA-512 of the Diffie-Hellman point, both public keys, both
/// numbers and the run.
///
/// No stream is used twice: a key makes masks once, masks are not copied, and each call is a round
/// of its own. Masks hide from who sees a site's numbers unless it works with all other sites.
class PairwiseMasks {
public:
    /// For the site at `own` of the sites with these keys, in the order that all agreed on; `run`
    /// is the run's name. One multiplication for each other site. \pre key was not moved from
    /// \throws Error{bad_input} for fewer than two keys, equal ones, the identity, or another key
    /// than this site's at `own`
    PairwiseMasks(MaskKey key,
                  std::size_t own,
                  std::span<const Point> public_keys,
                  std::string_view run);

    ~PairwiseMasks() = default;
    PairwiseMasks(const PairwiseMasks&) = delete;
    PairwiseMasks& operator=(const PairwiseMasks&) = delete;
    PairwiseMasks(PairwiseMasks&&) = default;
    PairwiseMasks& operator=(PairwiseMasks&&) = default;

    /// Add this site's mask of the next round, modulo 2^64, to all values. All sites call it the
    /// same number of times, each time with as many values. O(size * sites); not for several
    /// threads.
    void add_masks(std::span<std::uint64_t> values);

    /// How many rounds are over: that of the next call.
    [[nodiscard]] std::uint64_t round() const { return round_; }

private:
    struct Peer {
        SecretBytes<32> key;
        bool adds = false;  ///< this site has the lower number
    };

    std::vector<Peer> peers_;  ///< empty once moved from
    std::uint64_t round_ = 0;
};

}  // namespace kanon::crypto

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/pairwise_masks.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kanon::parties {

/// Sums of numbers of which each site has one, modulo 2^64: all learn the sums, nobody a number of
/// another, unless all others work together (crypto::PairwiseMasks).
///
/// The first site collects what the others send under masks, and sends them the sums. That is 16
/// bytes per number and other site, where all sending to all would take 8 per pair, both ways: as
/// much for two sites, and n / 2 times as much for n. So all believe the first site what the sums
/// are; it sees no more than they do.
class MaskedSums {
public:
    /// Numbers in one message; longer vectors are several.
    static constexpr std::size_t kMostNumbers = std::size_t{1} << 20U;

    /// Exchange fresh keys. Borrows the peers. \pre two sites or more
    /// \throws what channels throw; Error{bad_input} if a key is none, or not as agreed
    explicit MaskedSums(const Peers& peers);

    /// Replace one's own numbers by the sums over all sites. All call it with as many numbers.
    /// O(size * sites). \throws what channels throw; Error{bad_input} if another has more or fewer
    void add_up(std::span<std::uint64_t> numbers);

private:
    void collect(std::span<std::uint64_t> numbers) const;
    void hand_in(std::span<std::uint64_t> numbers) const;

    const Peers& peers_;
    crypto::PairwiseMasks masks_;
};

}  // namespace kanon::parties

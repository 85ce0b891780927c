// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::generate {

/// Draws indices with given frequencies, each draw in constant time and from one random number
/// (Walker 1977, in the form of Vose 1991).
class Sampler {
public:
    /// `weights` >= 0, not all zero; at most 2^31 of them. Cost O(weights).
    explicit Sampler(std::span<const double> weights);

    /// An index below size(), with probability weight / sum of weights.
    [[nodiscard]] std::uint32_t draw(Random& random) const {
        const std::uint64_t bits = random.next();
        const std::uint64_t place = ((bits >> 32U) * slots_.size()) >> 32U;
        const Slot& slot = slots_[place];
        const bool stays = (bits & 0xFFFFFFFFULL) < slot.threshold;
        return stays ? static_cast<std::uint32_t>(place) : slot.other;
    }

    [[nodiscard]] std::size_t size() const { return slots_.size(); }

private:
    struct Slot {
        std::uint64_t threshold = 0;  ///< of 2^32: below it the slot's own index is drawn
        std::uint32_t other = 0;
    };

    std::vector<Slot> slots_;
};

}  // namespace kanon::generate

// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/sampler.hpp"

#include "kanon/base/check.hpp"

#include <numeric>

namespace kanon::generate {

Sampler::Sampler(std::span<const double> weights) : slots_(weights.size()) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    KANON_CHECK(sum > 0);
    std::vector<double> share(weights.size());
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> large;
    for (std::uint32_t index = 0; index < share.size(); ++index) {
        share[index] = weights[index] / sum * static_cast<double>(share.size());
        (share[index] < 1 ? small : large).push_back(index);
    }
    constexpr double kOne = 4294967296.0;  // 2^32
    while (!small.empty() && !large.empty()) {
        const std::uint32_t poor = small.back();
        const std::uint32_t rich = large.back();
        small.pop_back();
        slots_[poor] = {static_cast<std::uint64_t>(share[poor] * kOne), rich};
        share[rich] -= 1 - share[poor];
        if (share[rich] < 1) {
            large.pop_back();
            small.push_back(rich);
        }
    }
    // What is left differs from 1 by rounding alone; an index of weight 0 must never be drawn.
    for (const std::uint32_t index : large) {
        slots_[index] = {static_cast<std::uint64_t>(kOne), index};
    }
    for (const std::uint32_t index : small) {
        KANON_CHECK(weights[index] > 0);
        slots_[index] = {static_cast<std::uint64_t>(kOne), index};
    }
}

}  // namespace kanon::generate

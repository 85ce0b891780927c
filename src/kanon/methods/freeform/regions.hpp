// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::freeform {

/// Records, or other things that stand at a row, laid out so that those near each other stand
/// together, and cut.
struct Regions {
    std::vector<std::uint32_t> items;  ///< their numbers
    std::vector<std::size_t> starts;   ///< regions + 1

    [[nodiscard]] std::size_t size() const { return starts.size() - 1; }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t region) const {
        return std::span(items).subspan(starts[region], starts[region + 1] - starts[region]);
    }
};

/// Cut the items, item i at rows[i], into regions whose weights (per item; empty: 1 each) add up to
/// `most` at most where an item alone is no heavier: halved along the attribute on which a few
/// pairs drawn at random lose most, near the middle, so that no two runs cut alike. The same for
/// the same random numbers. Cost O(n log(n / most)).
[[nodiscard]] Regions cut_into_regions(const RowSpace& space,
                                       std::span<const std::uint32_t> rows,
                                       std::span<const std::uint32_t> weights,
                                       std::uint64_t most,
                                       Random& random);

}  // namespace kanon::freeform

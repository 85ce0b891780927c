// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/aggregates/neighbour_bound.hpp"

namespace kanon::aggregates {

std::optional<double> neighbour_bound(const PointSpace& space,
                                      std::uint64_t least_rows,
                                      unsigned threads) {
    static_cast<void>(space);
    static_cast<void>(least_rows);
    static_cast<void>(threads);
    return std::nullopt;
}

}  // namespace kanon::aggregates

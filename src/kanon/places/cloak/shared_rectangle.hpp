// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/quad_grid.hpp"

#include <optional>
#include <span>

namespace kanon::places {

/// The largest group that may be released with a rectangle, of requests that wait at `now`: whose
/// tolerances hold it, one of each person (whose deadline comes first), each of whom asks for no
/// more persons than there are and no longer time than the box has. Its box ends where the last
/// member came. None: there is no such group.
/// Takes away who cannot stay until all can, so it is unique where tolerances of time are alike.
/// Cost O(n log n + rounds n), few rounds in practice.
[[nodiscard]] std::optional<Group> shared_rectangle(std::span<const Request* const> requests,
                                                    const Rectangle& rectangle,
                                                    Moment now);

}  // namespace kanon::places

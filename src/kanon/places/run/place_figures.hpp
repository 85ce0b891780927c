// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace kanon {

/// What became of the requests of a stream, in the figures of Gedik and Liu 2005.
struct PlaceFigures {
    std::uint64_t requests = 0;
    std::uint64_t released = 0;
    std::uint64_t dropped = 0;  ///< could not be served in time
    std::uint64_t groups = 0;
    double success_rate = 0;  ///< released / requests
    double relative_k = 0;    ///< mean over the released: persons in the box / k; >= 1
    /// Mean over the released of the side of the box by that of its tolerance, geometric mean of
    /// both sides, from 0 to 1: one by the relative spatial resolution of the source, which has no
    /// mean where a box has no width.
    double space_used = 0;
    double time_used = 0;            ///< likewise, of time
    double mean_delay_seconds = 0;   ///< of the released
    double median_side_metres = 0;   ///< of the released: root of the area of the box
    double median_box_seconds = 0;   ///< of the released: length of the box in time
    std::uint64_t most_waiting = 0;  ///< requests that waited at a time
};

namespace places {

/// The figures of these groups; of the stream, `requests`, `dropped` and `most_waiting` are taken.
[[nodiscard]] PlaceFigures figures_of(const std::vector<Group>& groups, const PlaceFigures& stream);

}  // namespace places

/// As a part of a JSON document.
[[nodiscard]] nlohmann::ordered_json place_figures_json(const PlaceFigures& figures);

}  // namespace kanon

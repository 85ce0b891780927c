// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/places/requests/request.hpp"

#include <string>
#include <vector>

namespace kanon::places {

/// A road of a picture.
struct DrawnRoad {
    double x_from = 0;
    double y_from = 0;
    double x_to = 0;
    double y_to = 0;
    bool is_main = false;
};

/// Read roads: columns x_from, y_from, x_to, y_to and, where there is one, main (1: a main road),
/// as `kanon generate --traces --roads` writes them. \throws Error{bad_input}
[[nodiscard]] std::vector<DrawnRoad> read_roads(const std::string& path, const RunContext& context);

/// The boxes of groups on the roads, as an SVG: nothing but what is released. Of many boxes, at
/// most 150 are drawn, spread evenly over those sorted by place. \pre there are groups
[[nodiscard]] std::string box_picture(const std::vector<Group>& groups,
                                      const std::vector<DrawnRoad>& roads);

}  // namespace kanon::places

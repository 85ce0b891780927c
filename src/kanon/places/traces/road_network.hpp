// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"

#include <vector>

namespace kanon::places {

/// A place of a made city, in metres from its south-western corner.
struct Spot {
    double x = 0;
    double y = 0;
};

/// A straight road.
struct Road {
    Spot from;
    Spot to;
    bool is_main = false;
};

/// A place on the way, and when it is reached.
struct Stop {
    Spot spot;
    double seconds = 0;  ///< since the start
};

/// The roads of a made city: a square of streets, every fifth of which is a main road. Slow traffic
/// on streets, faster on main roads.
class RoadNetwork {
public:
    static constexpr double kBlock = 200;  ///< metres between streets
    static constexpr double kMainBlock = 1000;
    static constexpr double kStreetSpeed = 30 / 3.6;  ///< metres a second
    static constexpr double kMainSpeed = 50 / 3.6;

    /// \pre side >= kMainBlock. It is rounded to whole main blocks.
    explicit RoadNetwork(double side);

    [[nodiscard]] double side() const { return side_; }

    [[nodiscard]] std::vector<Road> roads() const;

    /// The place on a street nearest to a point; which of the two directions, chance says.
    [[nodiscard]] Spot on_street(const Spot& near, Random& random) const;

    /// The way from one place on a street to another: by the main roads.
    [[nodiscard]] std::vector<Stop> way(const Spot& from, const Spot& to) const;

private:
    [[nodiscard]] double street_near(double coordinate) const;
    [[nodiscard]] double main_near(double coordinate) const;

    double side_;
};

/// Where somebody on the way is so many seconds after the start.
[[nodiscard]] Spot spot_at(const std::vector<Stop>& way, double seconds);

}  // namespace kanon::places

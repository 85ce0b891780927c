// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/traces/road_network.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::places {

RoadNetwork::RoadNetwork(double side)
    : side_(std::max(1.0, std::round(side / kMainBlock)) * kMainBlock) {}

std::vector<Road> RoadNetwork::roads() const {
    std::vector<Road> out;
    const auto streets = static_cast<int>(std::lround(side_ / kBlock));
    constexpr int kMainEach = 5;
    for (int i = 0; i <= streets; ++i) {
        const double at = i * kBlock;
        const bool is_main = i % kMainEach == 0;
        out.push_back({{0, at}, {side_, at}, is_main});
        out.push_back({{at, 0}, {at, side_}, is_main});
    }
    return out;
}

Spot RoadNetwork::on_street(const Spot& near, Random& random) const {
    const auto metre = [this](double at) { return std::clamp(std::round(at), 0.0, side_); };
    return random.below(2) == 0 ? Spot{metre(near.x), street_near(near.y)}
                                : Spot{street_near(near.x), metre(near.y)};
}

double RoadNetwork::street_near(double coordinate) const {
    return std::clamp(std::round(coordinate / kBlock) * kBlock, 0.0, side_);
}

double RoadNetwork::main_near(double coordinate) const {
    return std::clamp(std::round(coordinate / kMainBlock) * kMainBlock, 0.0, side_);
}

std::vector<Stop> RoadNetwork::way(const Spot& from, const Spot& to) const {
    const double first = main_near(from.x);
    const double last = main_near(to.x);
    const double across = main_near((from.y + to.y) / 2);
    std::vector<Stop> out{{from, 0}};
    const auto go = [&out](const Spot& next, double speed) {
        const Spot& here = out.back().spot;
        const double metres = std::abs(next.x - here.x) + std::abs(next.y - here.y);
        out.push_back({next, out.back().seconds + metres / speed});
    };
    const double street_of_start = street_near(from.y);
    const double street_of_end = street_near(to.y);
    go({from.x, street_of_start}, kStreetSpeed);
    go({first, street_of_start}, kStreetSpeed);
    go({first, across}, kMainSpeed);
    go({last, across}, kMainSpeed);
    go({last, street_of_end}, kMainSpeed);
    go({to.x, street_of_end}, kStreetSpeed);
    go(to, kStreetSpeed);
    return out;
}

Spot spot_at(const std::vector<Stop>& way, double seconds) {
    for (std::size_t i = 1; i < way.size(); ++i) {
        if (seconds < way[i].seconds) {
            const double share =
                (seconds - way[i - 1].seconds) / (way[i].seconds - way[i - 1].seconds);
            const Spot& a = way[i - 1].spot;
            const Spot& b = way[i].spot;
            return {std::round(a.x + share * (b.x - a.x)), std::round(a.y + share * (b.y - a.y))};
        }
    }
    return way.back().spot;
}

}  // namespace kanon::places

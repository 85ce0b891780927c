// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/place_figures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kanon {
namespace {

constexpr double kMillisecondsOfSecond = 1000;

double seconds_of(places::Moment time) {
    return static_cast<double>(time) / kMillisecondsOfSecond;
}

/// The lower one of an even number. Reorders. 0 of none.
double median_of(std::vector<double>& values) {
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// A length by the longest that is tolerated; nothing of nothing is all of it.
double share_used(double length, double tolerated) {
    return tolerated > 0 ? length / tolerated : 1;
}

}  // namespace

namespace places {

PlaceFigures figures_of(const std::vector<Group>& groups, const PlaceFigures& stream) {
    PlaceFigures out;
    out.requests = stream.requests;
    out.dropped = stream.dropped;
    out.most_waiting = stream.most_waiting;
    std::vector<double> sides;
    std::vector<double> lengths;
    for (const Group& group : groups) {
        for (const Request& request : group.members) {
            const auto members = static_cast<double>(group.members.size());
            out.relative_k += members / request.k;
            out.space_used += std::sqrt(share_used(group.box.x.length(), 2 * request.reach_x) *
                                        share_used(group.box.y.length(), 2 * request.reach_y));
            out.time_used +=
                share_used(seconds_of(group.box.time.length()), 2 * seconds_of(request.wait));
            out.mean_delay_seconds += seconds_of(group.released - request.time);
            sides.push_back(std::sqrt(group.box.x.length() * request.metres_per_x *
                                      group.box.y.length() * request.metres_per_y));
            lengths.push_back(seconds_of(group.box.time.length()));
        }
    }
    out.groups = groups.size();
    out.released = sides.size();
    const double released = std::max(1.0, static_cast<double>(sides.size()));
    out.success_rate =
        static_cast<double>(out.released) / std::max(1.0, static_cast<double>(out.requests));
    out.relative_k /= released;
    out.space_used /= released;
    out.time_used /= released;
    out.mean_delay_seconds /= released;
    out.median_side_metres = median_of(sides);
    out.median_box_seconds = median_of(lengths);
    return out;
}

}  // namespace places

nlohmann::ordered_json place_figures_json(const PlaceFigures& figures) {
    return {{"requests", figures.requests},
            {"released", figures.released},
            {"dropped", figures.dropped},
            {"groups", figures.groups},
            {"success_rate", figures.success_rate},
            {"relative_k", figures.relative_k},
            {"space_used", figures.space_used},
            {"time_used", figures.time_used},
            {"mean_delay_seconds", figures.mean_delay_seconds},
            {"median_side_metres", figures.median_side_metres},
            {"median_box_seconds", figures.median_box_seconds},
            {"most_waiting", figures.most_waiting}};
}

}  // namespace kanon

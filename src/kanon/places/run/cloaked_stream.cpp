// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/cloaked_stream.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <string>

namespace kanon::places {
namespace {

constexpr std::size_t kBetweenReports = 1024;  // requests

}  // namespace

CloakOptions cloak_options(const RequestForm& form, const PlacePolicy& policy) {
    CloakOptions out;
    if (policy.area) {
        out.area_x = policy.area->x;
        out.area_y = policy.area->y;
    } else if (form.degrees) {
        constexpr double kLeast = -180;
        constexpr double kGreatest = 360;  // Greenwich and the equator are no border of large cells
        out.area_x = {kLeast, kGreatest};
        out.area_y = {kLeast, kGreatest};
    }
    return out;
}

CloakedStream cloak_all(const CloakInfo& method,
                        const RequestSet& requests,
                        const PlacePolicy& policy,
                        const RunContext& context) {
    for (const Request& request : requests.requests) {
        const std::optional<std::string> unmet = unmet_wish(method, request);
        if (unmet) {
            throw Error(ErrorCode::usage, *unmet);
        }
    }
    const std::unique_ptr<Cloak> cloak = method.make(cloak_options(requests.form, policy));
    CloakedStream out;
    std::uint64_t most_waiting = 0;
    for (std::size_t i = 0; i < requests.requests.size(); ++i) {
        if (i % kBetweenReports == 0) {
            throw_if_cancelled(context);
            context.report(
                {"cloak", static_cast<double>(i), static_cast<double>(requests.requests.size())});
        }
        cloak->offer(requests.requests[i], out.answers);
        most_waiting = std::max<std::uint64_t>(most_waiting, cloak->waiting());
    }
    cloak->finish(out.answers);
    out.figures = figures_of(out.answers.groups,
                             {.requests = requests.requests.size(),
                              .dropped = out.answers.dropped.size(),
                              .most_waiting = most_waiting});
    return out;
}

}  // namespace kanon::places

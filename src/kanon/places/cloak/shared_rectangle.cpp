// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/shared_rectangle.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::places {
namespace {

bool tolerates(const Request& request, const Rectangle& rectangle) {
    const Box most = tolerated(request);
    return most.x.holds(rectangle.x) && most.y.holds(rectangle.y) && rectangle.x.holds(request.x) &&
           rectangle.y.holds(request.y) &&
           rectangle.x.length() * rectangle.y.length() >= request.least_area;
}

/// One request of each person.
std::vector<const Request*> candidates_of(std::span<const Request* const> requests,
                                          const Rectangle& rectangle) {
    std::vector<const Request*> out;
    for (const Request* const request : requests) {
        if (tolerates(*request, rectangle)) {
            out.push_back(request);
        }
    }
    std::ranges::sort(out, {}, [](const Request* request) {
        return std::tuple(request->person, request->deadline(), request->number);
    });
    const auto same_person = [](const Request* a, const Request* b) {
        return a->person == b->person;
    };
    out.erase(std::unique(out.begin(), out.end(), same_person), out.end());
    return out;
}

Range<Moment> span_of(const std::vector<const Request*>& requests) {
    Range<Moment> out{requests.front()->time, requests.front()->time};
    for (const Request* const request : requests) {
        out.add(request->time);
    }
    return out;
}

}  // namespace

std::optional<Group> shared_rectangle(std::span<const Request* const> requests,
                                      const Rectangle& rectangle,
                                      Moment now) {
    std::vector<const Request*> members = candidates_of(requests, rectangle);
    Range<Moment> time;
    for (bool changed = true; changed && !members.empty();) {
        time = span_of(members);
        const std::size_t count = members.size();
        changed = std::erase_if(members, [&](const Request* request) {
                      return request->k > count || !tolerated(*request).time.holds(time);
                  }) > 0;
    }
    if (members.empty()) {
        return std::nullopt;
    }
    Group out{.box = {rectangle.x, rectangle.y, time}, .members = {}, .released = now};
    for (const Request* const request : members) {
        out.members.push_back(*request);
    }
    std::ranges::sort(out.members, {}, &Request::number);
    return out;
}

}  // namespace kanon::places

// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/attack_places.hpp"

#include "kanon/base/error.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/places/run/cloaked_stream.hpp"
#include "kanon/places/run/request_ids.hpp"

#include <set>
#include <vector>

namespace kanon {
namespace {

/// The boxes among these that a method makes of the requests.
std::uint64_t count_reproduced(const std::set<places::Box>& boxes,
                               const places::RequestSet& requests,
                               const PlaceAttackJob& job) {
    const places::CloakedStream stream =
        places::cloak_all(places::find_cloak(job.method), requests, job.policy, job.context);
    std::set<places::Box> made;
    for (const places::Group& group : stream.answers.groups) {
        made.insert(group.box);
    }
    std::uint64_t out = 0;
    for (const places::Box& box : boxes) {
        out += static_cast<std::uint64_t>(made.contains(box));
    }
    return out;
}

}  // namespace

PlaceAttackReport attack_places(const PlaceAttackJob& job) {
    places::PlacePolicy policy = job.policy;
    policy.k = policy.k.value_or(2);
    policy.within = policy.within.value_or(0);
    policy.wait = policy.wait.value_or(0);
    const places::RequestSet requests =
        places::read_requests(job.requests, policy, job.read, job.context);
    const std::vector<std::string> ids = places::known_ids(requests, job.ids, job.context);
    const std::vector<places::ReleasedBox> boxes =
        places::read_boxes(job.boxes, requests.form, {}, job.context);
    std::set<places::Box> distinct;
    for (const places::ReleasedBox& released : boxes) {
        distinct.insert(released.box);
    }
    PlaceAttackReport out{.findings = places::attack_boxes(requests, ids, boxes),
                          .reproduced = {},
                          .boxes = distinct.size()};
    if (out.findings.unknown_rows == boxes.size()) {
        throw Error(ErrorCode::bad_input,
                    "no row has the id of a request; take the requests that the boxes are of, or "
                    "the ids that were made for them",
                    {.file = places::shown_file(job.boxes)});
    }
    if (!job.method.empty()) {
        out.reproduced = count_reproduced(distinct, requests, job);
    }
    return out;
}

}  // namespace kanon

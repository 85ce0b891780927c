// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Streams of requests for tests.
namespace kanon::places::test {

struct StreamShape {
    std::size_t requests = 40;
    std::uint64_t persons = 12;
    std::uint64_t side = 60;        ///< whole coordinates below
    std::uint64_t steps = 30;       ///< seconds from one request to the next, below
    std::uint64_t most_k = 4;       ///< from 2
    std::uint64_t most_reach = 40;  ///< from 1
    std::uint64_t most_wait = 200;  ///< seconds, from 1
};

/// Requests at random, in the order of time, numbered from 0.
inline std::vector<Request> random_stream(const StreamShape& shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<Request> out;
    Moment now = 0;
    for (std::size_t i = 0; i < shape.requests; ++i) {
        now += static_cast<Moment>(random.below(shape.steps)) * 1000;
        Request request;
        request.number = i;
        request.person = random.below(shape.persons);
        request.time = now;
        request.x = static_cast<double>(random.below(shape.side));
        request.y = static_cast<double>(random.below(shape.side));
        request.k = static_cast<std::uint32_t>(2 + random.below(shape.most_k - 1));
        request.reach_x = static_cast<double>(1 + random.below(shape.most_reach));
        request.reach_y = request.reach_x;
        request.wait = static_cast<Moment>(1 + random.below(shape.most_wait)) * 1000;
        out.push_back(request);
    }
    return out;
}

/// What a method answers to a whole stream.
inline Answers answers_to(const std::vector<Request>& stream,
                          std::string_view method,
                          const CloakOptions& options = {}) {
    const std::unique_ptr<Cloak> cloak = find_cloak(method).make(options);
    Answers out;
    for (const Request& request : stream) {
        cloak->offer(request, out);
    }
    cloak->finish(out);
    return out;
}

/// A stream as the auditor takes it; ids are `r0`, `r1`, ...
inline RequestSet set_of(const std::vector<Request>& stream) {
    RequestSet out;
    out.requests = stream;
    std::uint64_t persons = 0;
    for (const Request& request : stream) {
        out.ids.push_back("r" + std::to_string(request.number));
        persons = std::max(persons, request.person + 1);
    }
    out.persons.resize(persons);
    return out;
}

/// The boxes of answers.
inline std::vector<ReleasedBox> boxes_of_answers(const Answers& answers) {
    std::vector<ReleasedBox> out;
    for (const Group& group : answers.groups) {
        for (const Request& request : group.members) {
            out.push_back({.request = "r" + std::to_string(request.number), .box = group.box});
        }
    }
    return out;
}

}  // namespace kanon::places::test

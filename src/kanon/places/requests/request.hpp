// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

/// Requests from places, and the boxes of space and time that are released in their stead.
namespace kanon::places {

/// Milliseconds since 1970-01-01, or since whenever the clock of the requests began.
using Moment = std::int64_t;

/// A range of whole milliseconds or of coordinates, ends included.
template <class Value>
struct Range {
    Value least{};
    Value greatest{};

    friend bool operator==(const Range&, const Range&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 trips over a default <=>
    friend auto operator<=>(const Range&, const Range&) = default;

    [[nodiscard]] bool holds(Value value) const { return least <= value && value <= greatest; }

    [[nodiscard]] bool holds(const Range& other) const {
        return least <= other.least && other.greatest <= greatest;
    }

    [[nodiscard]] Value length() const { return greatest - least; }

    void add(Value value) {
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }

    void add(const Range& other) {
        least = std::min(least, other.least);
        greatest = std::max(greatest, other.greatest);
    }
};

/// What somebody asks from a place: who, when, where, and how blurred it may become. Coordinates
/// are in the unit of the stream: metres, or degrees of longitude and latitude.
struct Request {
    std::uint64_t number = 0;  ///< of the request: distinct within a stream
    std::uint64_t person = 0;  ///< equal for the same person only, among requests that wait
    Moment time = 0;
    double x = 0;
    double y = 0;
    std::uint32_t k = 2;  ///< >= 2: persons who are to share the box
    double reach_x = 0;   ///< >= 0: the box may reach so far from the point
    double reach_y = 0;
    Moment wait = 0;          ///< >= 0: likewise in time, and the request may be held back so long
    double least_area = 0;    ///< of the box, in squared units; only `pyramid` looks at it
    double metres_per_x = 1;  ///< length of a unit at this place, for figures
    double metres_per_y = 1;

    [[nodiscard]] Moment deadline() const { return time + wait; }
};

/// What is released of a place and a moment.
struct Box {
    Range<double> x;
    Range<double> y;
    Range<Moment> time;

    friend bool operator==(const Box&, const Box&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 trips over a default <=>
    friend auto operator<=>(const Box&, const Box&) = default;

    [[nodiscard]] bool holds(const Request& request) const {
        return x.holds(request.x) && y.holds(request.y) && time.holds(request.time);
    }

    [[nodiscard]] bool holds(const Box& other) const {
        return x.holds(other.x) && y.holds(other.y) && time.holds(other.time);
    }

    void add(const Request& request) {
        x.add(request.x);
        y.add(request.y);
        time.add(request.time);
    }
};

/// The box that is nothing but the point of a request.
[[nodiscard]] inline Box box_of(const Request& request) {
    return {{request.x, request.x}, {request.y, request.y}, {request.time, request.time}};
}

/// All that the box of a request may hold: its tolerances around its point.
[[nodiscard]] inline Box tolerated(const Request& request) {
    return {{request.x - request.reach_x, request.x + request.reach_x},
            {request.y - request.reach_y, request.y + request.reach_y},
            {request.time - request.wait, request.time + request.wait}};
}

/// Requests that are released with one box.
struct Group {
    Box box;
    std::vector<Request> members;  ///< of distinct persons, by number
    Moment released = 0;           ///< by the clock of the requests
};

}  // namespace kanon::places

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::places {

/// What a method says of the requests that it was given, in the order in which it came to say so.
struct Answers {
    std::vector<Group> groups;     ///< released
    std::vector<Request> dropped;  ///< could not be served in time
};

/// A method that gives requests boxes: takes them as they come, and holds each back until enough
/// others are there or its deadline passes. It knows no clock but the time of the requests, so the
/// same requests have the same answers. Memory O(requests that wait).
///
/// Every group that it releases keeps what locate promises: the box holds the points of all its
/// members, they are at least as many persons as each asks for, no person is among them twice, and
/// the box stays within the tolerance of each.
class Cloak {
public:
    Cloak() = default;
    virtual ~Cloak() = default;
    Cloak(const Cloak&) = delete;
    Cloak(Cloak&&) = delete;
    Cloak& operator=(const Cloak&) = delete;
    Cloak& operator=(Cloak&&) = delete;

    /// Take the next request. \pre its time is no less than any before.
    virtual void offer(const Request& request, Answers& answers) = 0;

    /// No request before `now` comes any more: answer those whose deadline has passed by then.
    virtual void advance(Moment now, Answers& answers) = 0;

    /// No more requests come: answer all that wait.
    virtual void finish(Answers& answers) = 0;

    /// Requests that wait.
    [[nodiscard]] virtual std::size_t waiting() const = 0;
};

/// What a method is told of its stream.
struct CloakOptions {
    /// The area that quadtree and pyramid divide; the default is as large as coordinates may be.
    Range<double> area_x{-kSide / 3, 2 * kSide / 3};
    Range<double> area_y{-kSide / 3, 2 * kSide / 3};

    /// 2^30 metres; the thirds put round coordinates on no border of large cells.
    static constexpr double kSide = 1073741824.0;
};

/// One method: a row of the table.
struct CloakInfo {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
    std::uint32_t most_k;  ///< that a request may ask for
    bool keeps_area;       ///< Request::least_area
    std::unique_ptr<Cloak> (*make)(const CloakOptions& options);
};

/// All methods, the default first.
[[nodiscard]] std::span<const CloakInfo> cloaks();

/// What a request wants that a method never does, for a message; none: nothing.
[[nodiscard]] std::optional<std::string> unmet_wish(const CloakInfo& method,
                                                    const Request& request);

/// The method of that name. \throws Error{usage} with the nearest.
[[nodiscard]] const CloakInfo& find_cloak(std::string_view name);

}  // namespace kanon::places

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>

namespace kanon {

/// A made city and who lives in it.
struct TraceOptions {
    std::uint64_t requests = 0;  ///< >= 1
    std::uint64_t persons = 0;   ///< 0: one for ten requests
    std::uint64_t days = 1;      ///< >= 1; the first one is a Monday, 2026-03-02
    double side_metres = 10000;  ///< >= 1000
    /// How the density of homes falls with the distance from the centre, as exp(-gradient km):
    /// Clark: Urban population densities, 1951, finds 0.1 to 0.7 in large cities.
    double home_gradient = 0.3;
    double work_gradient = 0.6;  ///< likewise of places of work, which lie closer together
    /// The share of people who work d km from home falls as (d + trip_offset)^-trip_exponent:
    /// González, Hidalgo, Barabási: Understanding individual human mobility patterns, Nature 453,
    /// 2008, whose cutoff at 400 km is outside of any city.
    double trip_exponent = 1.75;
    double trip_offset = 1.5;
    /// Each request has a k of its own, from 2 to this one: the next larger one is asked for less,
    /// by 1 / rank^0.6 (Zipf), and tolerances around 500 m and 300 s, as normally distributed as
    /// those of Gedik and Liu 2005 (two fifths as deviation, at least a tenth). 0: no such columns.
    std::uint64_t most_k = 0;
};

/// Requests of people of a made city, from the first to the last: on weekdays they drive from home
/// to work in the morning and back in the evening, at times around 7:45 and 17:15; at weekends one
/// in three goes to a place near home at noon. Requests come at all hours, most in the rush hours.
/// Columns: request (an id that says nothing), person, time, x, y (whole metres, on the roads);
/// where they are wanted, k, within, wait.
/// Deterministic in options and seed. Cost O(requests log requests).
/// \throws Error{usage}: options outside of their ranges; Error{cancelled}
[[nodiscard]] Table generate_traces(const TraceOptions& options, const RunContext& context);

/// The roads of that city: x_from, y_from, x_to, y_to, main (0 or 1).
[[nodiscard]] Table generate_roads(const TraceOptions& options);

}  // namespace kanon

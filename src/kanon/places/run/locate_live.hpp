// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/places/requests/place_policy.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kanon {

/// Answer requests as they come.
struct LiveJob {
    std::string requests = "-";  ///< standard input, a pipe or a file
    std::string method = "clique-cloak";
    places::PlacePolicy policy{};
    RunContext context{};
    /// Takes lines of boxes, in the form of the requests; called when no line waits to be read.
    std::function<void(std::string_view)> write;
};

/// What became of them.
struct LiveOutcome {
    std::string method;
    std::uint64_t lines = 0;     ///< but a line of names
    std::uint64_t released = 0;  ///< requests
    std::uint64_t boxes = 0;
    std::uint64_t dropped = 0;    ///< could not be served in time
    std::uint64_t late = 0;       ///< came after one of a later time, and were dropped
    std::uint64_t refused = 0;    ///< lines that were no requests
    std::string first_refused{};  ///< what was wrong with the first of them; quotes no cell
    std::uint64_t most_waiting = 0;
    double seconds = 0;
};

/// Read requests line by line, and give each group out as soon as the method has it; each is
/// audited first. Time is that of the requests: a deadline passes when a later request comes, or at
/// the end. Memory O(requests that wait).
/// \throws Error: usage, bad_input (the first line tells no form), audit_failed, cancelled
[[nodiscard]] LiveOutcome locate_live(const LiveJob& job);

/// The outcome as JSON, with a schema number.
[[nodiscard]] std::string live_json(const LiveOutcome& outcome);

}  // namespace kanon

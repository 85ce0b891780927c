// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kanon::places {

/// Requests that wait, found by place (an R*-tree of Boost.Geometry) and by deadline (a heap).
/// Slots are given out again, so memory is that of the most requests that ever waited at a time.
class WaitingRequests {
public:
    using Slot = std::uint32_t;

    WaitingRequests();
    ~WaitingRequests();
    WaitingRequests(const WaitingRequests&) = delete;
    WaitingRequests(WaitingRequests&&) = delete;
    WaitingRequests& operator=(const WaitingRequests&) = delete;
    WaitingRequests& operator=(WaitingRequests&&) = delete;

    /// Cost O(log waiting), as remove().
    Slot add(const Request& request);
    void remove(Slot slot);

    [[nodiscard]] const Request& at(Slot slot) const;

    [[nodiscard]] std::size_t size() const;

    /// The slots of requests whose points are in a rectangle, in no certain order.
    /// Cost O(log waiting + found) for points that are spread out.
    [[nodiscard]] std::vector<Slot> within(const Range<double>& x, const Range<double>& y) const;

    /// The one whose deadline comes first; ties: the least number. None: nobody waits.
    [[nodiscard]] std::optional<Slot> first_due();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kanon::places

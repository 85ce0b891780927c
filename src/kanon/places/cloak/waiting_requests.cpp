// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/waiting_requests.hpp"

#include "kanon/base/check.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <iterator>
#include <queue>
#include <tuple>
#include <utility>

namespace kanon::places {
namespace {

namespace bg = boost::geometry;

using TreePoint = bg::model::point<double, 2, bg::cs::cartesian>;
using TreeBox = bg::model::box<TreePoint>;
using TreeEntry = std::pair<TreePoint, WaitingRequests::Slot>;
using PointTree = bg::index::rtree<TreeEntry, bg::index::rstar<16>>;

/// Deadline, number of the request, slot: the first one due is on top.
using Due = std::tuple<Moment, std::uint64_t, WaitingRequests::Slot>;
using DueHeap = std::priority_queue<Due, std::vector<Due>, std::greater<>>;

TreeEntry entry_of(const Request& request, WaitingRequests::Slot slot) {
    return {TreePoint(request.x, request.y), slot};
}

}  // namespace

struct WaitingRequests::State {
    struct Place {
        Request request;
        bool waits = false;
    };

    std::vector<Place> places;
    std::vector<Slot> free;
    PointTree tree;
    DueHeap due;  ///< may hold requests that wait no more, until their deadline comes up
};

WaitingRequests::WaitingRequests() : state_(std::make_unique<State>()) {}

WaitingRequests::~WaitingRequests() = default;

WaitingRequests::Slot WaitingRequests::add(const Request& request) {
    if (state_->free.empty()) {
        state_->free.push_back(static_cast<Slot>(state_->places.size()));
        state_->places.emplace_back();
    }
    const Slot slot = state_->free.back();
    state_->free.pop_back();
    state_->places[slot] = {request, true};
    state_->tree.insert(entry_of(request, slot));
    state_->due.emplace(request.deadline(), request.number, slot);
    return slot;
}

void WaitingRequests::remove(Slot slot) {
    State::Place& place = state_->places[slot];
    KANON_CHECK(place.waits);
    state_->tree.remove(entry_of(place.request, slot));
    place.waits = false;
    state_->free.push_back(slot);
}

const Request& WaitingRequests::at(Slot slot) const {
    return state_->places[slot].request;
}

std::size_t WaitingRequests::size() const {
    return state_->tree.size();
}

std::vector<WaitingRequests::Slot> WaitingRequests::within(const Range<double>& x,
                                                           const Range<double>& y) const {
    std::vector<Slot> out;
    const TreeBox box(TreePoint(x.least, y.least), TreePoint(x.greatest, y.greatest));
    state_->tree.query(
        bg::index::intersects(box),
        boost::make_function_output_iterator([&](const TreeEntry& e) { out.push_back(e.second); }));
    return out;
}

std::optional<WaitingRequests::Slot> WaitingRequests::first_due() {
    while (!state_->due.empty()) {
        const auto [deadline, number, slot] = state_->due.top();
        const State::Place& place = state_->places[slot];
        if (place.waits && place.request.number == number) {
            return slot;
        }
        state_->due.pop();
    }
    return std::nullopt;
}

}  // namespace kanon::places

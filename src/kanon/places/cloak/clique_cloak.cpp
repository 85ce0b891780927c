// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/clique_cloak.hpp"

#include "kanon/places/cloak/clique_search.hpp"
#include "kanon/places/cloak/waiting_requests.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace kanon::places {
namespace {

using Slot = WaitingRequests::Slot;

constexpr std::size_t kMostNeighbours = 512;

class CliqueCloak final : public Cloak {
public:
    explicit CliqueCloak(const CliqueCloakOptions& options) : options_(options) {}

    void offer(const Request& request, Answers& answers) override {
        advance(request.time, answers);
        const Slot slot = waiting_.add(request);
        search(slot, request.time, options_.deferred_above, answers);
    }

    void advance(Moment now, Answers& answers) override {
        for (std::optional<Slot> due = waiting_.first_due();
             due && waiting_.at(*due).deadline() < now;
             due = waiting_.first_due()) {
            settle(*due, answers);
        }
    }

    void finish(Answers& answers) override {
        for (std::optional<Slot> due = waiting_.first_due(); due; due = waiting_.first_due()) {
            settle(*due, answers);
        }
    }

    [[nodiscard]] std::size_t waiting() const override { return waiting_.size(); }

private:
    /// A deadline: the last search of who put it off, else the end.
    void settle(Slot slot, Answers& answers) {
        const Request request = waiting_.at(slot);
        const bool served =
            options_.deferred_above > 0 && search(slot, request.deadline(), 0, answers);
        if (!served) {
            waiting_.remove(slot);
            answers.dropped.push_back(request);
        }
    }

    [[nodiscard]] std::vector<Slot> neighbours_of(const Request& request) const {
        const Box near = tolerated(request);
        std::vector<Slot> out;
        for (const Slot slot : waiting_.within(near.x, near.y)) {
            if (may_share(request, waiting_.at(slot))) {
                out.push_back(slot);
            }
        }
        std::ranges::sort(out, {}, [&](Slot slot) {
            const Request& other = waiting_.at(slot);
            return std::pair(other.deadline(), other.number);
        });
        out.resize(std::min(out.size(), kMostNeighbours));
        return out;
    }

    /// The sizes of groups that are looked for, in order.
    [[nodiscard]] std::vector<std::uint32_t> sizes(
        const Request& request, const std::vector<const Request*>& neighbours) const {
        std::set<std::uint32_t> found{request.k};
        if (options_.neighbours_k) {
            for (const Request* const other : neighbours) {
                found.insert(std::max(other->k, request.k));
            }
        }
        return {found.rbegin(), found.rend()};
    }

    /// Whether a group with this request was released.
    bool search(Slot slot, Moment now, double above, Answers& answers) {
        const Request request = waiting_.at(slot);
        const std::vector<Slot> slots = neighbours_of(request);
        const double wanted = std::max(1.0, above) * request.k;
        if (static_cast<double>(slots.size()) + 1 < wanted) {
            return false;
        }
        std::vector<const Request*> neighbours;
        neighbours.reserve(slots.size());
        for (const Slot other : slots) {
            neighbours.push_back(&waiting_.at(other));
        }
        const CliqueSearch graph(neighbours);
        for (const std::uint32_t k : sizes(request, neighbours)) {
            const std::vector<std::size_t> found =
                k <= slots.size() + 1 ? graph.find(k - 1, k) : std::vector<std::size_t>();
            if (!found.empty()) {
                std::vector<Slot> members{slot};
                for (const std::size_t place : found) {
                    members.push_back(slots[place]);
                }
                release(members, now, answers);
                return true;
            }
        }
        return false;
    }

    void release(const std::vector<Slot>& slots, Moment now, Answers& answers) {
        Group group{.box = box_of(waiting_.at(slots.front())), .members = {}, .released = now};
        for (const Slot slot : slots) {
            group.members.push_back(waiting_.at(slot));
            group.box.add(group.members.back());
            waiting_.remove(slot);
        }
        std::ranges::sort(group.members, {}, &Request::number);
        answers.groups.push_back(std::move(group));
    }

    CliqueCloakOptions options_;
    WaitingRequests waiting_;
};

}  // namespace

std::unique_ptr<Cloak> make_clique_cloak(const CliqueCloakOptions& options) {
    return std::make_unique<CliqueCloak>(options);
}

}  // namespace kanon::places

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

constexpr std::size_t kMostNeighbours = kMostCliqueK;

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
        return out;
    }

    /// The sizes of groups that are looked for, the largest first.
    [[nodiscard]] std::vector<std::uint32_t> sizes(const Request& request,
                                                   const std::vector<Slot>& neighbours) const {
        std::set<std::uint32_t> found{request.k};
        if (options_.neighbours_k) {
            for (const Slot slot : neighbours) {
                const std::uint32_t k = waiting_.at(slot).k;
                if (k > request.k && k <= neighbours.size() + 1) {
                    found.insert(k);
                }
            }
        }
        return {found.rbegin(), found.rend()};
    }

    /// Leave out who asks for more than any group that is looked for has, and put those who are due
    /// first to the front, as many as are looked at.
    void choose(std::vector<Slot>& neighbours, std::uint32_t most_k) const {
        std::erase_if(neighbours, [&](Slot slot) { return waiting_.at(slot).k > most_k; });
        std::ranges::sort(neighbours, {}, [&](Slot slot) {
            const Request& other = waiting_.at(slot);
            return std::pair(other.deadline(), other.number);
        });
        neighbours.resize(std::min(neighbours.size(), kMostNeighbours));
    }

    /// Whether a group with this request was released.
    bool search(Slot slot, Moment now, double above, Answers& answers) {
        const Request request = waiting_.at(slot);
        std::vector<Slot> slots = neighbours_of(request);
        const double wanted = std::max(1.0, above) * request.k;
        if (static_cast<double>(slots.size()) + 1 < wanted) {
            return false;
        }
        const std::vector<std::uint32_t> sizes_of_groups = sizes(request, slots);
        choose(slots, sizes_of_groups.front());
        if (slots.size() + 1 < request.k) {
            return false;
        }
        std::vector<const Request*> neighbours;
        neighbours.reserve(slots.size());
        for (const Slot other : slots) {
            neighbours.push_back(&waiting_.at(other));
        }
        CliqueSearch graph(neighbours);
        for (const std::uint32_t k : sizes_of_groups) {
            const std::vector<std::size_t> found = graph.find(k - 1, k);
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

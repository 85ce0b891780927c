// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/history/histories.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kanon::places {
namespace {

using People = std::set<std::uint64_t>;

constexpr std::size_t kReserve = 3;  ///< times k - 1 companions that a first box takes in

/// Who has been in all boxes of a trace at elements of one LBQID.
struct Companions {
    bool has_begun = false;
    People people;
    std::uint32_t most_k = 0;
};

/// A person's trace since the last unlinking.
struct Trace {
    std::uint64_t number = 0;
    std::vector<Companions> of_lbqid;
};

/// All that every member of a group tolerates, up to the moment of its release.
Box allowed_for(const Group& group) {
    Box out = tolerated(group.members.front());
    for (const Request& member : group.members) {
        const Box most = tolerated(member);
        out.x = {std::max(out.x.least, most.x.least), std::min(out.x.greatest, most.x.greatest)};
        out.y = {std::max(out.y.least, most.y.least), std::min(out.y.greatest, most.y.greatest)};
        out.time = {std::max(out.time.least, most.time.least),
                    std::min(out.time.greatest, most.time.greatest)};
    }
    out.time.greatest = std::min(out.time.greatest, group.released);
    return out;
}

/// How much wider a box becomes with a point, in parts of what is allowed.
double widening(const Box& box, const Box& allowed, const Request& point) {
    Box wider = box;
    wider.add(point);
    const auto part = [](double by, double of) { return of > 0 ? by / of : 0; };
    return part(wider.x.length() - box.x.length(), allowed.x.length()) +
           part(wider.y.length() - box.y.length(), allowed.y.length()) +
           part(static_cast<double>(wider.time.length() - box.time.length()),
                static_cast<double>(allowed.time.length()));
}

class HistoryKeeper {
public:
    HistoryKeeper(const RequestSet& requests, const std::vector<Lbqid>& lbqids)
        : requests_(requests.requests), lbqids_(lbqids) {}

    Histories run(std::vector<Group>& groups) {
        for (Group& group : groups) {
            const std::vector<Need> needs = needs_of(group);
            const Box before = group.box;
            for (const Need& need : needs) {
                if (!widen(group, need)) {
                    unlink(need.person);
                }
            }
            settle(group, needs);
            out_.widened += static_cast<std::uint64_t>(group.box != before);
            for (const Request& member : group.members) {
                out_.trace_of[member.number] = trace_of(member.person).number;
            }
        }
        return std::move(out_);
    }

private:
    /// A request at an element of an LBQID.
    struct Need {
        std::uint64_t person;
        std::size_t lbqid;
        std::uint32_t k;
    };

    std::vector<Need> needs_of(const Group& group) {
        std::vector<Need> out;
        for (const Request& member : group.members) {
            bool matches = false;
            for (std::size_t i = 0; i < lbqids_.size(); ++i) {
                const bool is_at_one = std::ranges::any_of(
                    lbqids_[i].elements,
                    [&](const LbqidElement& element) { return is_at(element, member); });
                matches = matches || is_at_one;
                if (is_at_one) {
                    out.push_back({member.person, i, member.k});
                }
            }
            out_.matching += static_cast<std::uint64_t>(matches);
        }
        return out;
    }

    Trace& trace_of(std::uint64_t person) {
        const auto [found, is_new] = traces_.try_emplace(person);
        if (is_new) {
            begin(found->second);
        }
        return found->second;
    }

    void begin(Trace& trace) {
        trace.number = next_trace_++;
        trace.of_lbqid.assign(lbqids_.size(), {});
    }

    void unlink(std::uint64_t person) {
        begin(trace_of(person));
        ++out_.unlinked;
    }

    /// Call with each request in a box.
    template <class Action>
    void each_inside(const Box& box, const Action& action) const {
        auto at = std::ranges::lower_bound(requests_, box.time.least, {}, &Request::time);
        for (; at != requests_.end() && at->time <= box.time.greatest; ++at) {
            if (box.holds(*at)) {
                action(*at);
            }
        }
    }

    [[nodiscard]] People people_in(const Box& box, std::uint64_t but) const {
        People out;
        each_inside(box, [&](const Request& request) { out.insert(request.person); });
        out.erase(but);
        return out;
    }

    /// Take in as many companions of a trace as its requests ask for; false: there are not enough,
    /// and the group is as it was. The first box of a trace takes in more, as far as that goes: who
    /// is not in it can be no companion later.
    bool widen(Group& group, const Need& need) {
        const Companions& companions = trace_of(need.person).of_lbqid[need.lbqid];
        if (!companions.has_begun) {
            const auto anybody = [&](std::uint64_t person) { return person != need.person; };
            static_cast<void>(
                take_in(group, group.box, kReserve * (need.k - 1), need.person, anybody));
            return true;
        }
        const auto was_there = [&](std::uint64_t person) {
            return companions.people.contains(person);
        };
        const Box before = group.box;
        const std::size_t wanted = std::max(companions.most_k, need.k) - 1;
        const bool are_enough = take_in(group, before, wanted, need.person, was_there);
        if (!are_enough) {
            group.box = before;
        }
        return are_enough;
    }

    /// Widen a group's box from `box` on until so many of some people are in it; false: it has all
    /// of them that can be, and they are fewer.
    template <class IsOne>
    bool take_in(
        Group& group, Box box, std::size_t wanted, std::uint64_t person, const IsOne& is_one) {
        const Box allowed = allowed_for(group);
        for (;;) {
            const People inside = people_in(box, person);
            group.box = box;
            if (static_cast<std::size_t>(std::ranges::count_if(inside, is_one)) >= wanted) {
                return true;
            }
            std::optional<Request> best;
            double least = std::numeric_limits<double>::infinity();
            each_inside(allowed, [&](const Request& request) {
                const bool is_missing = is_one(request.person) && !inside.contains(request.person);
                const double by = is_missing ? widening(box, allowed, request) : least;
                if (by < least) {
                    least = by;
                    best = request;
                }
            });
            if (!best) {
                return false;
            }
            box.add(*best);
        }
    }

    /// Companions are who is in the box as it is released.
    void settle(const Group& group, const std::vector<Need>& needs) {
        for (const Need& need : needs) {
            Companions& companions = trace_of(need.person).of_lbqid[need.lbqid];
            People inside = people_in(group.box, need.person);
            if (companions.has_begun) {
                std::erase_if(inside, [&](std::uint64_t person) {
                    return !companions.people.contains(person);
                });
            }
            companions.people = std::move(inside);
            companions.has_begun = true;
            companions.most_k = std::max(companions.most_k, need.k);
        }
    }

    const std::vector<Request>& requests_;
    const std::vector<Lbqid>& lbqids_;
    std::map<std::uint64_t, Trace> traces_;
    std::uint64_t next_trace_ = 0;
    Histories out_;
};

}  // namespace

Histories keep_histories(const RequestSet& requests,
                         const std::vector<Lbqid>& lbqids,
                         std::vector<Group>& groups) {
    return HistoryKeeper(requests, lbqids).run(groups);
}

}  // namespace kanon::places

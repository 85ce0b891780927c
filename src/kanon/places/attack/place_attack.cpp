// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/attack/place_attack.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kanon::places {
namespace {

using Persons = std::set<std::uint64_t>;

/// A released row and whose it is.
struct Attacked {
    const Request* request = nullptr;
    const ReleasedBox* released = nullptr;
};

/// Gathers what an attacker achieves.
class Tally {
public:
    /// He has so many candidates for a request; the right one is among them.
    void add(std::uint64_t person, std::size_t candidates) {
        ++figures_.requests;
        persons_.insert(person);
        figures_.expected_right += 1 / static_cast<double>(std::max<std::size_t>(candidates, 1));
        if (candidates <= 1) {
            ++figures_.found_requests;
            found_.insert(person);
        }
    }

    [[nodiscard]] AttackFigures figures() const {
        AttackFigures out = figures_;
        out.persons = persons_.size();
        out.found_persons = found_.size();
        return out;
    }

private:
    AttackFigures figures_;
    Persons persons_;
    Persons found_;
};

class PlaceAttacker {
public:
    PlaceAttacker(const RequestSet& requests,
                  std::span<const std::string> ids,
                  const std::vector<ReleasedBox>& boxes)
        : requests_(requests.requests) {
        std::unordered_map<std::string_view, const Request*> by_id;
        for (const Request& request : requests_) {
            by_id.emplace(ids[request.number], &request);
        }
        for (const ReleasedBox& released : boxes) {
            const auto found = by_id.find(released.request);
            out_.unknown_rows += static_cast<std::uint64_t>(found == by_id.end());
            if (found != by_id.end()) {
                rows_.push_back({found->second, &released});
                sharers_[released.box].insert(found->second->person);
                by_pseudonym_ = by_pseudonym_ || !released.pseudonym.empty();
            }
        }
    }

    [[nodiscard]] PlaceFindings run() {
        attack_points();
        attack_insides();
        attack_by_replay();
        attack_traces();
        return out_;
    }

private:
    void attack_points() {
        std::map<std::tuple<double, double, Moment>, Persons> there;
        for (const Request& request : requests_) {
            there[{request.x, request.y, request.time}].insert(request.person);
        }
        Tally tally;
        for (const auto& [request, released] : rows_) {
            tally.add(request->person, there[{request->x, request->y, request->time}].size());
        }
        out_.before = tally.figures();
    }

    /// Who was in a box while it lasted; the one nearest to its centre, ties to the first to come.
    struct Inside {
        Persons persons;
        std::uint64_t nearest = 0;
    };

    [[nodiscard]] Inside inside_of(const Box& box) const {
        Inside out;
        double least = std::numeric_limits<double>::infinity();
        const auto part = [](double value, const Range<double>& range) {
            const double half = range.length() / 2;
            return half > 0 ? (value - range.least - half) / half : 0.0;
        };
        auto at = std::ranges::lower_bound(requests_, box.time.least, {}, &Request::time);
        for (; at != requests_.end() && at->time <= box.time.greatest; ++at) {
            if (!box.holds(*at)) {
                continue;
            }
            out.persons.insert(at->person);
            const double distance = std::hypot(part(at->x, box.x), part(at->y, box.y));
            if (distance < least) {
                least = distance;
                out.nearest = at->person;
            }
        }
        return out;
    }

    void attack_insides() {
        Tally tally;
        for (const auto& [request, released] : rows_) {
            const auto [found, is_new] = insides_.try_emplace(released->box);
            if (is_new) {
                found->second = inside_of(released->box);
            }
            tally.add(request->person, found->second.persons.size());
            out_.right_by_centre +=
                static_cast<std::uint64_t>(found->second.nearest == request->person);
        }
        out_.inside = tally.figures();
    }

    void attack_by_replay() {
        Tally tally;
        for (const auto& [request, released] : rows_) {
            const std::size_t sharing = sharers_[released->box].size();
            tally.add(request->person, sharing);
            out_.fewer_than_k += static_cast<std::uint64_t>(sharing < request->k);
        }
        out_.replay = tally.figures();
    }

    using Trace = std::vector<Attacked>;

    /// Who is among the people of every box of a trace, as far as the boxes are needed to find one.
    struct Remaining {
        Persons persons;
        std::uint64_t used = 1;  ///< boxes
    };

    template <class PeopleOf>
    static Remaining remaining_of(const Trace& trace, const PeopleOf& people_of) {
        Remaining out{people_of(trace.front()), 1};
        for (std::size_t i = 1; i < trace.size() && out.persons.size() > 1; ++i, ++out.used) {
            const Persons& here = people_of(trace[i]);
            Persons both;
            std::ranges::set_intersection(out.persons, here, std::inserter(both, both.end()));
            out.persons = std::move(both);
        }
        return out;
    }

    void attack_traces() {
        std::map<std::pair<std::uint64_t, std::string_view>, Trace> traces;
        for (const Attacked& row : rows_) {
            traces[{row.request->person, row.released->pseudonym}].push_back(row);
        }
        Tally inside;
        Tally sharing;
        std::vector<std::uint64_t> needed;
        for (auto& [whose, trace] : traces) {
            std::ranges::sort(trace, {}, [](const Attacked& row) {
                return std::pair(row.request->time, row.request->number);
            });
            const Remaining was_there =
                remaining_of(trace, [this](const Attacked& row) -> const Persons& {
                    return insides_[row.released->box].persons;
                });
            const Remaining shares =
                remaining_of(trace, [this](const Attacked& row) -> const Persons& {
                    return sharers_[row.released->box];
                });
            for (std::size_t i = 0; i < trace.size(); ++i) {
                inside.add(whose.first, was_there.persons.size());
                sharing.add(whose.first, shares.persons.size());
            }
            if (shares.persons.size() == 1) {
                needed.push_back(shares.used);
            }
        }
        out_.linked_inside = inside.figures();
        out_.linked = sharing.figures();
        out_.linked_by_pseudonym = by_pseudonym_;
        std::ranges::sort(needed);
        out_.boxes_until_found = needed.empty() ? 0 : needed[(needed.size() - 1) / 2];
    }

    const std::vector<Request>& requests_;
    std::vector<Attacked> rows_;
    std::map<Box, Persons> sharers_;
    std::map<Box, Inside> insides_;
    bool by_pseudonym_ = false;
    PlaceFindings out_;
};

}  // namespace

PlaceFindings attack_boxes(const RequestSet& requests,
                           std::span<const std::string> ids,
                           const std::vector<ReleasedBox>& boxes) {
    return PlaceAttacker(requests, ids, boxes).run();
}

}  // namespace kanon::places

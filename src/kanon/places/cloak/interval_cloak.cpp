// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/interval_cloak.hpp"

#include "kanon/places/cloak/batch_cloak.hpp"
#include "kanon/places/cloak/quad_grid.hpp"
#include "kanon/places/cloak/shared_rectangle.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace kanon::places {
namespace {

using Waiting = std::vector<const Request*>;

std::size_t persons_among(const Waiting& requests) {
    std::set<std::uint64_t> out;
    for (const Request* const request : requests) {
        out.insert(request->person);
    }
    return out.size();
}

std::uint32_t most_k(const Waiting& requests) {
    return (*std::ranges::max_element(requests, {}, &Request::k))->k;
}

class IntervalCloak final : public BatchCloak {
public:
    explicit IntervalCloak(const CloakOptions& options) : grid_(options) {}

private:
    void divide(const Waiting& requests, Moment now, std::vector<Group>& groups) override {
        divide_cell({}, 0, requests, now, groups);
    }

    void divide_cell(const QuadCell& cell,
                     unsigned level,
                     const Waiting& requests,
                     Moment now,
                     std::vector<Group>& groups) {
        if (requests.size() < 2) {
            return;
        }
        std::optional<Group> whole = shared_rectangle(requests, grid_.rectangle(cell, level), now);
        const std::map<QuadCell, Waiting> parts = parts_of(requests, level);
        const bool can_divide =
            level < QuadGrid::kDeepest &&
            std::ranges::all_of(parts, [least = most_k(requests)](const auto& part) {
                return persons_among(part.second) >= least;
            });
        if (whole && !can_divide) {
            groups.push_back(std::move(*whole));
        } else if (level < QuadGrid::kDeepest) {
            for (const auto& [quadrant, inside] : parts) {
                divide_cell(quadrant, level + 1, inside, now, groups);
            }
        }
    }

    /// The requests in the quadrants of the next level that have any.
    [[nodiscard]] std::map<QuadCell, Waiting> parts_of(const Waiting& requests,
                                                       unsigned level) const {
        std::map<QuadCell, Waiting> out;
        const unsigned up = QuadGrid::kDeepest - std::min(level + 1, QuadGrid::kDeepest);
        for (const Request* const request : requests) {
            out[grid_.deepest(request->x, request->y).up(up)].push_back(request);
        }
        return out;
    }

    QuadGrid grid_;
};

class IntervalCloakTime final : public Cloak {
public:
    explicit IntervalCloakTime(const CloakOptions& options) : grid_(options) {}

    void offer(const Request& request, Answers& answers) override {
        advance(request.time, answers);
        const Key key = key_of(request);
        std::vector<Request>& inside = cells_[key];
        inside.push_back(request);
        due_.emplace(request.deadline(), request.number, key);
        ++waiting_;
        Waiting pointers;
        for (const Request& other : inside) {
            pointers.push_back(&other);
        }
        const auto& [level, cell] = key;
        std::optional<Group> group =
            shared_rectangle(pointers, grid_.rectangle(cell, level), request.time);
        if (group) {
            for (const Request& member : group->members) {
                take(key, member.number);
            }
            answers.groups.push_back(std::move(*group));
        }
    }

    void advance(Moment now, Answers& answers) override {
        while (!due_.empty() && std::get<0>(due_.top()) < now) {
            const auto [deadline, number, key] = due_.top();
            due_.pop();
            const std::optional<Request> request = take(key, number);
            if (request) {
                answers.dropped.push_back(*request);
            }
        }
    }

    void finish(Answers& answers) override { advance(std::numeric_limits<Moment>::max(), answers); }

    [[nodiscard]] std::size_t waiting() const override { return waiting_; }

private:
    using Key = std::pair<unsigned, QuadCell>;
    using Due = std::tuple<Moment, std::uint64_t, Key>;

    /// The largest cell around a point that it tolerates; else the smallest one.
    [[nodiscard]] Key key_of(const Request& request) const {
        const QuadCell deepest = grid_.deepest(request.x, request.y);
        const Box most = tolerated(request);
        unsigned level = QuadGrid::kDeepest;
        for (; level > 0; --level) {
            const Rectangle above =
                grid_.rectangle(deepest.up(QuadGrid::kDeepest - level + 1), level - 1);
            if (!most.x.holds(above.x) || !most.y.holds(above.y) ||
                above.x.length() > request.reach_x || above.y.length() > request.reach_y) {
                break;
            }
        }
        return {level, deepest.up(QuadGrid::kDeepest - level)};
    }

    /// Take a request out of its cell; none if it left before.
    std::optional<Request> take(const Key& key, std::uint64_t number) {
        const auto cell = cells_.find(key);
        if (cell == cells_.end()) {
            return std::nullopt;
        }
        const auto found = std::ranges::find(cell->second, number, &Request::number);
        if (found == cell->second.end()) {
            return std::nullopt;
        }
        const Request out = *found;
        cell->second.erase(found);
        if (cell->second.empty()) {
            cells_.erase(cell);
        }
        --waiting_;
        return out;
    }

    QuadGrid grid_;
    std::map<Key, std::vector<Request>> cells_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    std::size_t waiting_ = 0;
};

}  // namespace

std::unique_ptr<Cloak> make_interval_cloak(const CloakOptions& options) {
    return std::make_unique<IntervalCloak>(options);
}

std::unique_ptr<Cloak> make_interval_cloak_time(const CloakOptions& options) {
    return std::make_unique<IntervalCloakTime>(options);
}

}  // namespace kanon::places

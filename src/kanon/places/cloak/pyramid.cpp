// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/pyramid.hpp"

#include "kanon/places/cloak/batch_cloak.hpp"
#include "kanon/places/cloak/quad_grid.hpp"
#include "kanon/places/cloak/shared_rectangle.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace kanon::places {
namespace {

using Cells = std::map<QuadCell, std::vector<const Request*>>;

class Pyramid final : public BatchCloak {
public:
    explicit Pyramid(const CloakOptions& options) : grid_(options) {}

private:
    void divide(const std::vector<const Request*>& requests,
                Moment now,
                std::vector<Group>& groups) override {
        std::vector<const Request*> left = requests;
        for (unsigned level = QuadGrid::kDeepest; level > 0 && left.size() > 1; --level) {
            if (!is_tolerated(left, level)) {
                return;
            }
            Cells cells = cells_of(left, level);
            for (auto& [cell, inside] : cells) {
                release(
                    shared_rectangle(inside, grid_.rectangle(cell, level), now), {&inside}, groups);
            }
            for (auto& [cell, inside] : cells) {
                release_pair(cell, inside, level, now, cells, groups);
            }
            left.clear();
            for (const auto& [cell, inside] : cells) {
                left.insert(left.end(), inside.begin(), inside.end());
            }
        }
    }

    /// Whether a cell of this level is small enough for anybody.
    [[nodiscard]] bool is_tolerated(const std::vector<const Request*>& requests,
                                    unsigned level) const {
        const Rectangle cell = grid_.rectangle({}, level);
        return std::ranges::any_of(requests, [&](const Request* request) {
            return cell.x.length() <= 2 * request->reach_x &&
                   cell.y.length() <= 2 * request->reach_y;
        });
    }

    [[nodiscard]] Cells cells_of(const std::vector<const Request*>& requests,
                                 unsigned level) const {
        Cells out;
        for (const Request* const request : requests) {
            out[grid_.deepest(request->x, request->y).up(QuadGrid::kDeepest - level)].push_back(
                request);
        }
        return out;
    }

    /// Release a group, and take its members out of where they are.
    static void release(std::optional<Group> group,
                        const std::vector<std::vector<const Request*>*>& from,
                        std::vector<Group>& groups) {
        if (!group) {
            return;
        }
        std::set<std::uint64_t> served;
        for (const Request& member : group->members) {
            served.insert(member.number);
        }
        for (std::vector<const Request*>* const cell : from) {
            std::erase_if(*cell,
                          [&](const Request* request) { return served.contains(request->number); });
        }
        groups.push_back(std::move(*group));
    }

    /// Try a cell with its neighbours of the same parent.
    void release_pair(const QuadCell& cell,
                      std::vector<const Request*>& inside,
                      unsigned level,
                      Moment now,
                      Cells& cells,
                      std::vector<Group>& groups) {
        std::optional<Group> best;
        std::vector<const Request*>* partner = nullptr;
        for (const QuadCell& other :
             {QuadCell{cell.column ^ 1U, cell.row}, QuadCell{cell.column, cell.row ^ 1U}}) {
            const auto found = cells.find(other);
            if (inside.empty() || found == cells.end()) {
                continue;
            }
            std::vector<const Request*> both = inside;
            both.insert(both.end(), found->second.begin(), found->second.end());
            Rectangle rectangle = grid_.rectangle(cell, level);
            rectangle.add(grid_.rectangle(other, level));
            std::optional<Group> group = shared_rectangle(both, rectangle, now);
            if (group && (!best || group->members.size() < best->members.size())) {
                best = std::move(group);
                partner = &found->second;
            }
        }
        if (best) {
            release(std::move(best), {&inside, partner}, groups);
        }
    }

    QuadGrid grid_;
};

}  // namespace

std::unique_ptr<Cloak> make_pyramid(const CloakOptions& options) {
    return std::make_unique<Pyramid>(options);
}

}  // namespace kanon::places

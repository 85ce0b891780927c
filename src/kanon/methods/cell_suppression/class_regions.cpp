// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/class_regions.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/cell_suppression/class_choice.hpp"
#include "kanon/methods/parts/star_cells.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kanon {
namespace {

/// So many rows of some row types, numbered from 0.
RowTypes sub_table(const RowTypes& types, std::span<const TypeRows> rows) {
    RowTypes out;
    for (const CodeVector& codes : types.columns) {
        Code most = 0;
        for (const TypeRows& share : rows) {
            most = std::max(most, codes[share.type]);
        }
        CodeVector column(rows.size(), std::size_t{most} + 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            column.set(i, codes[rows[i].type]);
        }
        out.columns.push_back(std::move(column));
    }
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        out.counts.push_back(rows[i].rows);
        out.type_of_row.insert(out.type_of_row.end(), rows[i].rows, i);
    }
    return out;
}

/// Put rows of one type together. By type.
std::vector<TypeRows> united(std::vector<TypeRows> rows) {
    std::sort(rows.begin(), rows.end(), [](const TypeRows& a, const TypeRows& b) {
        return a.type < b.type;
    });
    std::vector<TypeRows> out;
    for (const TypeRows& share : rows) {
        if (!out.empty() && out.back().type == share.type) {
            out.back().rows += share.rows;
        } else {
            out.push_back(share);
        }
    }
    return out;
}

/// A cell that holds the types of a class and stars no more; none if no cell does.
std::optional<std::uint32_t> cell_of(const StarClass& one,
                                     std::span<const TypeRows> rows,
                                     const StarCells& cells) {
    std::vector<std::uint32_t> types;
    for (const TypeRows& share : one.types) {
        const auto at = std::lower_bound(
            rows.begin(), rows.end(), share.type, [](const TypeRows& of, std::uint32_t type) {
                return of.type < type;
            });
        types.push_back(static_cast<std::uint32_t>(at - rows.begin()));
    }
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        const auto held = cells.of(cell);
        if ((cells.stars[cell] & ~one.stars) == 0 &&
            std::includes(held.begin(), held.end(), types.begin(), types.end())) {
            return cell;
        }
    }
    return std::nullopt;
}

}  // namespace

/// Keeps the nearest of all neighbours that it is shown.
class RegionSearch::Nearest {
public:
    explicit Nearest(std::size_t most) : most_(most) {}

    /// False: there are enough that are nearer.
    [[nodiscard]] bool wants(StarCost distance) const { return distance <= farthest_; }

    void add(const Neighbour& found) {
        if (!wants(found.distance)) {
            return;
        }
        kept_.push_back(found);
        if (kept_.size() >= 4 * most_) {
            const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(most_) - 1;
            std::nth_element(kept_.begin(), last, kept_.end(), nearer);
            farthest_ = last->distance;
            kept_.resize(most_);
        }
    }

    [[nodiscard]] std::vector<Neighbour> sorted() {
        std::sort(kept_.begin(), kept_.end(), nearer);
        kept_.resize(std::min(kept_.size(), most_));
        return std::move(kept_);
    }

private:
    static bool nearer(const Neighbour& a, const Neighbour& b) {
        return std::tie(a.distance, a.is_class, a.index) <
               std::tie(b.distance, b.is_class, b.index);
    }

    std::size_t most_;
    StarCost farthest_ = std::numeric_limits<StarCost>::max();
    std::vector<Neighbour> kept_;
};

/// What a row costs in a class of one class's rows and others that show these values.
StarCost RegionSearch::distance(const StarClass& from, Pattern stars, std::uint32_t member) const {
    return scope_.costs.of(from.stars | stars | scope_.packed.difference(from.member, member));
}

std::vector<std::uint32_t> RegionSearch::seeds(std::size_t types) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
        if (classes_[index].rows > 0 && classes_[index].cost > 0 && in_vain_[index] < types) {
            out.push_back(index);
        }
    }
    for (std::size_t i = out.size(); i > 1; --i) {
        std::swap(out[i - 1], out[random_.below(i)]);
    }
    return out;
}

/// The nearest classes and starred rows, the nearest first.
std::vector<RegionSearch::Neighbour> RegionSearch::neighbours(std::uint32_t seed,
                                                              std::size_t most) const {
    const StarClass& centre = classes_[seed];
    Nearest nearest(most);
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
        const StarClass& other = classes_[index];
        if (index != seed && other.rows > 0 && taken_[index] == 0 && nearest.wants(other.cost)) {
            nearest.add({.distance = distance(centre, other.stars, other.member), .index = index});
        }
    }
    const std::vector<TypeRows>& starred = classes_.starred().types;
    for (std::uint32_t i = 0; i < starred.size(); ++i) {
        if (taken_stars_[starred[i].type] == 0) {
            nearest.add(
                {.distance = distance(centre, 0, starred[i].type), .is_class = false, .index = i});
        }
    }
    return nearest.sorted();
}

RegionSearch::Region RegionSearch::region_around(std::uint32_t seed, std::size_t types) {
    Region out;
    const auto add_class = [&](std::uint32_t index) {
        const StarClass& one = classes_[index];
        taken_[index] = 1;
        out.classes.push_back(index);
        out.rows.insert(out.rows.end(), one.types.begin(), one.types.end());
        out.cost += one.rows * one.cost;
        out.dearest = std::max(out.dearest, one.cost);
    };
    add_class(seed);
    for (const Neighbour& near : neighbours(seed, types)) {
        if (out.rows.size() >= types) {
            break;
        }
        if (!near.is_class) {
            const TypeRows share = classes_.starred().types[near.index];
            taken_stars_[share.type] = 1;
            out.starred.push_back(share);
            out.rows.push_back(share);
            out.starred_rows += share.rows;
        } else if (classes_[near.index].types.size() + out.rows.size() <= 2 * types) {
            add_class(near.index);
        }
    }
    if (out.starred_rows > 0) {
        out.cost += out.starred_rows * classes_.starred().cost;
        out.dearest = classes_.starred().cost;
    }
    out.rows = united(std::move(out.rows));
    return out;
}

std::vector<RegionSearch::Region> RegionSearch::next_regions(std::span<const std::uint32_t> order,
                                                             std::size_t& next,
                                                             std::size_t types) {
    std::vector<Region> out;
    const std::uint64_t left = scope_.context.node_limit - solved_;
    while (next < order.size() && out.size() < std::min<std::uint64_t>(kRegionsAtOnce, left)) {
        const std::uint32_t seed = order[next++];
        if (classes_[seed].rows > 0 && taken_[seed] == 0 && in_vain_[seed] < types) {
            out.push_back(region_around(seed, types));
        }
    }
    for (const Region& region : out) {
        for (const std::uint32_t index : region.classes) {
            taken_[index] = 0;
        }
        for (const TypeRows& share : region.starred) {
            taken_stars_[share.type] = 0;
        }
    }
    return out;
}

/// How many rows of a region may be starred throughout, whatever the other regions do: suppressed
/// rows stay within the limit, those of a class stay enough; or all are in this one, and may go.
std::vector<StarredRows> RegionSearch::limits(const Region& region, std::size_t regions) const {
    const std::uint64_t now = classes_.starred().rows;
    const std::uint64_t suppressed = scope_.problem.suppression_limit;
    if (now <= suppressed) {
        return {{.most = region.starred_rows + (suppressed - now) / regions}};
    }
    const std::uint64_t spare = (now - scope_.problem.least_class_rows()) / regions;
    const std::uint64_t least = region.starred_rows - std::min(region.starred_rows, spare);
    std::vector<StarredRows> out{{.least = least}};
    if (region.starred_rows == now && least > 0) {
        out.push_back({.most = suppressed});
    }
    return out;
}

std::uint64_t RegionSearch::rows_of(const Region& region) {
    std::uint64_t rows = 0;
    for (const TypeRows& share : region.rows) {
        rows += share.rows;
    }
    return rows;
}

/// The cells of a region's rows that may cost less than the rows do.
std::optional<StarCells> RegionSearch::cells_of(const Region& region,
                                                const RowTypes& types,
                                                const RunContext& context) const {
    const auto useful =
        std::partition_point(scope_.patterns.begin(), scope_.patterns.end(), [&](Pattern stars) {
            return scope_.costs.of(stars) <= region.dearest;
        });
    return collect_cells(types,
                         {.mask = &scope_.problem.patterns,
                          .least_rows = scope_.problem.least_class_rows(),
                          .most_entries = kMostRegionEntries},
                         std::span(scope_.patterns.begin(), useful),
                         scope_.costs,
                         context);
}

/// The cells of the classes that are there now.
std::vector<std::uint32_t> RegionSearch::start_of(const Region& region,
                                                  const StarCells& cells) const {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t index : region.classes) {
        if (const auto cell = cell_of(classes_[index], region.rows, cells)) {
            out.push_back(*cell);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<RegionSearch::Change> RegionSearch::solve(const Region& region,
                                                        std::size_t regions) const {
    RunContext context = scope_.context;
    context.threads = 1;
    context.progress = nullptr;
    context.node_limit = kMostSearchNodes;
    const RowTypes types = sub_table(scope_.problem.row_types, region.rows);
    const std::optional<StarCells> cells = cells_of(region, types, context);
    if (!cells) {
        return std::nullopt;
    }
    const std::vector<std::uint32_t> start = start_of(region, *cells);
    const StarCost star_cost = classes_.starred().cost;
    const ChoiceTask task{.counts = types.counts,
                          .cells = &*cells,
                          .least_rows = scope_.problem.least_class_rows(),
                          .star_cost = star_cost,
                          .unit = CostUnit::of(cells->costs, star_cost),
                          .start = start};
    std::optional<RowAssignment> best;
    for (const StarredRows& starred : limits(region, regions)) {
        ClassChoice choice = choose_classes(task, starred, solver_, context);
        if (choice.best && choice.best->cost < (best ? best->cost : region.cost)) {
            best = std::move(choice.best);
        }
    }
    return best ? std::optional(change_to(*best, region, *cells)) : std::nullopt;
}

RegionSearch::Change RegionSearch::change_to(const RowAssignment& assignment,
                                             const Region& region,
                                             const StarCells& cells) {
    Change out{.starred = region.rows};
    for (const Share& share : assignment.shares) {
        const TypeRows moved{.type = region.rows[share.type].type, .rows = share.rows};
        out.into_classes.emplace_back(cells.stars[share.cell], moved);
        out.starred[share.type].rows -= share.rows;
    }
    std::erase_if(out.starred, [](const TypeRows& share) { return share.rows == 0; });
    return out;
}

void RegionSearch::apply(const Region& region, const Change& change) {
    for (const std::uint32_t index : region.classes) {
        classes_.clear(index);
    }
    for (const TypeRows& share : region.starred) {
        classes_.take_starred(share);
    }
    for (const auto& [stars, share] : change.into_classes) {
        const std::uint32_t index = classes_.add(stars, share);
        in_vain_.resize(classes_.size(), 0);
        in_vain_[index] = 0;
    }
    for (const TypeRows& share : change.starred) {
        classes_.add_starred(share);
    }
}

std::uint64_t RegionSearch::pass(std::size_t types) {
    in_vain_.resize(classes_.size(), 0);
    taken_stars_.resize(scope_.problem.row_types.size(), 0);
    const std::vector<std::uint32_t> order = seeds(types);
    std::uint64_t changed = 0;
    for (std::size_t next = 0; next < order.size();) {
        taken_.assign(classes_.size(), 0);
        const std::vector<Region> regions = next_regions(order, next, types);
        if (regions.empty() || scope_.context.should_stop()) {
            break;
        }
        std::vector<std::optional<Change>> changes(regions.size());
        parallel_for(
            regions.size(), 1, scope_.context.threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    changes[i] = solve(regions[i], regions.size());
                }
            });
        solved_ += regions.size();
        solved_all_ = solved_all_ || rows_of(regions[0]) == scope_.problem.row_types.row_count();
        for (std::size_t i = 0; i < regions.size(); ++i) {
            if (changes[i]) {
                apply(regions[i], *changes[i]);
                ++changed;
            } else {
                for (const std::uint32_t index : regions[i].classes) {
                    in_vain_[index] = types;
                }
            }
        }
    }
    return changed;
}

}  // namespace kanon

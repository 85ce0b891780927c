// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/improvement/class_regions.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/cell_suppression/exact/cell_selection.hpp"
#include "kanon/methods/cell_suppression/patterns/star_cells.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace kanon::cell_suppression {
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
    for (const TypeRows& share : rows) {
        out.counts.push_back(share.rows);
        out.rows += share.rows;
    }
    return out;
}

/// All rows of each type. By type.
template <class Shares>
std::vector<TypeRows> united(const Shares& shares) {
    std::map<std::uint32_t, std::uint32_t> rows_of_type;
    for (const auto& [piece, share] : shares) {
        rows_of_type[share.type] += share.rows;
    }
    std::vector<TypeRows> out;
    out.reserve(rows_of_type.size());
    for (const auto& [type, rows] : rows_of_type) {
        out.push_back({.type = type, .rows = rows});
    }
    return out;
}

/// A cell that holds the types of a class and stars no more; none if no cell does.
std::optional<std::uint32_t> cell_of(const ChangingClass& one,
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
        return std::tie(a.distance, a.piece.is_class, a.piece.number) <
               std::tie(b.distance, b.piece.is_class, b.piece.number);
    }

    std::size_t most_;
    StarCost farthest_ = std::numeric_limits<StarCost>::max();
    std::vector<Neighbour> kept_;
};

StarCost RegionSearch::cost_above_least(Piece piece) const {
    if (piece.is_class) {
        return classes_.cost_above_least(piece.number);
    }
    return classes_.starred_rows(piece.number) *
           (classes_.starred().cost - scope_.least_costs[piece.number]);
}

/// Pieces whose rows cost more than they must, and have not been in such a region in vain; those
/// that cost most too much first, equal ones at random.
std::vector<RegionSearch::Piece> RegionSearch::seeds(std::size_t types) {
    std::vector<std::tuple<StarCost, std::uint64_t, bool, std::uint32_t>> keyed;
    const auto consider = [&](Piece piece) {
        const StarCost above = cost_above_least(piece);
        if (above > 0 && in_vain_[piece] < types) {
            keyed.emplace_back(above, random_.next(), piece.is_class, piece.number);
        }
    };
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
        consider({.number = index});
    }
    for (const TypeRows& share : classes_.starred().types) {
        consider({.is_class = false, .number = share.type});
    }
    std::sort(keyed.rbegin(), keyed.rend());
    std::vector<Piece> out;
    out.reserve(keyed.size());
    for (const auto& [above, random, is_class, number] : keyed) {
        out.push_back({.is_class = is_class, .number = number});
    }
    return out;
}

bool RegionSearch::is_there(Piece piece) const {
    return piece.is_class ? classes_[piece.number].rows > 0
                          : classes_.starred_rows(piece.number) > 0;
}

/// The nearest pieces, the nearest first: those that cost least per row in one class with the seed.
std::vector<RegionSearch::Neighbour> RegionSearch::neighbours(Piece seed, std::size_t most) {
    const Pattern stars = seed.is_class ? classes_[seed.number].stars : 0;
    const std::uint32_t member = seed.is_class ? classes_[seed.number].member : seed.number;
    Nearest nearest(most);
    const auto consider = [&](Piece piece, Pattern of_piece, std::uint32_t type) {
        if (is_taken_[piece] == 0) {
            const Pattern both = stars | of_piece | scope_.packed.difference(member, type);
            nearest.add({.distance = scope_.costs.of(both), .piece = piece});
        }
    };
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
        const ChangingClass& other = classes_[index];
        if (other.rows > 0 && nearest.wants(other.cost)) {
            consider({.number = index}, other.stars, other.member);
        }
    }
    for (const TypeRows& share : classes_.starred().types) {
        consider({.is_class = false, .number = share.type}, 0, share.type);
    }
    return nearest.sorted();
}

void RegionSearch::add(Piece piece, Region& region) {
    is_taken_[piece] = 1;
    region.pieces.push_back(piece);
    if (piece.is_class) {
        const ChangingClass& one = classes_[piece.number];
        for (const TypeRows& share : one.types) {
            region.shares.emplace_back(piece, share);
        }
        region.cost += one.rows * one.cost;
        region.dearest = std::max(region.dearest, one.cost);
    } else {
        const std::uint32_t rows = classes_.starred_rows(piece.number);
        region.shares.emplace_back(piece, TypeRows{.type = piece.number, .rows = rows});
        region.starred_rows += rows;
        region.cost += rows * classes_.starred().cost;
        region.dearest = classes_.starred().cost;
    }
}

RegionSearch::Region RegionSearch::region_around(Piece seed, std::size_t types) {
    Region out;
    add(seed, out);
    for (const auto& [distance, piece] : neighbours(seed, types)) {
        if (out.shares.size() >= types) {
            break;
        }
        const std::size_t more = piece.is_class ? classes_[piece.number].types.size() : 1;
        if (out.shares.size() + more <= 2 * types) {
            add(piece, out);
        }
    }
    out.rows = united(out.shares);
    return out;
}

std::vector<RegionSearch::Region> RegionSearch::next_regions(std::span<const Piece> order,
                                                             std::size_t& next,
                                                             std::size_t types) {
    std::vector<Region> out;
    is_taken_.classes.resize(classes_.size(), 0);
    const std::uint64_t left = scope_.context.node_limit - solved_;
    while (next < order.size() && out.size() < std::min<std::uint64_t>(kRegionsAtOnce, left)) {
        const Piece seed = order[next++];
        if (is_there(seed) && is_taken_[seed] == 0 && in_vain_[seed] < types) {
            out.push_back(region_around(seed, types));
        }
    }
    for (const Region& region : out) {
        for (const Piece piece : region.pieces) {
            is_taken_[piece] = 0;
        }
    }
    return out;
}

/// How many rows of a region may be starred throughout, whatever the other regions do: suppressed
/// rows stay within the limit, those of a class stay enough; or all are in this one, and may go.
std::vector<StarredRows> RegionSearch::limits(const Region& region, std::size_t regions) const {
    const std::uint64_t now = classes_.starred().rows;
    const std::uint64_t suppressed = scope_.task.suppression_limit;
    if (now <= suppressed) {
        return {{.most = region.starred_rows + (suppressed - now) / regions}};
    }
    const std::uint64_t spare = (now - scope_.task.least_class_rows()) / regions;
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
                         {.mask = &scope_.task.patterns,
                          .least_rows = scope_.task.least_class_rows(),
                          .most_entries = kMostRegionEntries},
                         std::span(scope_.patterns.begin(), useful),
                         scope_.costs,
                         context);
}

/// The cells of the classes that are there now.
std::vector<std::uint32_t> RegionSearch::start_of(const Region& region,
                                                  const StarCells& cells) const {
    std::vector<std::uint32_t> out;
    for (const Piece piece : region.pieces) {
        const auto cell =
            piece.is_class ? cell_of(classes_[piece.number], region.rows, cells) : std::nullopt;
        if (cell) {
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
    const RowTypes types = sub_table(scope_.task.row_types(), region.rows);
    const std::optional<StarCells> cells = cells_of(region, types, context);
    if (!cells) {
        return std::nullopt;
    }
    const std::vector<std::uint32_t> start = start_of(region, *cells);
    const StarCost star_cost = classes_.starred().cost;
    const CellSelectionTask task{.counts = types.counts,
                                 .cells = &*cells,
                                 .least_rows = scope_.task.least_class_rows(),
                                 .star_cost = star_cost,
                                 .unit = CostUnit::of(cells->costs, star_cost),
                                 .start = start};
    std::optional<RowAssignment> best;
    for (const StarredRows& starred : limits(region, regions)) {
        CellSelection choice = select_cells(task, starred, solver_, context);
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
    for (const CellShare& share : assignment.shares) {
        const TypeRows moved{.type = region.rows[share.type].type, .rows = share.rows};
        out.into_classes.emplace_back(cells.stars[share.cell], moved);
        out.starred[share.type].rows -= share.rows;
    }
    std::erase_if(out.starred, [](const TypeRows& share) { return share.rows == 0; });
    return out;
}

/// A piece may have more rows by now, from a region that was solved beside this one: they stay.
void RegionSearch::apply(const Region& region, const Change& change) {
    for (const auto& [piece, share] : region.shares) {
        if (piece.is_class) {
            classes_.take(piece.number, share);
        } else {
            classes_.take_starred(share);
        }
    }
    for (const auto& [stars, share] : change.into_classes) {
        const std::uint32_t index = classes_.add(stars, share);
        in_vain_.classes.resize(classes_.size(), 0);
        in_vain_.classes[index] = 0;
    }
    for (const TypeRows& share : change.starred) {
        classes_.add_starred(share);
    }
}

std::uint64_t RegionSearch::pass(std::size_t types) {
    in_vain_.classes.resize(classes_.size(), 0);
    in_vain_.types.resize(scope_.task.row_types().size(), 0);
    is_taken_.types.resize(scope_.task.row_types().size(), 0);
    const std::vector<Piece> order = seeds(types);
    std::uint64_t changed = 0;
    for (std::size_t next = 0; next < order.size();) {
        const std::vector<Region> regions = next_regions(order, next, types);
        if (regions.empty() || scope_.context.should_stop()) {
            break;
        }
        changed += solve_all(regions, types);
    }
    return changed;
}

std::uint64_t RegionSearch::solve_all(std::span<const Region> regions, std::size_t types) {
    std::vector<std::optional<Change>> changes(regions.size());
    parallel_for(
        regions.size(), 1, scope_.context.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                changes[i] = solve(regions[i], regions.size());
            }
        });
    solved_ += regions.size();
    solved_all_ = solved_all_ || rows_of(regions[0]) == scope_.task.row_types().row_count();
    std::uint64_t changed = 0;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        if (changes[i]) {
            apply(regions[i], *changes[i]);
            ++changed;
            continue;
        }
        for (const Piece piece : regions[i].pieces) {
            in_vain_[piece] = types;
        }
    }
    return changed;
}

}  // namespace kanon::cell_suppression

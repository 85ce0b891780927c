// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/least_cost_release.hpp"

#include "kanon/methods/cell_suppression/exact/assigned_partition.hpp"

#include <algorithm>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// For each type its cells, ascending.
std::vector<std::vector<std::uint32_t>> cells_of_types(const StarCells& cells, std::size_t types) {
    std::vector<std::vector<std::uint32_t>> out(types);
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        for (const std::uint32_t type : cells.of(cell)) {
            out[type].push_back(cell);
        }
    }
    return out;
}

/// The better of two ways to treat starred rows; what bounds both bounds the choice.
CellSelection better(CellSelection a, CellSelection b) {
    const StarCost bound = std::min(a.bound, b.bound);
    const bool proven = a.proven && b.proven;
    CellSelection& best = !b.best || (a.best && a.best->cost <= b.best->cost) ? a : b;
    best.bound = bound;
    best.proven = proven;
    return std::move(best);
}

void count(const StarCells& cells, const CellSelection& choice, StarSearch& search) {
    search.count("cells", cells.size());
    search.count("cell_entries", cells.types.size());
    search.count("parts", choice.parts);
    search.count("largest_part", choice.largest_part);
    search.count("unproven_parts", choice.unproven_parts);
    search.count("failed_parts", choice.failed_parts);
    search.count("skipped_parts", choice.skipped_parts);
}

}  // namespace

std::vector<KnownClass> known_classes(const StarPartition& partition) {
    std::vector<KnownClass> out(partition.stars.size());
    for (std::size_t index = 0; index < out.size(); ++index) {
        out[index].stars = partition.stars[index];
    }
    for (std::uint32_t type = 0; type < partition.class_of_type.size(); ++type) {
        if (partition.class_of_type[type] != kSuppressedClass) {
            out[partition.class_of_type[type]].types.push_back(type);
        }
    }
    std::erase_if(out, [](const KnownClass& one) { return one.types.empty(); });
    return out;
}

std::vector<std::uint32_t> cells_of_classes(std::span<const KnownClass> known,
                                            const StarCells& cells,
                                            std::size_t types) {
    const auto of_type = cells_of_types(cells, types);
    std::vector<std::uint32_t> out;
    for (const KnownClass& one : known) {
        const auto holds = [&](std::uint32_t cell) {
            const std::span<const std::uint32_t> held = cells.of(cell);
            return (cells.stars[cell] & ~one.stars) == 0 &&
                   std::includes(held.begin(), held.end(), one.types.begin(), one.types.end());
        };
        const std::vector<std::uint32_t>& candidates = of_type[one.types.front()];
        const auto found = std::find_if(candidates.begin(), candidates.end(), holds);
        if (found != candidates.end()) {
            out.push_back(*found);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

CellSelection choose_cells(const CellSelectionTask& task,
                           const StarredRule& rule,
                           const MipSolver& solver,
                           const RunContext& context) {
    if (rule.most == 0 && !rule.star_class) {
        return select_cells(task, {.most = 0}, solver, context);
    }
    CellSelection free = select_cells(task, {}, solver, context);
    const bool as_class = rule.star_class && free.best && free.best->starred >= task.least_rows;
    if (!free.best || free.best->starred <= rule.most || as_class) {
        return free;
    }
    CellSelection few = select_cells(task, {.most = rule.most}, solver, context);
    few.bound = std::max(few.bound, free.bound);
    if (!rule.star_class) {
        return few;
    }
    CellSelection many = select_cells(task, {.least = task.least_rows}, solver, context);
    many.bound = std::max(many.bound, free.bound);
    return better(std::move(few), std::move(many));
}

ExactChoice find_least_cost_release(StarSearch& search,
                                    std::span<const KnownClass> known,
                                    const MipSolver& solver,
                                    const RunContext& context) {
    const Task& task = search.task();
    const std::optional<StarCells> cells =
        collect_cells(task, search.patterns(), search.costs(), kMostCellEntries, context);
    if (!cells) {
        return {};
    }
    const StarCost star_cost = search.costs().of(task.patterns.everything());
    const std::vector<std::uint32_t> start =
        cells_of_classes(known, *cells, task.row_types().size());
    const CellSelectionTask selection{.counts = task.row_types().counts,
                                      .cells = &*cells,
                                      .least_rows = task.least_class_rows(),
                                      .star_cost = star_cost,
                                      .unit = CostUnit::of(cells->costs, star_cost),
                                      .start = start};
    const StarredRule rule{
        .most = task.patterns.all_star == AllStar::never ? 0 : task.suppression_limit,
        .star_class = task.patterns.all_star == AllStar::as_class};
    const CellSelection choice = choose_cells(selection, rule, solver, context);
    count(*cells, choice, search);
    ExactChoice out{.bound = choice.bound, .proven = choice.proven};
    if (choice.best) {
        out.best = partition_of_assignment(task, *cells, *choice.best);
    }
    return out;
}

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/cell_selection.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/cell_suppression/exact/independent_parts.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <numeric>

namespace kanon::cell_suppression {
namespace {

/// What each row costs at least: its cheapest cell, or stars throughout.
class LeastCosts {
public:
    LeastCosts(const CellSelectionTask& task, StarredRows starred)
        : counts_(task.counts),
          of_type_(task.counts.size(), starred.most > 0 ? task.star_cost : kNoChoice) {
        for (std::size_t cell = 0; cell < task.cells->size(); ++cell) {
            for (const std::uint32_t type : task.cells->of(cell)) {
                of_type_[type] = std::min(of_type_[type], task.cells->costs[cell]);
            }
        }
    }

    [[nodiscard]] StarCost of(std::span<const std::uint32_t> types) const {
        StarCost sum = 0;
        for (const std::uint32_t type : types) {
            if (of_type_[type] == kNoChoice) {
                return kNoChoice;
            }
            sum += counts_[type] * of_type_[type];
        }
        return sum;
    }

private:
    std::span<const std::uint32_t> counts_;
    std::vector<StarCost> of_type_;
};

class PartSolver {
public:
    PartSolver(const CellSelectionTask& task,
               StarredRows starred,
               const MipSolver& solver,
               const RunContext& context)
        : task_(task),
          starred_(starred),
          solver_(solver),
          context_(context),
          least_(task, starred),
          spare_(task.enough) {}

    /// What rows of all these parts cost at least counts for each of them.
    void settle(std::span<const IndependentPart> parts) {
        for (const IndependentPart& part : parts) {
            spare_ -= spare_ == kNoChoice ? 0 : std::min(spare_, least_.of(part.types));
        }
    }

    [[nodiscard]] PartChoice solve(const IndependentPart& part) const {
        PartChoice out{.best = start_of(part), .bound = least_.of(part.types)};
        if (out.bound == kNoChoice) {
            out.proven = true;
            return out;
        }
        out.enough = spare_ == kNoChoice ? kNoChoice : out.bound + spare_;
        out.proven = out.best && out.best->cost == out.bound;
        if (!out.proven && out.bound < out.enough && !context_.should_stop()) {
            out.skipped = entries_of(part) > kMostProgramEntries;
            if (!out.skipped) {
                improve(part, out);
            }
        }
        return out;
    }

private:
    [[nodiscard]] AssignmentTask assignment(const IndependentPart& part,
                                            std::span<const std::uint32_t> classes) const {
        return {.types = part.types,
                .counts = task_.counts,
                .cells = task_.cells,
                .classes = classes,
                .least_rows = task_.least_rows,
                .star_cost = task_.star_cost,
                .starred = starred_};
    }

    [[nodiscard]] std::size_t entries_of(const IndependentPart& part) const {
        std::size_t sum = 0;
        for (const std::uint32_t cell : part.cells) {
            sum += task_.cells->of(cell).size();
        }
        return sum;
    }

    [[nodiscard]] std::optional<RowAssignment> start_of(const IndependentPart& part) const {
        std::vector<std::uint32_t> classes;
        std::set_intersection(part.cells.begin(),
                              part.cells.end(),
                              task_.start.begin(),
                              task_.start.end(),
                              std::back_inserter(classes));
        return assign_rows(assignment(part, classes));
    }

    void improve(const IndependentPart& part, PartChoice& out) const {
        search_core(assignment(part, part.cells), task_.unit, solver_, context_, out);
    }

    const CellSelectionTask& task_;
    StarredRows starred_;
    const MipSolver& solver_;
    const RunContext& context_;
    LeastCosts least_;
    StarCost spare_;  ///< what is enough, beyond what rows cost at least
};

void add(const PartChoice& part, CellSelection& sum) {
    sum.unproven_parts += part.proven ? 0U : 1U;
    sum.failed_parts += part.failed ? 1U : 0U;
    sum.skipped_parts += part.skipped ? 1U : 0U;
    sum.proven = sum.proven && part.proven;
    const bool none = sum.bound == kNoChoice || part.bound == kNoChoice;
    sum.bound = none ? kNoChoice : sum.bound + part.bound;
    if (!part.best || !sum.best) {
        sum.best.reset();
        return;
    }
    sum.best->cost += part.best->cost;
    sum.best->starred += part.best->starred;
    sum.best->shares.insert(
        sum.best->shares.end(), part.best->shares.begin(), part.best->shares.end());
}

}  // namespace

CellSelection select_cells(const CellSelectionTask& task,
                           StarredRows starred,
                           const MipSolver& solver,
                           const RunContext& context) {
    const auto rows = std::accumulate(task.counts.begin(), task.counts.end(), std::uint64_t{0});
    const bool apart = starred.most == 0 || (starred.least == 0 && starred.most >= rows);
    const std::vector<IndependentPart> parts =
        apart ? independent_parts(*task.cells, task.counts.size())
              : std::vector{whole_part(*task.cells, task.counts.size())};
    PartSolver part_solver(task, starred, solver, context);
    part_solver.settle(parts);
    // Small parts stand first, so that many are proven if there is little time. The largest one
    // may take as long as all others, so that it begins if there is enough.
    std::vector<PartChoice> found(parts.size());
    std::atomic<std::size_t> next = 0;
    const auto solve_in_turn = [&](std::size_t, std::size_t, std::size_t) {
        for (std::size_t turn = next++; turn < parts.size(); turn = next++) {
            const std::size_t part = context.deadline ? turn : parts.size() - 1 - turn;
            found[part] = part_solver.solve(parts[part]);
        }
    };
    parallel_parts(context.threads, context.threads, context.threads, solve_in_turn);
    CellSelection out{.best = RowAssignment{}, .parts = parts.size()};
    for (std::size_t part = 0; part < parts.size(); ++part) {
        out.largest_part = std::max(out.largest_part, parts[part].types.size());
        add(found[part], out);
    }
    // A part without any choice proves that the whole has none, whatever the others came to.
    out.proven = out.proven || out.bound == kNoChoice;
    if (out.best) {
        std::sort(out.best->shares.begin(),
                  out.best->shares.end(),
                  [](const CellShare& a, const CellShare& b) {
                      return a.type != b.type ? a.type < b.type : a.cell < b.cell;
                  });
    }
    return out;
}

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/pattern_ilp.hpp"

#include "kanon/methods/cell_suppression/assigned_partition.hpp"
#include "kanon/methods/cell_suppression/class_choice.hpp"
#include "kanon/methods/cell_suppression/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/star_search.hpp"
#include "kanon/solve/solver.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostEntries = 20'000'000;

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

/// The closed cells that hold the classes of a partition, ascending.
std::vector<std::uint32_t> cells_of_classes(const StarPartition& partition,
                                            const StarCells& cells) {
    const auto of_type = cells_of_types(cells, partition.class_of_type.size());
    std::vector<std::vector<std::uint32_t>> types_of_class(partition.stars.size());
    for (std::uint32_t type = 0; type < partition.class_of_type.size(); ++type) {
        if (partition.class_of_type[type] != kSuppressedClass) {
            types_of_class[partition.class_of_type[type]].push_back(type);
        }
    }
    std::vector<std::uint32_t> out;
    for (std::size_t index = 0; index < types_of_class.size(); ++index) {
        const std::vector<std::uint32_t>& types = types_of_class[index];
        const auto holds = [&](std::uint32_t cell) {
            const std::span<const std::uint32_t> held = cells.of(cell);
            return (cells.stars[cell] & ~partition.stars[index]) == 0 &&
                   std::includes(held.begin(), held.end(), types.begin(), types.end());
        };
        if (types.empty()) {
            continue;
        }
        const std::vector<std::uint32_t>& candidates = of_type[types.front()];
        const auto found = std::find_if(candidates.begin(), candidates.end(), holds);
        if (found != candidates.end()) {
            out.push_back(*found);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

class IlpRun {
public:
    IlpRun(const Problem& problem, const RunContext& context)
        : problem_(problem),
          context_(context),
          to_the_end_(without_limits(context)),
          search_(problem, TieOrder::last, to_the_end_),
          star_cost_(search_.costs().of(problem.patterns.everything())) {}

    Outcome run() {
        require_rows_alone("pattern-ilp", problem_);
        const MipSolver* solver = find_mip_solver();
        if (solver == nullptr) {
            return conclude(search_, context_, {.reason = mip_missing()});
        }
        const std::optional<StarCells> cells =
            collect_cells(problem_, search_.patterns(), search_.costs(), kMostEntries, context_);
        if (!cells) {
            return conclude(search_, context_, {});
        }
        const std::vector<std::uint32_t> start =
            cells_of_classes(greedy_partition(search_, search_.patterns()), *cells);
        const ChoiceTask task{.counts = problem_.row_types.counts,
                              .cells = &*cells,
                              .least_rows = problem_.least_class_rows(),
                              .star_cost = star_cost_,
                              .unit = CostUnit::of(cells->costs, star_cost_),
                              .start = start};
        const ClassChoice choice = choose(task, *solver);
        count(*cells, choice);
        ExactChoice exact{.bound = choice.bound, .proven = choice.proven};
        if (choice.best) {
            exact.best = partition_of_assignment(problem_, *cells, *choice.best);
        }
        return conclude(search_, context_, std::move(exact));
    }

private:
    /// First without a limit on starred rows where there may be some: then parts are apart, and the
    /// limit holds by itself more often than not.
    ClassChoice choose(const ChoiceTask& task, const MipSolver& solver) {
        const std::uint64_t most =
            problem_.patterns.all_star == AllStar::never ? 0 : problem_.suppression_limit;
        const bool star_class = problem_.patterns.all_star == AllStar::as_class;
        if (most == 0 && !star_class) {
            return choose_classes(task, {.most = 0}, solver, context_);
        }
        ClassChoice free = choose_classes(task, {}, solver, context_);
        const bool as_class =
            star_class && free.best && free.best->starred >= problem_.least_class_rows();
        if (!free.best || free.best->starred <= most || as_class) {
            return free;
        }
        ClassChoice few = choose_classes(task, {.most = most}, solver, context_);
        few.bound = std::max(few.bound, free.bound);
        if (!star_class) {
            return few;
        }
        ClassChoice many =
            choose_classes(task, {.least = problem_.least_class_rows()}, solver, context_);
        many.bound = std::max(many.bound, free.bound);
        return better(std::move(few), std::move(many));
    }

    static ClassChoice better(ClassChoice a, ClassChoice b) {
        const StarCost bound = std::min(a.bound, b.bound);
        const bool proven = a.proven && b.proven;
        ClassChoice& best = !b.best || (a.best && a.best->cost <= b.best->cost) ? a : b;
        best.bound = bound;
        best.proven = proven;
        return std::move(best);
    }

    void count(const StarCells& cells, const ClassChoice& choice) {
        search_.count("cells", cells.size());
        search_.count("cell_entries", cells.types.size());
        search_.count("parts", choice.parts);
        search_.count("largest_part", choice.largest_part);
        search_.count("unproven_parts", choice.unproven_parts);
        search_.count("failed_parts", choice.failed_parts);
        search_.count("skipped_parts", choice.skipped_parts);
    }

    const Problem& problem_;
    const RunContext& context_;
    RunContext to_the_end_;
    StarSearch search_;
    StarCost star_cost_;
};

class PatternIlp final : public Method {
public:
    [[nodiscard]] Outcome run(const Problem& problem, const RunContext& context) const override {
        return IlpRun(problem, context).run();
    }
};

}  // namespace

std::unique_ptr<Method> make_pattern_ilp(const OptionMap& /*options*/) {
    return std::make_unique<PatternIlp>();
}

}  // namespace kanon

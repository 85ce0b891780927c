// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refine.hpp"

#include "kanon/methods/classes/alike_classes.hpp"
#include "kanon/methods/classes/box_bound.hpp"
#include "kanon/methods/classes/class_recoding.hpp"
#include "kanon/methods/classes/clustering.hpp"
#include "kanon/methods/classes/division.hpp"
#include "kanon/methods/classes/k_member.hpp"
#include "kanon/methods/classes/partition_outcome.hpp"
#include "kanon/methods/classes/refinement.hpp"
#include "kanon/methods/classes/top_down_greedy.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// Cells that may be worked out: so many for each row type and attribute, but of large tables
/// `most` and kCellsOfLarge for each in all, and of small ones `least` in all, which takes little
/// time; of tables below kSmallTable (types times attributes) in the proportion of the square.
struct Effort {
    std::string_view name;
    std::uint64_t cells = 0;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t price_steps = 0;  ///< of the bound, beside kBoxEffort
};

constexpr std::uint64_t kCellsOfLarge = 100;
constexpr std::uint64_t kSmallTable = 8192;

constexpr std::array kEfforts{
    Effort{.name = "low", .cells = 500, .most = std::uint64_t{1} << 27U, .price_steps = 0},
    Effort{.name = "normal",
           .cells = 3000,
           .least = std::uint64_t{1} << 28U,
           .most = std::uint64_t{1} << 29U,
           .price_steps = std::uint64_t{1} << 29U},
    Effort{.name = "high",
           .cells = 30000,
           .least = std::uint64_t{1} << 31U,
           .most = std::uint64_t{1} << 32U,
           .price_steps = std::uint64_t{1} << 32U},
};

const Effort& effort_named(std::string_view name) {
    return *std::ranges::find(kEfforts, name, &Effort::name);
}

constexpr int kBoundPart = 8;  ///< of a time limit, one: for the bound

/// With a deadline that leaves time for the bound, where time makes that better.
RunContext until_bound(const Task& task, RunContext context) {
    const auto now = std::chrono::steady_clock::now();
    if (context.deadline && task.least_class_rows() > 2 && *context.deadline > now) {
        context.deadline = *context.deadline - (*context.deadline - now) / kBoundPart;
    }
    return context;
}

/// Pairs of row types, times attributes, up to which types are also put together for a start.
constexpr std::uint64_t kMostPaired = std::uint64_t{1} << 27U;

bool is_to_be_paired(const Task& task) {
    const std::uint64_t types = task.row_types().size();
    const std::uint64_t attributes = std::max(task.quasi_identifiers.size(), std::size_t{1});
    return types <= kMostPaired / attributes / std::max(types, std::uint64_t{1});
}

/// What to start from: the classes of best-split, or on small tables of k-member or top-down-greedy
/// where these lose less. They put near rows together, which no division comes to where each part
/// on the way has too many values on every attribute.
TypePartition least_start(const Task& task,
                          const std::vector<Axis>& axes,
                          const RunContext& context) {
    TypePartition best = divide_by_prospect(task, axes, {.rule = SplitRule::best}, context);
    if (best.stopped || !is_to_be_paired(task)) {
        return best;
    }
    double least = loss_if_released(task, axes, best, context.threads);
    for (const auto& rule : {grow_members, divide_by_far_pairs}) {
        TypePartition other = clustered_types(task, axes, ClusterUnit::types, rule, context);
        const double loss = loss_if_released(task, axes, other, context.threads);
        if (!other.stopped && loss < least) {
            least = loss;
            best = std::move(other);
        }
    }
    return best;
}

class Refine final : public Method {
public:
    explicit Refine(const Effort& effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = make_axes(task);
        const TypePartition start = least_start(task, axes, context);
        const bool by_cells = task.objective == Objective::gcp || task.objective == Objective::lm;
        const RunContext searching = by_cells ? until_bound(task, context) : context;
        Refined refined =
            refine_classes(task, axes, start, refinement_cells(effort_.name, task), searching);
        // Classes that are released alike are one, which may count for more than its parts.
        join_alike(axes, refined.partition);
        if (!by_cells && loss_if_released(task, axes, start, context.threads) <
                             loss_if_released(task, axes, refined.partition, context.threads)) {
            refined.partition = start;
        }
        refined.partition.stopped |= searching.should_stop();
        const BoundEffort bound{.boxes = kBoxEffort,
                                .prices = {.steps = effort_.price_steps, .until_deadline = true}};
        Outcome outcome = partition_outcome(task, axes, refined.partition, bound, context);
        outcome.stats.emplace_back("changes", static_cast<double>(refined.changes));
        outcome.stats.emplace_back("rounds", static_cast<double>(refined.rounds));
        return outcome;
    }

private:
    Effort effort_;
};

}  // namespace

std::uint64_t refinement_cells(std::string_view effort, const Task& task) {
    const std::uint64_t cells =
        std::uint64_t{task.row_types().size()} * task.quasi_identifiers.size();
    const Effort& asked = effort_named(effort);
    const std::uint64_t of_small =
        cells < kSmallTable ? asked.least * cells / kSmallTable * cells / kSmallTable : asked.least;
    return std::max(of_small, std::min(asked.cells * cells, asked.most + kCellsOfLarge * cells));
}

std::unique_ptr<Method> make_refine(const OptionMap& options) {
    return std::make_unique<Refine>(effort_named(word_option(options, kRefineOptions[0])));
}

}  // namespace kanon::classes

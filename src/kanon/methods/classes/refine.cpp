// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refine.hpp"

#include "kanon/methods/classes/alike_classes.hpp"
#include "kanon/methods/classes/box_bound.hpp"
#include "kanon/methods/classes/class_recoding.hpp"
#include "kanon/methods/classes/partition_outcome.hpp"
#include "kanon/methods/classes/refinement.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
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

double loss_of(const Task& task,
               const std::vector<Axis>& axes,
               const TypePartition& partition,
               const RunContext& context) {
    return objective_value(task.objective,
                           recode_classes(task, axes, partition, context.threads).facts);
}

class Refine final : public Method {
public:
    explicit Refine(const Effort& effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = make_axes(task);
        const TypePartition start = divide_types(task, axes, {.rule = SplitRule::best}, context);
        const bool by_cells = task.objective == Objective::gcp || task.objective == Objective::lm;
        const RunContext searching = by_cells ? until_bound(task, context) : context;
        Refined refined =
            refine_classes(task, axes, start, refinement_cells(effort_.name, task), searching);
        // Classes that are released alike are one, which may count for more than its parts.
        join_alike(axes, refined.partition);
        if (!by_cells &&
            loss_of(task, axes, start, context) < loss_of(task, axes, refined.partition, context)) {
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

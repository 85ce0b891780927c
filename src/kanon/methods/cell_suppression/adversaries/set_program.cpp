// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_search.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_suppression.hpp"
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/privacy/distinct_values.hpp"
#include "kanon/solve/solver.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Columns and entries that a program may have.
constexpr std::size_t kMostChoices = 60'000;
constexpr std::size_t kMostEntries = 4'000'000;

/// What costs are measured by in the program.
CostUnit unit_of(const SetSearch& search) {
    std::vector<StarCost> costs;
    std::ranges::transform(search.patterns(), std::back_inserter(costs), [&](Pattern stars) {
        return search.costs().of(stars);
    });
    return CostUnit::of(costs, search.costs().of(search.task().patterns.everything()));
}

/// What no release costs less than by a solution, but for the solver's rounding; the cost of the
/// best release where the solver says that it is the best and its bound is that, up to a millionth.
StarCost proven_cost(const Solution& solution, CostUnit unit, std::optional<StarCost> best) {
    const double slack = 1e-6 * std::max(1.0, std::abs(solution.bound));
    const double sure = solution.bound - slack;
    if (!(sure > 0)) {
        return 0;
    }
    const bool is_best = best && solution.status == SolveStatus::optimal &&
                         static_cast<double>(*best) / unit.size <= solution.bound + slack;
    return is_best ? *best
                   : static_cast<StarCost>((unit.whole ? std::ceil(sure) : sure) * unit.size);
}

/// The program, and what its columns are: rows of types with patterns, then suppressed rows of
/// types, then of what an adversary may find alike whether it is there and which of the values it
/// has that are asked for.
class SetProgram {
public:
    explicit SetProgram(SetSearch& search)
        : search_(search),
          everything_(search.task().patterns.everything()),
          unit_(unit_of(search)) {
        add_choices();
        for (const KnownSet& set : search.sets()) {
            add_set(set);
        }
    }

    [[nodiscard]] const Model& model() const { return model_; }

    [[nodiscard]] const CostUnit& unit() const { return unit_; }

    /// Values of the columns for blocks that hold.
    [[nodiscard]] std::vector<double> values_of(std::span<const StarBlock> blocks) const;

    /// The blocks that the values of the columns stand for.
    [[nodiscard]] std::vector<StarBlock> blocks_of(std::span<const double> values) const;

private:
    void add_choices();
    void add_choice(std::uint32_t type, Pattern stars, std::uint32_t of_type);
    void add_set(const KnownSet& set);
    void add_group(const KnownSet& set, std::span<const std::uint32_t> choices);
    void add_values(const PrivacyModel& model,
                    std::span<const std::uint32_t> choices,
                    std::uint32_t there);
    [[nodiscard]] std::uint32_t add_whether(std::vector<std::uint32_t> choices);

    SetSearch& search_;
    Pattern everything_;
    CostUnit unit_;
    Model model_;
    std::vector<StarBlock> choices_;  ///< per column from 0 on; rows: all of the type
    /// Per further column: it says whether any of these choices is taken.
    std::vector<std::vector<std::uint32_t>> whether_;
};

void SetProgram::add_choice(std::uint32_t type, Pattern stars, std::uint32_t of_type) {
    const std::uint32_t rows = search_.task().row_types().counts[type];
    const std::uint32_t column =
        model_.add_column({.lower = 0,
                           .upper = static_cast<double>(rows),
                           .cost = static_cast<double>(search_.costs().of(stars)) / unit_.size,
                           .integer = true});
    model_.add_entry(of_type, column, 1);
    choices_.push_back({.type = type, .rows = rows, .stars = stars});
}

void SetProgram::add_choices() {
    const RowTypes& types = search_.task().row_types();
    const std::uint32_t suppressed =
        model_.add_row({.upper = static_cast<double>(search_.most_suppressed())});
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        const double rows = types.counts[type];
        const std::uint32_t of_type = model_.add_row({.lower = rows, .upper = rows});
        for (const Pattern stars : search_.patterns()) {
            if (search_.serving().serves(type, stars)) {
                add_choice(type, stars, of_type);
            }
        }
        add_choice(type, everything_, of_type);
        model_.add_entry(suppressed, static_cast<std::uint32_t>(choices_.size() - 1), 1);
        if (choices_.size() > kMostChoices) {
            throw Error(ErrorCode::bad_policy,
                        "method 'pattern-ilp' would choose among more than " +
                            std::to_string(kMostChoices) +
                            " row types with patterns; take pattern-greedy");
        }
    }
}

std::uint32_t SetProgram::add_whether(std::vector<std::uint32_t> choices) {
    whether_.push_back(std::move(choices));
    return model_.add_column({.lower = 0, .upper = 1, .integer = true});
}

/// Where these rows are there, they have as many distinct values as the model asks: a value is only
/// where a row has it.
void SetProgram::add_values(const PrivacyModel& model,
                            std::span<const std::uint32_t> choices,
                            std::uint32_t there) {
    const DistinctValues& distinct = *distinct_values_of(model);
    const Histograms& tracked = search_.task().row_types().histograms[*model.tracked()];
    std::map<Code, std::vector<std::uint32_t>> by_value;
    for (const std::uint32_t choice : choices) {
        const Code code = tracked.values[tracked.offsets[choices_[choice].type]];
        if (const auto value = distinct.counted(code)) {
            by_value[*value].push_back(choice);
        }
    }
    const std::uint32_t enough = model_.add_row({.lower = 0});
    model_.add_entry(enough, there, -static_cast<double>(distinct.least_values()));
    for (auto& [value, having] : by_value) {
        const std::uint32_t only = model_.add_row({.lower = 0});
        for (const std::uint32_t choice : having) {
            model_.add_entry(only, choice, 1);
        }
        const std::uint32_t is_there = add_whether(std::move(having));
        model_.add_entry(only, is_there, -1);
        model_.add_entry(enough, is_there, 1);
    }
}

/// What an adversary finds alike is nothing, or k rows at least, with the values that it must have.
void SetProgram::add_group(const KnownSet& set, std::span<const std::uint32_t> choices) {
    const std::uint32_t there = add_whether({choices.begin(), choices.end()});
    const std::uint32_t enough = model_.add_row({.lower = 0});
    model_.add_entry(enough, there, -static_cast<double>(set.k));
    for (const std::uint32_t choice : choices) {
        model_.add_entry(enough, choice, 1);
        const std::uint32_t only = model_.add_row({.upper = 0});
        model_.add_entry(only, choice, 1);
        model_.add_entry(only, there, -static_cast<double>(choices_[choice].rows));
    }
    for (const PrivacyModel* model : set.models) {
        add_values(*model, choices, there);
    }
}

void SetProgram::add_set(const KnownSet& set) {
    ShownRows shown(search_.task(), set.attributes, false);
    std::vector<std::vector<std::uint32_t>> alike;
    for (std::uint32_t choice = 0; choice < choices_.size(); ++choice) {
        if (choices_[choice].stars != everything_) {
            const std::uint32_t place = shown.place(choices_[choice].type, choices_[choice].stars);
            alike.resize(std::max<std::size_t>(alike.size(), place + 1));
            alike[place].push_back(choice);
        }
    }
    for (const std::vector<std::uint32_t>& choices : alike) {
        add_group(set, choices);
        if (model_.entries.size() > kMostEntries) {
            throw Error(ErrorCode::bad_policy,
                        "method 'pattern-ilp' would have an integer program of more than " +
                            std::to_string(kMostEntries) + " entries; take pattern-greedy");
        }
    }
}

std::vector<double> SetProgram::values_of(std::span<const StarBlock> blocks) const {
    std::vector<double> out(model_.columns.size());
    std::vector<std::size_t> first(search_.task().row_types().size() + 1, choices_.size());
    for (std::size_t choice = choices_.size(); choice-- > 0;) {
        first[choices_[choice].type] = choice;
    }
    for (const StarBlock& block : blocks) {
        std::size_t choice = first[block.type];
        while (choice < choices_.size() && choices_[choice].stars != block.stars) {
            ++choice;
        }
        if (choice < choices_.size()) {
            out[choice] += block.rows;
        }
    }
    for (std::size_t i = 0; i < whether_.size(); ++i) {
        const bool any =
            std::ranges::any_of(whether_[i], [&](std::uint32_t choice) { return out[choice] > 0; });
        out[choices_.size() + i] = any ? 1 : 0;
    }
    return out;
}

std::vector<StarBlock> SetProgram::blocks_of(std::span<const double> values) const {
    std::vector<StarBlock> out;
    for (std::size_t choice = 0; choice < choices_.size(); ++choice) {
        const auto rows = static_cast<std::uint32_t>(std::llround(values[choice]));
        if (rows > 0) {
            out.push_back(
                {.type = choices_[choice].type, .rows = rows, .stars = choices_[choice].stars});
        }
    }
    return out;
}

}  // namespace

Outcome star_sets_exactly(const Task& task, const RunContext& context) {
    const RunContext to_the_end = without_limits(context);
    SetSearch search(task, to_the_end);
    std::optional<std::vector<StarBlock>> best = search.greedy();
    if (best && search.cost_of(*best) <= search.bound()) {
        return search.finish(best, search.bound());
    }
    const MipSolver* solver = find_mip_solver();
    if (solver == nullptr) {
        Outcome out = search.finish(best, search.bound());
        out.reason = mip_missing();
        return out;
    }
    const SetProgram program(search);
    const std::vector<double> start = best ? program.values_of(*best) : std::vector<double>();
    const CostUnit unit = program.unit();
    const Solution solution =
        solver->solve(program.model(),
                      {.start = start,
                       .floor = static_cast<double>(search.bound()) / unit.size,
                       .cost_step = unit.whole ? 1.0 : 0.0},
                      context);
    if (!solution.values.empty()) {
        std::vector<StarBlock> found = program.blocks_of(solution.values);
        if (!best || search.cost_of(found) < search.cost_of(*best)) {
            best = std::move(found);
        }
    }
    const bool ended =
        solution.status == SolveStatus::optimal || solution.status == SolveStatus::infeasible;
    const std::optional<StarCost> cost =
        best ? std::optional(search.cost_of(*best)) : std::optional<StarCost>();
    Outcome out = search.finish(best, std::max(search.bound(), proven_cost(solution, unit, cost)));
    if (out.ending != Ending::optimal && !ended) {
        out.ending = ending_of_unproven(context);
    }
    return out;
}

}  // namespace kanon::cell_suppression

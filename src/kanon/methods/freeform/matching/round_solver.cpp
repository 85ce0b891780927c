// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/round_solver.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <limits>

namespace kanon::freeform {
namespace {

/// Costs are whole numbers that a float holds.
constexpr RowCost kUnit = TypeSpace::kWhole >> 24U;

float rounded(RowCost cost) {
    const RowCost units = cost / kUnit;
    return static_cast<float>(units);
}

/// What a record costs more that is starred throughout: more than any other saves.
constexpr float kStarPenalty = 0x1p26F;

constexpr float kForbidden = std::numeric_limits<float>::infinity();

/// Records whose costs one thread works out faster than several.
constexpr std::size_t kFewRecords = 64;

constexpr std::uint32_t kNoColumn = std::numeric_limits<std::uint32_t>::max();

/// True if a class may come out as a star on every axis.
bool all_can_star(const std::vector<Axis>& axes) {
    return std::ranges::none_of(axes, [](const Axis& axis) { return axis.by_range(); });
}

}  // namespace

RoundSolver::RoundSolver(const RowSpace& space,
                         Graph& graph,
                         std::vector<float>& prices,
                         unsigned threads)
    : space_(space),
      graph_(graph),
      prices_of_members_(prices),
      threads_(threads),
      can_star_(all_can_star(space.types().axes())),
      column_of_row_(space.size(), kNoColumn) {}

bool RoundSolver::fill(std::span<const std::uint32_t> records, std::uint32_t round) {
    take(records, 0, round, round);
    if (!solve()) {
        return false;
    }
    deal(records);
    return true;
}

bool RoundSolver::improve(std::span<const std::uint32_t> records,
                          std::uint32_t round,
                          std::uint32_t filled) {
    take(records, round, round, filled);
    take_prices(records);
    double before = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        before += costs_[i * records.size() + i];
    }
    if (!solve()) {
        return false;
    }
    double after = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        after += costs_[i * records.size() + solver_.column_of_row()[i]];
    }
    if (after >= before) {
        return false;
    }
    deal(records);
    return true;
}

bool RoundSolver::improve_all(std::span<const std::uint32_t> records) {
    bool any = false;
    std::uint32_t in_vain = 0;
    for (std::uint32_t round = 0; in_vain < graph_.degree; round = (round + 1) % graph_.degree) {
        const bool gained = improve(records, round, graph_.degree);
        any = any || gained;
        in_vain = gained ? 1 : in_vain + 1;
    }
    return any;
}

double RoundSolver::loss(std::span<const std::uint32_t> records) {
    std::vector<Word> cover(space_.types().cover_words());
    double sum = 0;
    for (const std::uint32_t record : records) {
        const auto members = graph_.of(record);
        space_.types().take_cover(space_.type(members[0]), cover);
        RowCost cost = 0;
        for (const std::uint32_t row : members) {
            cost = space_.types().widen(cover, space_.type(row));
        }
        sum += rounded(cost);
    }
    return sum;
}

/// Work out the costs of the rows that the records have for `rows_of_round`, to be dealt out for
/// `round`.
void RoundSolver::take(std::span<const std::uint32_t> records,
                       std::uint32_t rows_of_round,
                       std::uint32_t round,
                       std::uint32_t filled) {
    const std::size_t size = records.size();
    round_ = round;
    filled_ = filled;
    prices_.clear();
    for (const std::uint32_t row : rows_) {
        column_of_row_[row] = kNoColumn;
    }
    rows_.clear();
    for (const std::uint32_t record : records) {
        const std::uint32_t row = graph_.of(record)[rows_of_round];
        column_of_row_[row] = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back(row);
    }
    places_.clear();
    for (std::size_t axis = 0; axis < space_.types().size(); ++axis) {
        for (const std::uint32_t row : rows_) {
            places_.push_back(space_.types().place(space_.type(row), axis));
        }
    }
    costs_.resize(size * size);
    const unsigned threads = size < kFewRecords ? 1U : threads_;
    parallel_for(size, kFewRecords / 4, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<RowCost> sums(size);
        for (std::size_t i = begin; i < end; ++i) {
            take_costs(records[i], std::span(costs_).subspan(i * size, size), sums);
        }
    });
}

void RoundSolver::take_costs(std::uint32_t record,
                             std::span<float> costs,
                             std::span<RowCost> sums) const {
    const TypeSpace& types = space_.types();
    std::vector<Word> cover(types.cover_words());
    widen_by_others(record, cover);
    std::ranges::fill(sums, RowCost{0});
    for (std::size_t axis = 0; axis < types.size(); ++axis) {
        const Place* const places = places_.data() + axis * sums.size();
        types.visit_costs_with(
            axis, cover.data() + types.start(axis), [&](const auto& cost_of_place) {
                for (std::size_t i = 0; i < sums.size(); ++i) {
                    sums[i] += cost_of_place(places[i]);
                }
            });
    }
    // Rounded weights may leave a little of the whole.
    const auto all = TypeSpace::kWhole - static_cast<RowCost>(types.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const bool starred = can_star_ && sums[i] >= all;
        costs[i] = rounded(sums[i]) + (starred ? kStarPenalty : 0.0F);
    }
    forbid_members(record, costs);
}

/// A record takes no row, and no person, twice.
void RoundSolver::forbid_members(std::uint32_t record, std::span<float> costs) const {
    const auto members = graph_.of(record).first(filled_);
    for (std::uint32_t round = 0; round < filled_; ++round) {
        const std::uint32_t member = members[round];
        if (round == round_) {
            continue;
        }
        if (column_of_row_[member] != kNoColumn) {
            costs[column_of_row_[member]] = kForbidden;
        }
        for (std::size_t i = 0; space_.has_persons() && i < rows_.size(); ++i) {
            if (space_.same_person(member, rows_[i])) {
                costs[i] = kForbidden;
            }
        }
    }
}

void RoundSolver::widen_by_others(std::uint32_t record, std::span<Word> cover) const {
    const auto members = graph_.of(record).first(filled_);
    bool any = false;
    for (std::uint32_t round = 0; round < filled_; ++round) {
        if (round == round_) {
            continue;
        }
        const std::uint32_t type = space_.type(members[round]);
        if (any) {
            space_.types().widen(cover, type);
        } else {
            space_.types().take_cover(type, cover);
            any = true;
        }
    }
}

/// Start from what the rows were worth when they were last dealt out.
void RoundSolver::take_prices(std::span<const std::uint32_t> records) {
    for (const std::uint32_t record : records) {
        prices_.push_back(prices_of_members_[std::size_t{record} * graph_.degree + round_]);
    }
}

bool RoundSolver::solve() {
    return solver_.solve(costs_, rows_.size(), prices_);
}

void RoundSolver::deal(std::span<const std::uint32_t> records) {
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::uint32_t column = solver_.column_of_row()[i];
        graph_.of(records[i])[round_] = rows_[column];
        prices_of_members_[std::size_t{records[i]} * graph_.degree + round_] =
            static_cast<float>(solver_.prices()[column]);
    }
}

}  // namespace kanon::freeform

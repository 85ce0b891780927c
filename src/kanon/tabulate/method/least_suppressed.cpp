// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/method/least_suppressed.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr std::uint64_t kMostWork =
    1'500'000;                             ///< suppressed cells in all attacks, cells in all cuts
constexpr std::uint64_t kMostNodes = 300;  ///< of one choice of cells
constexpr int kMostRounds = 200;
constexpr double kRounded = 1e-6;

/// A cell is the sum of some others.
struct Relation {
    std::uint32_t sum = 0;
    std::vector<std::uint32_t> parts;
};

/// Which sets of columns are finer than others: they have the same columns, lower levels of them,
/// or more columns.
class SetOrder {
public:
    explicit SetOrder(const CountTables& tables)
        : columns_(tables.columns), sets_(tables.sets.begin(), tables.sets.end()) {}

    /// Whether cells of one set are sums of cells of the other, and no step between is there: one
    /// column more, or another level of one.
    [[nodiscard]] bool is_next(std::uint32_t coarse, std::uint32_t fine) const {
        if (coarse == fine || !is_finer(coarse, fine)) {
            return false;
        }
        for (std::uint32_t column = 0; column < columns_.size(); ++column) {
            const std::uint32_t between = with(coarse, column);
            if (between != coarse && between != fine && is_finer(coarse, between) &&
                is_finer(between, fine) && sets_.contains(between)) {
                return false;
            }
        }
        return true;
    }

private:
    /// Whether this set has the column, or one of its family at a lower level.
    [[nodiscard]] bool tells(std::uint32_t set, const CountColumn& wanted) const {
        for (std::uint32_t column = 0; column < columns_.size(); ++column) {
            if ((set >> column & 1U) != 0 && columns_[column].family == wanted.family) {
                return columns_[column].level <= wanted.level;
            }
        }
        return false;
    }

    [[nodiscard]] bool is_finer(std::uint32_t coarse, std::uint32_t fine) const {
        for (std::uint32_t column = 0; column < columns_.size(); ++column) {
            if ((coarse >> column & 1U) != 0 && !tells(fine, columns_[column])) {
                return false;
            }
        }
        return true;
    }

    /// The set with this column in the place of the one of its family.
    [[nodiscard]] std::uint32_t with(std::uint32_t set, std::uint32_t column) const {
        for (std::uint32_t other = 0; other < columns_.size(); ++other) {
            if (columns_[other].family == columns_[column].family) {
                set &= ~(1U << other);
            }
        }
        return set | 1U << column;
    }

    const std::vector<CountColumn>& columns_;
    std::set<std::uint32_t> sets_;
};

/// How cells add up: those of a set of columns to those of the next coarser ones.
std::vector<Relation> relations_of(const CellGrid& grid) {
    const std::vector<std::uint32_t>& sets = grid.tables().sets;
    const SetOrder order(grid.tables());
    std::vector<Relation> out;
    for (std::size_t coarse = 0; coarse < sets.size(); ++coarse) {
        for (std::size_t fine = 0; fine < sets.size(); ++fine) {
            if (!order.is_next(sets[coarse], sets[fine])) {
                continue;
            }
            std::map<std::uint32_t, std::set<std::uint32_t>> parts;
            for (std::size_t tuple = 0; tuple < grid.tuple_count(); ++tuple) {
                const auto cells = grid.cells_of(tuple);
                parts[cells[coarse]].insert(cells[fine]);
            }
            for (const auto& [sum, of] : parts) {
                out.push_back({.sum = sum, .parts = {of.begin(), of.end()}});
            }
        }
    }
    return out;
}

/// Cells that must be suppressed beside the small ones: the sum of their weights is `least` at
/// least.
struct Cut {
    std::vector<std::pair<std::uint32_t, double>> weights;
    double least = 0;
};

class CuttingPlanes {
public:
    CuttingPlanes(const CellGrid& grid,
                  std::uint64_t k,
                  const MipSolver& solver,
                  const RunContext& context)
        : cells_(grid.tables().cells),
          relations_(relations_of(grid)),
          relations_of_cell_(cells_.size()),
          k_(k),
          solver_(solver),
          context_(context) {
        for (std::uint32_t at = 0; at < relations_.size(); ++at) {
            relations_of_cell_[relations_[at].sum].push_back(at);
            for (const std::uint32_t part : relations_[at].parts) {
                relations_of_cell_[part].push_back(at);
            }
        }
        out_.suppressed.resize(cells_.size());
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
            if (cells_[cell].count < k) {
                small_.push_back(cell);
                out_.suppressed[cell] = true;
            }
        }
        out_.cells = small_.size();
    }

    LeastSuppressed run() {
        for (int round = 0; round < kMostRounds; ++round) {
            const std::size_t before = cuts_.size();
            if (!attack_all()) {
                return std::move(out_);
            }
            if (cuts_.size() == before) {
                out_.ended = true;
                return std::move(out_);
            }
            if (!choose()) {
                return std::move(out_);
            }
        }
        return std::move(out_);
    }

private:
    /// Ask for each small cell; cuts where a reader cannot raise it far enough. False if there is
    /// no more time.
    bool attack_all() {
        const auto chosen = static_cast<std::uint64_t>(
            std::count(out_.suppressed.begin(), out_.suppressed.end(), true));
        work_ += chosen * small_.size();
        if (!context_.deadline && out_.attacks > 0 && work_ > kMostWork) {
            return false;
        }
        std::vector<Cut> found(small_.size());
        parallel_for(small_.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t at = begin; at < end && !context_.should_stop(); ++at) {
                found[at] = attack(small_[at]);
            }
        });
        out_.attacks += small_.size();
        for (Cut& cut : found) {
            if (cut.least > 0) {
                cuts_.push_back(std::move(cut));
            }
        }
        return !context_.should_stop();
    }

    [[nodiscard]] Cut attack(std::uint32_t small) const;
    [[nodiscard]] Cut cut_of(std::uint32_t small,
                             const std::map<std::uint32_t, double>& dual_of_relation) const;
    bool choose();

    const std::vector<CountCell>& cells_;
    std::vector<Relation> relations_;
    std::vector<std::vector<std::uint32_t>> relations_of_cell_;
    std::uint64_t k_;
    const MipSolver& solver_;
    const RunContext& context_;
    std::vector<std::uint32_t> small_;
    std::vector<Cut> cuts_;
    std::uint64_t work_ = 0;
    LeastSuppressed out_;
};

/// What follows if a reader cannot raise a cell far enough; else none.
Cut CuttingPlanes::attack(std::uint32_t small) const {
    const auto wanted = static_cast<double>(k_ - cells_[small].count);
    Model model;
    std::map<std::uint32_t, std::uint32_t> column_of;
    std::map<std::uint32_t, std::uint32_t> row_of;
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
        if (!out_.suppressed[cell]) {
            continue;
        }
        Model::Column column{.lower = 1 - static_cast<double>(cells_[cell].count)};
        if (cell == small) {
            column.upper = wanted;
            column.cost = -1;
        }
        column_of[cell] = model.add_column(column);
        for (const std::uint32_t relation : relations_of_cell_[cell]) {
            const auto [row, is_new] = row_of.try_emplace(relation, 0);
            if (is_new) {
                row->second = model.add_row({.lower = 0, .upper = 0});
            }
            model.add_entry(
                row->second, column_of[cell], relations_[relation].sum == cell ? 1.0 : -1.0);
        }
    }
    const Solution found = solver_.relax(model, context_);
    if (found.status != SolveStatus::optimal || -found.value > wanted - kRounded ||
        found.duals.size() != model.rows.size()) {
        return {};
    }
    std::map<std::uint32_t, double> duals;
    constexpr double kUnit = 1U << 20U;
    for (const auto& [relation, row] : row_of) {
        duals[relation] = std::round(found.duals[row] * kUnit) / kUnit;
    }
    return cut_of(small, duals);
}

/// Whatever the duals are, the changes of all cells times their worth add up to 0, for each
/// relation does. So a change of the small cell is a sum of those of others.
Cut CuttingPlanes::cut_of(std::uint32_t small,
                          const std::map<std::uint32_t, double>& dual_of_relation) const {
    std::map<std::uint32_t, double> worth;
    const auto add = [&](std::uint32_t cell, double value) { worth[cell] += value; };
    for (const auto& [relation, dual] : dual_of_relation) {
        add(relations_[relation].sum, dual);
        for (const std::uint32_t part : relations_[relation].parts) {
            add(part, -dual);
        }
    }
    const double own = worth[small];
    const auto wanted = static_cast<double>(k_ - cells_[small].count);
    Cut cut{.weights = {}, .least = wanted};
    if (std::abs(own) < kRounded) {
        return {};
    }
    for (const auto& [cell, value] : worth) {
        if (cell == small || value == 0) {
            continue;
        }
        const double rate = -value / own;
        const double down = static_cast<double>(cells_[cell].count) - 1;
        const double weight = rate > 0 ? wanted : std::min(wanted, -rate * down * (1 + kRounded));
        if (out_.suppressed[cell] && cells_[cell].count < k_) {
            cut.least -= weight;
        } else if (weight > 0) {
            cut.weights.emplace_back(cell, weight);
        }
    }
    return cut;
}

/// The fewest cells that all cuts leave. False if that is the end.
bool CuttingPlanes::choose() {
    Model model;
    std::map<std::uint32_t, std::uint32_t> column_of;
    for (const Cut& cut : cuts_) {
        const std::uint32_t row = model.add_row({.lower = cut.least});
        for (const auto& [cell, weight] : cut.weights) {
            const auto [column, is_new] = column_of.try_emplace(cell, 0);
            if (is_new) {
                column->second = model.add_column({.upper = 1, .cost = 1, .integer = true});
            }
            model.add_entry(row, column->second, std::min(weight, cut.least));
        }
    }
    work_ += cuts_.size() * model.columns.size();
    RunContext limited = context_;
    limited.node_limit = std::min(limited.node_limit, kMostNodes);
    const Solution found = solver_.solve(model, {.cost_step = 1}, limited);
    if (found.bound > 0 && found.bound < static_cast<double>(cells_.size())) {
        const auto more = static_cast<std::uint64_t>(std::ceil(found.bound - kRounded));
        out_.cells = std::max(out_.cells, small_.size() + more);
    }
    if (found.values.empty()) {
        return false;
    }
    bool changed = false;
    for (const auto& [cell, column] : column_of) {
        const bool chosen = found.values[column] > kRounded;
        changed = changed || chosen != out_.suppressed[cell];
        out_.suppressed[cell] = chosen;
    }
    return changed;
}

}  // namespace

LeastSuppressed least_suppressed(const CellGrid& grid,
                                 std::uint64_t k,
                                 const MipSolver& solver,
                                 const RunContext& context) {
    return CuttingPlanes(grid, k, solver, context).run();
}

}  // namespace kanon::tabulate

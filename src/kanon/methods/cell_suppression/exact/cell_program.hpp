// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/exact/dual_bound.hpp"
#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"
#include "kanon/solve/model.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// What a program counts costs in.
struct CostUnit {
    double size = 1;    ///< in StarCost
    bool whole = true;  ///< all costs are multiples of it

    /// The greatest unit that patterns of these costs and starred rows are multiples of; if that is
    /// too fine for a solver's numbers, a share of what a starred row costs.
    [[nodiscard]] static CostUnit of(std::span<const StarCost> costs, StarCost star_cost);
};

/// The integer program that chooses, among the classes of a task, those that are used.
///
/// Bredereck, Nichterlein, Niedermeier 2013, section 2.2, (5)-(8). A column u says that a class is
/// used, a column x how many rows of a type are in it. Differs, to tighten the linear relaxation:
/// - x <= n_i u for each row type and class besides (6), which says next to nothing; most of these
///   rows are slack, so a solver may take them in as they are broken;
/// - cells of fewer than k rows have no columns;
/// - the starred rows have none either: they are what is left, and the costs of the columns are
///   what a row saves against them;
/// - a cell of exactly k rows takes all or none, so that u stands for its rows as well;
/// - x need not be whole: for given u the rest is a flow (assign_rows()).
/// Columns: one for each cell, one for each type of a cell of more than k rows. Rows: one for each
/// type, two for each such cell, and a lazy one for each x.
class CellProgram {
public:
    /// Borrows the task.
    CellProgram(const AssignmentTask& task, CostUnit unit);

    [[nodiscard]] const Model& model() const { return model_; }

    /// The classes that these values use.
    [[nodiscard]] std::vector<std::uint32_t> used(std::span<const double> values) const;

    /// The columns that use a class: its u, and its x.
    void add_columns_of(std::size_t index, std::vector<std::uint32_t>& to) const;

    /// What rows pay by the duals of the model's relaxation, or any others.
    [[nodiscard]] RowPrices prices_of(std::span<const double> duals) const;

    /// Per class: what a choice costs at least that uses it, by the cost and the reduced costs of a
    /// relaxation.
    [[nodiscard]] std::vector<std::int64_t> costs_if_used(
        double relaxed, std::span<const double> reduced_costs) const;

    /// What the columns of an assignment of this cost do.
    [[nodiscard]] double columns_cost(std::int64_t cost) const;

    /// What an assignment costs at least if its columns do; rounded up to whole units.
    [[nodiscard]] StarCost cost_at_least(double of_columns) const;

private:
    void add_types();
    void add_class(std::uint32_t cell);
    void add_shares(std::uint32_t cell, std::uint32_t use);
    void limit_starred();
    [[nodiscard]] double saving(std::uint32_t cell) const;
    [[nodiscard]] std::uint32_t row_of(std::uint32_t type) const;

    const AssignmentTask& task_;
    CostUnit unit_;
    double rows_ = 0;
    Model model_;
    std::vector<std::uint32_t> use_;  ///< per class of the task: its column; x follow it
};

}  // namespace kanon::cell_suppression

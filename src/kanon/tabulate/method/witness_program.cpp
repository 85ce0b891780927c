// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/method/witness_program.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kanon::tabulate {
namespace {

constexpr std::uint64_t kMostWitnessNodes = 200;

/// A tuple all of whose cells are published is left as it is. Of linked tables that passes over
/// changes that others make up for in each of its cells.
bool may_change(const CellGrid& grid, const CountTables& tables, std::size_t tuple) {
    const auto cells = grid.cells_of(tuple);
    return std::ranges::any_of(cells,
                               [&](std::uint32_t cell) { return tables.cells[cell].suppressed; });
}

}  // namespace

std::optional<TupleChanges> solve_witness(const CellGrid& grid,
                                          std::uint64_t k,
                                          const CountTables& tables,
                                          std::size_t cell,
                                          const MipSolver& solver,
                                          const RunContext& context) {
    Model model;
    std::vector<std::size_t> tuple_of;
    std::map<std::uint32_t, std::uint32_t> row_of;
    for (std::size_t tuple = 0; tuple < grid.tuple_count(); ++tuple) {
        if (!may_change(grid, tables, tuple)) {
            continue;
        }
        tuple_of.push_back(tuple);
        const std::uint32_t column =
            model.add_column({.lower = -static_cast<double>(grid.rows_of(tuple)),
                              .upper = static_cast<double>(k),
                              .integer = true});
        for (const std::uint32_t of : grid.cells_of(tuple)) {
            const auto [row, is_new] = row_of.try_emplace(of, 0);
            if (is_new) {
                const CountCell& one = tables.cells[of];
                const double least = of == cell ? static_cast<double>(k) : 1.0;
                row->second = model.add_row(
                    one.suppressed ? Model::Row{.lower = least - static_cast<double>(one.count)}
                                   : Model::Row{.lower = 0, .upper = 0});
            }
            model.add_entry(row->second, column, 1);
        }
    }
    RunContext limited = context;
    limited.node_limit = std::min(limited.node_limit, kMostWitnessNodes);
    const Solution found = solver.solve(model, {}, limited);
    if (found.values.empty()) {
        return std::nullopt;
    }
    TupleChanges out;
    for (std::size_t at = 0; at < tuple_of.size(); ++at) {
        const auto rows = static_cast<std::int64_t>(std::llround(found.values[at]));
        if (rows != 0) {
            out[tuple_of[at]] = rows;
        }
    }
    return out;
}

}  // namespace kanon::tabulate

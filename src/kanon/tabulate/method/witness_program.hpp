// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace kanon::tabulate {

/// Rows that another table has more or fewer of, by tuple of the grid.
using TupleChanges = std::map<std::size_t, std::int64_t>;

/// Tuples up to which an integer program is made.
inline constexpr std::size_t kMostProgramTuples = 20'000;

/// Another table of rows that gives all that is published, leaves a row in every suppressed cell
/// and has k rows or more in one cell: by an integer program, so that of a single table it is found
/// if there is one. None also where the solver gave up (200 nodes).
[[nodiscard]] std::optional<TupleChanges> solve_witness(const CellGrid& grid,
                                                        std::uint64_t k,
                                                        const CountTables& tables,
                                                        std::size_t cell,
                                                        const MipSolver& solver,
                                                        const RunContext& context);

}  // namespace kanon::tabulate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/exact/cell_selection.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/solve/solver.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// A class of a release: what it stars, and the row types that have rows in it, ascending.
struct KnownClass {
    Pattern stars = 0;
    std::vector<std::uint32_t> types;
};

[[nodiscard]] std::vector<KnownClass> known_classes(const StarPartition& partition);

/// The closed cells that hold known classes of so many row types, ascending.
[[nodiscard]] std::vector<std::uint32_t> cells_of_classes(std::span<const KnownClass> known,
                                                          const StarCells& cells,
                                                          std::size_t types);

/// What may become of rows starred throughout.
struct StarredRule {
    std::uint64_t most = 0;   ///< that may be suppressed
    bool star_class = false;  ///< enough of them are a class
};

/// select_cells() under a rule: first without a limit on starred rows where there may be some, for
/// then parts are apart, and the limit holds by itself more often than not.
[[nodiscard]] CellSelection choose_cells(const CellSelectionTask& task,
                                         const StarredRule& rule,
                                         const MipSolver& solver,
                                         const RunContext& context);

/// Choose the classes of a release by values and stars at least cost: select_cells() on all
/// closed cells of the search's mask, within its suppression limit, from known classes on. Counts
/// what it did in the search's figures.
///
/// Nothing is tried where the cells hold more than kMostCellEntries row types in sum. Cost: that of
/// select_cells(), and O(p t m) for p patterns, t row types, m attributes; 4 bytes for an entry.
[[nodiscard]] ExactChoice find_least_cost_release(StarSearch& search,
                                                  std::span<const KnownClass> known,
                                                  const MipSolver& solver,
                                                  const RunContext& context);

inline constexpr std::size_t kMostCellEntries = 20'000'000;

}  // namespace kanon::cell_suppression

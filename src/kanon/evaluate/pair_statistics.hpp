// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluated_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// What is left of how two columns hang together.
struct PairFigures {
    std::string first;
    std::string second;
    /// Pearson's, of two columns of numbers or dates with some extent.
    std::optional<double> correlation_original;
    std::optional<double> correlation_release;
    double hellinger = 0;        ///< of the two contingency tables, 0 to 1
    double total_variation = 0;  ///< of them, 0 to 1
};

/// The pairs of columns, in the columns' order: their correlation and their contingency table
/// before and after. Cells of the release are taken for drawn from their spreads, independently of
/// each other; so a correlation within a class is lost, and what the release has is mostly nearer
/// to 0. A contingency table has the bins of ValueBins.
/// Cost O(n m^2). Same result for any thread count. \throws Error{cancelled}
[[nodiscard]] std::vector<PairFigures> pair_figures(const EvaluatedTable& table,
                                                    const RunContext& context);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluated_table.hpp"

#include <cstddef>
#include <optional>

namespace kanon {

/// How far original rows can be told from released ones.
struct Propensity {
    std::size_t original_rows = 0;
    std::size_t released_rows = 0;
    std::size_t parameters = 0;  ///< of the logistic regression, its constant among them
    double pmse = 0;             ///< mean of (propensity score - share of released rows)^2
    double expected = 0;         ///< of releases that cannot be told apart but by chance
    double ratio = 0;            ///< pmse / expected; about 1 at best
};

/// Propensity score mean squared error (Snoke, Raab, Nowok, Dibben, Slavkovic: General and specific
/// utility measures for synthetic data, JRSS A 181(3), 2018): original and released rows in one
/// table, and a logistic regression with main effects that tells which is which; under the null it
/// is (k - 1) (1 - c)^2 c / N for k parameters, N rows, share c of released ones. Each released
/// cell is drawn from its spread, by the seed, so that generalized cells are not known by being
/// such; all columns that both tables have. Rows that were left out are simply not there.
///
/// Differs from the source: there the synthetic rows are drawn independently of the original's,
/// here they come of them, so that a ratio may be below 1; liblinear's almost free penalty.
/// None where there are no released rows or no features. Cost that of one training on at most
/// `most_rows` rows of each side.
[[nodiscard]] std::optional<Propensity> propensity_of(const EvaluatedTable& table,
                                                      std::size_t most_rows,
                                                      const RunContext& context);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/classification.hpp"
#include "kanon/evaluate/count_queries.hpp"
#include "kanon/evaluate/evaluate_options.hpp"
#include "kanon/evaluate/field_measures.hpp"
#include "kanon/evaluate/pair_statistics.hpp"
#include "kanon/evaluate/propensity.hpp"
#include "kanon/evaluate/regression.hpp"
#include "kanon/evaluate/statistics.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// What a release is still good for.
struct Evaluation {
    std::uint64_t original_rows = 0;
    std::uint64_t released_rows = 0;
    std::uint64_t left_out = 0;
    bool traced = false;
    std::vector<std::string> notes;  ///< what was decided, or could not be done; one line each
    QueryOptions query_options;
    std::vector<QueryErrors> queries;
    std::vector<ColumnFigures> columns;
    std::vector<PairFigures> pairs;
    std::optional<Regression> regression;
    std::vector<Classification> classifications;
    std::optional<Propensity> propensity;
    double gs_factor = 0.5;
    std::optional<FieldMeasures> field;
    std::optional<Measures> measures;
};

/// Evaluate a release of a problem. What cannot be told is left out, and a note says so.
/// \throws Error{bad_input}: no row, or no column that both have; a target as classify() and
/// regress() say; Error{usage}: an option out of bounds, counted rows (with_single_rows());
/// Error{cancelled}
[[nodiscard]] Evaluation evaluate(const Problem& problem,
                                  const Release& release,
                                  const EvaluateOptions& options,
                                  const RunContext& context);

/// The same of a release that the auditor has just passed, with its classes: it is not audited
/// again, and its rows are known unless `options.shuffled`.
[[nodiscard]] Evaluation evaluate_audited(const Problem& problem,
                                          const Release& release,
                                          const ReleasedClasses& classes,
                                          const EvaluateOptions& options,
                                          const RunContext& context);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluate_options.hpp"
#include "kanon/evaluate/evaluated_table.hpp"
#include "kanon/evaluate/features.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The most values of a column that is predicted.
inline constexpr std::size_t kMostLabels = 100;

/// How often a classifier is right about original rows that it did not learn from.
struct Accuracy {
    std::string_view classifier;
    double original = 0;  ///< learned from original rows
    double release = 0;   ///< learned from released rows
};

/// What a release is worth to who wants to predict one column by its quasi-identifiers.
struct Classification {
    std::string target;
    std::size_t labels = 0;
    std::size_t rows = 0;           ///< original rows that were predicted
    std::size_t training_rows = 0;  ///< released rows whose label is known, of those looked at
    std::size_t folds = 0;
    bool held_out = true;  ///< false: the release was learned from as a whole
    FeatureKind features = FeatureKind::expected;
    double majority = 0;               ///< right with the most frequent label always
    std::vector<Accuracy> accuracies;  ///< in the order of learn::learners()
};

/// Cross-validation by folds drawn from the seed: of each fold's original rows the label is
/// predicted by what was learned from the other folds' rows, as they were and as they were
/// released. Released rows whose label is no single value of the original teach nothing; original
/// rows that were left out of the release teach nothing there and are predicted all the same (by
/// categorical features, as a row without any).
///
/// Where rows cannot be traced to the original, classifiers learn from the whole release and
/// predict every original row, which they may have learned from in another guise; features are
/// `expected` then.
/// Cost: folds times that of training. Same result for any thread count.
/// \throws Error{bad_input}: a target that is not in both tables or has one value or more than
/// kMostLabels; Error{cancelled}. \pre at least 2 folds
[[nodiscard]] std::vector<Classification> classify(const EvaluatedTable& table,
                                                   const ClassificationOptions& options,
                                                   const RunContext& context);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// Which count queries are asked.
struct QueryOptions {
    std::size_t queries = 1000;   ///< of each number of dimensions
    std::size_t dimensions = 4;   ///< 1 to so many columns in a condition, as far as there are some
    double selectivity = 0.1;     ///< share of the combinations of values that a query covers
    double sanity_bound = 0.001;  ///< of the rows: the least answer that an error is divided by
};

/// How cells become features.
enum class FeatureKind : std::uint8_t {
    /// A number or date is one feature, a released range its expected number; of a text each
    /// frequent value is one, a released label the share of each value under it. Original and
    /// released rows lie in one space, so what is learned of one is tried on the other.
    expected,
    /// Each spelling, released or original, is a feature by itself, ranges and labels as well. So
    /// a classifier that learned from released rows is tried on rows as they were released.
    categorical
};

/// What is predicted, and how that is tried.
struct ClassificationOptions {
    std::vector<std::string> targets;  ///< columns to predict
    std::size_t folds = 5;             ///< >= 2
    /// Of more rows so many are drawn. None: 50,000, and for targets of many values fewer, 5,000 at
    /// least, since classifiers learn one value after another; see rows_to_learn_from().
    std::optional<std::size_t> most_rows;
    FeatureKind features = FeatureKind::expected;
};

/// The most rows of a target of so many values that classifiers look at.
[[nodiscard]] std::size_t rows_to_learn_from(const ClassificationOptions& options,
                                             std::size_t labels);

/// The most rows that regression and propensity look at.
[[nodiscard]] std::size_t rows_to_fit(const ClassificationOptions& options);

/// The parts of an evaluation, in their order.
struct EvaluatedParts {
    bool queries = true;
    bool statistics = true;
    bool classifiers = true;
    bool distinguishability = true;
    bool measures = true;
};

/// Only the parts of these names. \throws Error{usage} with the nearest name
[[nodiscard]] EvaluatedParts only_parts(const std::vector<std::string>& words);

struct EvaluateOptions {
    EvaluatedParts parts;
    QueryOptions queries;
    /// Targets: where none is named, the class attribute of the policy, else the first sensitive
    /// column that can be one.
    ClassificationOptions classification;
    /// Column of numbers to regress; "": the first sensitive one of numbers, else the first
    /// quasi-identifier of numbers.
    std::string regressed;
    std::optional<double> gs_factor;  ///< of the loss; none: the problem's
    bool shuffled = false;            ///< the released rows stand in another order
};

}  // namespace kanon

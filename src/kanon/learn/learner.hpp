// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/learn/samples.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::learn {

/// What a classifier learns from. Nothing is owned.
struct TrainingSet {
    const Samples* samples = nullptr;
    std::span<const Block> blocks;          ///< of all columns, in their order
    std::span<const std::uint32_t> rows;    ///< of the samples; at least two labels among them
    std::span<const std::uint32_t> labels;  ///< one for each of `rows`, below `classes`
    std::uint32_t classes = 0;
};

/// What was learned. Stateless: one object may predict on several threads at once.
class Classifier {
public:
    virtual ~Classifier() = default;

    /// The labels of these rows.
    [[nodiscard]] virtual std::vector<std::uint32_t> predict(
        const Samples& samples, std::span<const std::uint32_t> rows) const = 0;
};

/// A way to learn. Same set, same classifier; prints nothing, and several may be trained at once.
struct LearnerInfo {
    std::string_view name;     ///< kebab-case
    std::string_view summary;  ///< which one it is, with what is set
    std::unique_ptr<Classifier> (*train)(const TrainingSet& set);
};

/// All of them, in a fixed order.
[[nodiscard]] std::span<const LearnerInfo> learners();

/// A decision tree: CART with Gini impurity, up to 12 splits deep, no split of fewer than 20 rows
/// (OpenCV's ml::DTrees). Cost O(columns * n log n) a level.
[[nodiscard]] std::unique_ptr<Classifier> train_tree(const TrainingSet& set);

/// Naive Bayes: shares by counts with one added to each, numbers by a normal distribution for each
/// label. Our own: OpenCV's NormalBayesClassifier takes all features for jointly normal with a full
/// covariance matrix, which is singular for shares, and not naive. Cost O(columns * n).
[[nodiscard]] std::unique_ptr<Classifier> train_naive_bayes(const TrainingSet& set);

/// Logistic regression, one label against the rest, L2 penalty with C = 1 (liblinear's L2R_LR).
[[nodiscard]] std::unique_ptr<Classifier> train_logistic(const TrainingSet& set);

/// The probability of label 1 that a logistic regression gives to each of the rows that it was
/// fitted to, almost without a penalty. \pre labels are 0 and 1, and both occur
[[nodiscard]] std::vector<double> fitted_probabilities(const Samples& samples,
                                                       std::span<const std::uint32_t> labels);

}  // namespace kanon::learn

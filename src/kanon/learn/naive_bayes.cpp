// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace kanon::learn {
namespace {

/// The least variance of a number within a label; numbers are about 1 wide.
constexpr double kLeastVariance = 1e-3;

/// What is known of one label: rows, and of each column the sum and the sum of squares.
struct LabelSums {
    double rows = 0;
    std::vector<double> sums;
    std::vector<double> squares;
};

/// The logarithm of the likelihood of a row is constant + sum of linear x + sum of square x x.
struct LabelScore {
    double constant = -std::numeric_limits<double>::infinity();
    std::vector<double> linear;
    std::vector<double> square;
};

LabelScore score_of(const LabelSums& label, std::span<const Block> blocks, double all) {
    LabelScore out;
    out.linear.resize(label.sums.size());
    out.square.resize(label.sums.size());
    if (label.rows == 0) {
        return out;
    }
    out.constant = std::log(label.rows / all);
    for (const Block& block : blocks) {
        if (block.is_number) {
            const double mean = label.sums[block.first] / label.rows;
            const double variance =
                std::max(label.squares[block.first] / label.rows - mean * mean, kLeastVariance);
            out.constant -=
                (mean * mean / variance + std::log(2 * std::numbers::pi * variance)) / 2;
            out.linear[block.first] = mean / variance;
            out.square[block.first] = -1 / (2 * variance);
            continue;
        }
        for (std::size_t column = block.first; column < block.first + block.size; ++column) {
            out.linear[column] =
                std::log((label.sums[column] + 1) / (label.rows + static_cast<double>(block.size)));
        }
    }
    return out;
}

class NaiveBayes : public Classifier {
public:
    explicit NaiveBayes(std::vector<LabelScore> labels) : labels_(std::move(labels)) {}

    [[nodiscard]] std::vector<std::uint32_t> predict(
        const Samples& samples, std::span<const std::uint32_t> rows) const override {
        std::vector<std::uint32_t> out;
        out.reserve(rows.size());
        for (const std::uint32_t row : rows) {
            out.push_back(predict(samples.row(row)));
        }
        return out;
    }

private:
    [[nodiscard]] std::uint32_t predict(std::span<const float> row) const {
        double best = -std::numeric_limits<double>::infinity();
        std::uint32_t found = 0;
        for (std::uint32_t label = 0; label < labels_.size(); ++label) {
            double score = labels_[label].constant;
            for (std::size_t column = 0; column < row.size(); ++column) {
                const double x = row[column];
                if (x != 0) {
                    score +=
                        x * (labels_[label].linear[column] + x * labels_[label].square[column]);
                }
            }
            if (score > best) {
                best = score;
                found = label;
            }
        }
        return found;
    }

    std::vector<LabelScore> labels_;
};

}  // namespace

std::unique_ptr<Classifier> train_naive_bayes(const TrainingSet& set) {
    std::vector<LabelSums> sums(set.classes);
    for (LabelSums& label : sums) {
        label.sums.resize(set.samples->columns);
        label.squares.resize(set.samples->columns);
    }
    for (std::size_t i = 0; i < set.rows.size(); ++i) {
        LabelSums& label = sums[set.labels[i]];
        label.rows += 1;
        const std::span<const float> row = set.samples->row(set.rows[i]);
        for (std::size_t column = 0; column < row.size(); ++column) {
            const double x = row[column];
            label.sums[column] += x;
            label.squares[column] += x * x;
        }
    }
    std::vector<LabelScore> scores;
    scores.reserve(sums.size());
    for (const LabelSums& label : sums) {
        scores.push_back(score_of(label, set.blocks, static_cast<double>(set.rows.size())));
    }
    return std::make_unique<NaiveBayes>(std::move(scores));
}

}  // namespace kanon::learn

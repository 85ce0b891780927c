// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/learner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kanon::learn {
namespace {

/// 90 rows of a number and of three shares, which tell the label together: 0 up to 0, else 1, but 2
/// where the third share is whole.
struct Separable {
    Separable() {
        samples.columns = 4;
        for (int i = 0; i < 90; ++i) {
            const int place = i % 3;
            const float number = static_cast<float>(i - 45) / 20.0F;
            samples.values.push_back(number);
            for (int share = 0; share < 3; ++share) {
                samples.values.push_back(share == place ? 1.0F : 0.0F);
            }
            labels.push_back(place == 2 ? 2U : number <= 0 ? 0U : 1U);
        }
        rows.resize(labels.size());
        std::iota(rows.begin(), rows.end(), 0U);
    }

    [[nodiscard]] TrainingSet set() const {
        return {
            .samples = &samples, .blocks = blocks, .rows = rows, .labels = labels, .classes = 3};
    }

    Samples samples;
    std::vector<Block> blocks{{.first = 0, .size = 1, .is_number = true},
                              {.first = 1, .size = 3, .is_number = false}};
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> labels;
};

TEST(Learners, TellASeparableTableApart) {
    const Separable table;
    for (const LearnerInfo& learner : learners()) {
        const auto found = learner.train(table.set())->predict(table.samples, table.rows);
        std::size_t right = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            right += found[i] == table.labels[i] ? 1U : 0U;
        }
        EXPECT_GE(right, 84U) << learner.name;
    }
}

TEST(Learners, SameSetSameClassifierWhateverWasLearntBefore) {
    const Separable table;
    Separable other;
    std::ranges::reverse(other.labels);
    for (const LearnerInfo& learner : learners()) {
        const auto found = learner.train(table.set())->predict(table.samples, table.rows);
        EXPECT_NE(learner.train(other.set())->predict(table.samples, table.rows), found)
            << learner.name;
        EXPECT_EQ(learner.train(table.set())->predict(table.samples, table.rows), found)
            << learner.name;
    }
}

// Label 0 has the first value twice and the second once, label 1 the second value once. One added
// to each: of the first value 3/4 * 3/5 against 1/4 * 1/3, of the second 3/4 * 2/5 = 0.3 against
// 1/4 * 2/3 = 0.1667.
TEST(NaiveBayes, CountsWithOneAdded) {
    const Samples samples{.columns = 2, .values = {1, 0, 1, 0, 0, 1, 0, 1}};
    const std::vector<Block> blocks{{.first = 0, .size = 2, .is_number = false}};
    const std::vector<std::uint32_t> rows{0, 1, 2, 3};
    const std::vector<std::uint32_t> labels{0, 0, 0, 1};
    const auto classifier = train_naive_bayes(
        {.samples = &samples, .blocks = blocks, .rows = rows, .labels = labels, .classes = 2});
    EXPECT_EQ(classifier->predict(samples, rows), (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(FittedProbabilities, AreTheSharesWhereFeaturesTellNoMore) {
    // Of the rows with feature 1 three in four are 1, of the others one in four.
    const Samples samples{.columns = 1, .values = {1, 1, 1, 1, 0, 0, 0, 0}};
    const std::vector<std::uint32_t> labels{1, 1, 1, 0, 1, 0, 0, 0};
    const std::vector<double> found = fitted_probabilities(samples, labels);
    ASSERT_EQ(found.size(), 8U);
    EXPECT_NEAR(found[0], 0.75, 1e-3);
    EXPECT_NEAR(found[7], 0.25, 1e-3);
}

}  // namespace
}  // namespace kanon::learn

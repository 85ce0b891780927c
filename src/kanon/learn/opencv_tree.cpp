// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/learner.hpp"

#include <opencv2/ml.hpp>

#include <utility>

namespace kanon::learn {
namespace {

constexpr int kTreeDepth = 12;
constexpr int kLeastSplitRows = 20;

/// A matrix that looks at the samples; OpenCV has no matrix of constants.
cv::Mat matrix_of(const Samples& samples) {
    return {static_cast<int>(samples.rows()),
            static_cast<int>(samples.columns),
            CV_32F,
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): only read
            const_cast<float*>(samples.values.data())};
}

class Tree : public Classifier {
public:
    explicit Tree(cv::Ptr<cv::ml::DTrees> tree) : tree_(std::move(tree)) {}

    [[nodiscard]] std::vector<std::uint32_t> predict(
        const Samples& samples, std::span<const std::uint32_t> rows) const override {
        const cv::Mat matrix = matrix_of(samples);
        std::vector<std::uint32_t> out;
        out.reserve(rows.size());
        for (const std::uint32_t row : rows) {
            out.push_back(
                static_cast<std::uint32_t>(tree_->predict(matrix.row(static_cast<int>(row)))));
        }
        return out;
    }

private:
    cv::Ptr<cv::ml::DTrees> tree_;
};

}  // namespace

std::unique_ptr<Classifier> train_tree(const TrainingSet& set) {
    cv::Mat chosen(
        static_cast<int>(set.rows.size()), static_cast<int>(set.samples->columns), CV_32F);
    cv::Mat labels(static_cast<int>(set.rows.size()), 1, CV_32S);
    const cv::Mat all = matrix_of(*set.samples);
    for (int i = 0; i < chosen.rows; ++i) {
        const auto place = static_cast<std::size_t>(i);
        all.row(static_cast<int>(set.rows[place])).copyTo(chosen.row(i));
        labels.at<int>(i) = static_cast<int>(set.labels[place]);
    }
    const cv::Ptr<cv::ml::DTrees> tree = cv::ml::DTrees::create();
    tree->setMaxDepth(kTreeDepth);
    tree->setMinSampleCount(kLeastSplitRows);
    tree->setCVFolds(0);  // no pruning, hence nothing at random
    tree->setUseSurrogates(false);
    tree->setTruncatePrunedTree(false);
    tree->train(cv::ml::TrainData::create(chosen, cv::ml::ROW_SAMPLE, labels));
    return std::make_unique<Tree>(tree);
}

}  // namespace kanon::learn

// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/learner.hpp"

#include <linear.h>

#include <array>
#include <numeric>
#include <utility>

namespace kanon::learn {
namespace {

/// Rows as liblinear wants them: what is not 0, by columns counted from 1, then the constant 1, and
/// a mark of the end.
class SparseRows {
public:
    SparseRows(const Samples& samples, std::span<const std::uint32_t> rows) {
        starts_.reserve(rows.size());
        for (const std::uint32_t row : rows) {
            starts_.push_back(nodes_.size());
            add(samples.row(row));
        }
        pointers_.reserve(starts_.size());
        for (const std::size_t start : starts_) {
            pointers_.push_back(nodes_.data() + start);
        }
    }

    [[nodiscard]] feature_node** pointers() { return pointers_.data(); }

    [[nodiscard]] const feature_node* row(std::size_t index) const {
        return nodes_.data() + starts_[index];
    }

private:
    void add(std::span<const float> row) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (row[column] != 0) {
                nodes_.push_back({static_cast<int>(column + 1), static_cast<double>(row[column])});
            }
        }
        nodes_.push_back({static_cast<int>(row.size() + 1), 1.0});
        nodes_.push_back({-1, 0.0});
    }

    std::vector<feature_node> nodes_;
    std::vector<std::size_t> starts_;
    std::vector<feature_node*> pointers_;
};

struct ModelCloser {
    void operator()(model* fitted) const { free_and_destroy_model(&fitted); }
};

using FittedModel = std::unique_ptr<model, ModelCloser>;

/// Newton's method on the primal: nothing in it is at random.
FittedModel fit(SparseRows& rows,
                std::vector<double>& labels,
                std::size_t columns,
                double cost,
                double precision) {
    set_print_string_function([](const char*) {});

    struct problem given {};

    given.l = static_cast<int>(labels.size());
    given.n = static_cast<int>(columns + 1);
    given.y = labels.data();
    given.x = rows.pointers();
    given.bias = 1;

    struct parameter options {};

    options.solver_type = L2R_LR;
    options.C = cost;
    options.eps = precision;
    return FittedModel(train(&given, &options));
}

class Logistic : public Classifier {
public:
    explicit Logistic(FittedModel fitted) : fitted_(std::move(fitted)) {}

    [[nodiscard]] std::vector<std::uint32_t> predict(
        const Samples& samples, std::span<const std::uint32_t> rows) const override {
        const SparseRows sparse(samples, rows);
        std::vector<std::uint32_t> out;
        out.reserve(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            out.push_back(static_cast<std::uint32_t>(::predict(fitted_.get(), sparse.row(i))));
        }
        return out;
    }

private:
    FittedModel fitted_;
};

}  // namespace

std::unique_ptr<Classifier> train_logistic(const TrainingSet& set) {
    SparseRows rows(*set.samples, set.rows);
    std::vector<double> labels(set.labels.begin(), set.labels.end());
    return std::make_unique<Logistic>(fit(rows, labels, set.samples->columns, 1, 0.01));
}

std::vector<double> fitted_probabilities(const Samples& samples,
                                         std::span<const std::uint32_t> labels) {
    std::vector<std::uint32_t> all(samples.rows());
    std::iota(all.begin(), all.end(), 0U);
    SparseRows rows(samples, all);
    std::vector<double> wanted(labels.begin(), labels.end());
    constexpr double kAlmostNoPenalty = 1000;
    const FittedModel fitted = fit(rows, wanted, samples.columns, kAlmostNoPenalty, 1e-4);
    std::array<int, 2> order{};
    get_labels(fitted.get(), order.data());
    std::vector<double> out;
    out.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::array<double, 2> probabilities{};
        predict_probability(fitted.get(), rows.row(i), probabilities.data());
        out.push_back(probabilities[order[0] == 1 ? 0 : 1]);
    }
    return out;
}

}  // namespace kanon::learn

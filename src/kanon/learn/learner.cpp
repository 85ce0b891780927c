// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/learner.hpp"

#include <array>

namespace kanon::learn {

std::span<const LearnerInfo> learners() {
    static constexpr std::array<LearnerInfo, 3> kLearners{{
        {"decision-tree", "CART (OpenCV), depth 12, at least 20 rows to split", &train_tree},
        {"naive-bayes", "counts plus one, numbers normal", &train_naive_bayes},
        {"logistic-regression", "one against the rest (liblinear), C = 1", &train_logistic},
    }};
    return kLearners;
}

}  // namespace kanon::learn

// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/class_checker.hpp"

#include <algorithm>

namespace kanon {
namespace {

constexpr std::size_t kFewTypes = 32;  ///< asked first of as many again, or more

}  // namespace

ClassChecker::ClassChecker(const Task& task)
    : task_(&task),
      least_rows_(task.least_class_rows()),
      supersets_hold_(std::ranges::all_of(
          task.models, [](const auto& model) { return model->monotony() == Monotony::superset; })),
      sums_(task.tracked.size()),
      views_(task.tracked.size()) {
    for (const auto& model : task.models) {
        const std::optional<std::size_t> tracked = model->tracked();
        if (!tracked) {
            by_rows_.push_back(model.get());
        } else if (std::find(tracked_.begin(), tracked_.end(), *tracked) == tracked_.end()) {
            tracked_.push_back(*tracked);
        }
    }
}

bool ClassChecker::rows_hold(std::uint64_t rows) const {
    return rows >= least_rows_ &&
           std::all_of(by_rows_.begin(), by_rows_.end(), [rows](const PrivacyModel* model) {
               return model->holds(ClassView{rows, {}});
           });
}

bool ClassChecker::holds(std::uint64_t rows, TypePieces pieces) {
    if (!rows_hold(rows)) {
        return false;
    }
    return rows_decide() || (!pieces.empty() && few_hold(pieces.front())) ||
           models_hold(rows, pieces);
}

/// True if the first of many types hold, and so all of them and what else is with them.
bool ClassChecker::few_hold(std::span<const std::uint32_t> types) {
    if (!supersets_hold_ || types.size() < 2 * kFewTypes) {
        return false;
    }
    const std::span<const std::uint32_t> few = types.first(kFewTypes);
    std::uint64_t rows = 0;
    for (const std::uint32_t type : few) {
        rows += task_->row_types().counts[type];
    }
    return models_hold(rows, {&few, 1});
}

bool ClassChecker::models_hold(std::uint64_t rows, TypePieces pieces) {
    for (const std::size_t column : tracked_) {
        const Histograms& of_types = task_->row_types().histograms[column];
        HistogramSum& sum = sums_[column];
        sum.begin(of_types.domain_size);
        for (const auto& piece : pieces) {
            for (const std::uint32_t type : piece) {
                sum.add(of_types, type);
            }
        }
        const HistogramSum::View view = sum.end();
        views_[column] = {view.values, view.counts};
    }
    return all_hold(task_->models, ClassView{rows, views_});
}

}  // namespace kanon

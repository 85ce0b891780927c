// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kScanShare = 8;

}  // namespace

ClassChecker::ClassChecker(const Task& task)
    : task_(&task),
      least_rows_(task.least_class_rows()),
      tallies_(task.tracked.size()),
      views_(task.tracked.size()) {
    for (const auto& model : task.models) {
        const std::optional<std::size_t> tracked = model->tracked();
        if (!tracked) {
            by_rows_.push_back(model.get());
        } else if (std::find(tracked_.begin(), tracked_.end(), *tracked) == tracked_.end()) {
            tracked_.push_back(*tracked);
            tallies_[*tracked].count_of_value.resize(
                task.row_types().histograms[*tracked].domain_size);
        }
    }
}

bool ClassChecker::rows_hold(std::uint64_t rows) const {
    return rows >= least_rows_ &&
           std::all_of(by_rows_.begin(), by_rows_.end(), [rows](const PrivacyModel* model) {
               return model->holds(ClassView{rows, {}});
           });
}

void ClassChecker::order_values(Tally& out) {
    if (out.values.size() < out.count_of_value.size() / kScanShare) {
        std::sort(out.values.begin(), out.values.end());
        return;
    }
    // Where many values occur it is quicker to look at all.
    out.values.clear();
    for (Code value = 0; value < out.count_of_value.size(); ++value) {
        if (out.count_of_value[value] > 0) {
            out.values.push_back(value);
        }
    }
}

void ClassChecker::tally(const Histograms& histograms, TypePieces pieces, Tally& out) const {
    out.values.clear();
    for (const auto& piece : pieces) {
        for (const std::uint32_t type : piece) {
            for (auto i = histograms.offsets[type]; i < histograms.offsets[type + 1]; ++i) {
                std::uint32_t& count = out.count_of_value[histograms.values[i]];
                if (count == 0) {
                    out.values.push_back(histograms.values[i]);
                }
                count += histograms.counts[i];
            }
        }
    }
    order_values(out);
    out.counts.clear();
    for (const Code value : out.values) {
        out.counts.push_back(std::exchange(out.count_of_value[value], 0));
    }
}

bool ClassChecker::holds(std::uint64_t rows, TypePieces pieces) {
    if (!rows_hold(rows)) {
        return false;
    }
    if (rows_decide()) {
        return true;
    }
    for (const std::size_t column : tracked_) {
        tally(task_->row_types().histograms[column], pieces, tallies_[column]);
        views_[column] = {tallies_[column].values, tallies_[column].counts};
    }
    return all_hold(task_->models, ClassView{rows, views_});
}

}  // namespace kanon

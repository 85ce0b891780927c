// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// What the values of one attribute tell of the class attribute, over all rows: entropy of the
/// class labels under a run of values, and what is gained by dividing the run.
class ClassInformation {
public:
    /// \pre the task has a class attribute. Cost O(t * labels + values * labels) time, memory
    /// O(values * labels) for the class attribute's labels.
    ClassInformation(const Task& task, std::size_t attribute, const OrderedDomain& domain);

    [[nodiscard]] std::uint64_t rows(RankRun run) const { return rows_at(run, label_count_); }

    /// Entropy of the labels under the run in bits; 0 where at most one label occurs.
    /// Cost O(labels).
    [[nodiscard]] double entropy(RankRun run) const;

    /// InfoGain of dividing the run into the parts: entropy(run) less the mean of entropy(part)
    /// weighted by rows; never below 0. Cost O(parts * labels).
    [[nodiscard]] double gain(RankRun run, std::span<const RankRun> parts) const;

private:
    /// Rows with a label, or with any where `label` is label_count_.
    [[nodiscard]] std::uint64_t rows_at(RankRun run, std::size_t label) const {
        const std::size_t width = label_count_ + 1;
        return up_to_[(run.last + std::size_t{1}) * width + label] -
               up_to_[run.first * width + label];
    }

    std::size_t label_count_;
    std::vector<std::uint64_t> up_to_;  ///< per rank and one more, per label and all: rows below it
};

}  // namespace kanon::domain_cut

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::domain_cut {

ClassInformation::ClassInformation(const Task& task,
                                   std::size_t attribute,
                                   const OrderedDomain& domain)
    : label_count_(task.row_types().histograms[task.class_place.value()].domain_size),
      up_to_((domain.size() + 1) * (label_count_ + 1)) {
    const RowTypes& types = task.row_types();
    const Histograms& labels = types.histograms[task.class_place.value()];
    const std::size_t width = label_count_ + 1;
    types.columns[attribute].visit([&](const auto codes) {
        for (std::size_t type = 0; type < codes.size(); ++type) {
            const std::size_t place = (domain.rank_of(codes[type]) + std::size_t{1}) * width;
            for (std::uint32_t at = labels.offsets[type]; at < labels.offsets[type + 1]; ++at) {
                up_to_[place + labels.values[at]] += labels.counts[at];
                up_to_[place + label_count_] += labels.counts[at];
            }
        }
    });
    for (std::size_t at = width; at < up_to_.size(); ++at) {
        up_to_[at] += up_to_[at - width];
    }
}

double ClassInformation::entropy(RankRun run) const {
    const auto all = static_cast<double>(rows(run));
    double bits = 0;
    for (std::size_t label = 0; label < label_count_; ++label) {
        const auto share = static_cast<double>(rows_at(run, label)) / all;
        if (share > 0 && share < 1) {
            bits -= share * std::log2(share);
        }
    }
    return bits;
}

double ClassInformation::gain(RankRun run, std::span<const RankRun> parts) const {
    double left = 0;
    for (const RankRun part : parts) {
        left += static_cast<double>(rows(part)) * entropy(part);
    }
    return std::max(0.0, entropy(run) - left / static_cast<double>(rows(run)));
}

}  // namespace kanon::domain_cut

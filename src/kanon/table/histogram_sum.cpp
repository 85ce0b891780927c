// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/histogram_sum.hpp"

#include <algorithm>
#include <utility>

namespace kanon {

void HistogramSum::begin(std::size_t domain_size) {
    domain_size_ = domain_size;
    count_of_value_.resize(std::max(count_of_value_.size(), domain_size), 0);
    values_.clear();
    counts_.clear();
}

void HistogramSum::order_values() {
    constexpr std::size_t kScanShare = 8;
    if (values_.size() < domain_size_ / kScanShare) {
        std::sort(values_.begin(), values_.end());
        return;
    }
    // Where many values occur it is quicker to look at all.
    values_.clear();
    for (Code value = 0; value < domain_size_; ++value) {
        if (count_of_value_[value] > 0) {
            values_.push_back(value);
        }
    }
}

HistogramSum::View HistogramSum::end() {
    order_values();
    for (const Code value : values_) {
        counts_.push_back(std::exchange(count_of_value_[value], 0));
    }
    return {.values = values_, .counts = counts_};
}

std::uint64_t HistogramSum::end_minority() {
    std::uint64_t rows = 0;
    std::uint64_t most = 0;
    for (const Code value : values_) {
        const std::uint32_t count = std::exchange(count_of_value_[value], 0);
        rows += count;
        most = std::max<std::uint64_t>(most, count);
    }
    return rows - most;
}

void HistogramSum::merge(const Histograms& of,
                         std::span<const std::uint32_t> union_of_group,
                         std::size_t unions,
                         Histograms& out) {
    groups_.assign(
        union_of_group.size(), unions, [&](std::size_t group) { return union_of_group[group]; });
    out.domain_size = of.domain_size;
    out.offsets.assign(1, 0);
    out.offsets.reserve(unions + 1);
    out.values.clear();
    out.counts.clear();
    for (std::size_t united = 0; united < unions; ++united) {
        begin(of.domain_size);
        for (const std::uint32_t group : groups_.of(united)) {
            add(of, group);
        }
        const View sum = end();
        out.values.insert(out.values.end(), sum.values.begin(), sum.values.end());
        out.counts.insert(out.counts.end(), sum.counts.begin(), sum.counts.end());
        out.offsets.push_back(static_cast<std::uint32_t>(out.values.size()));
    }
}

}  // namespace kanon

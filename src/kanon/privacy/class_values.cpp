// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/class_values.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon::privacy {
namespace {

std::optional<double> values_of_table(const ModelContext& context) {
    if (context.distribution.empty()) {
        return std::nullopt;
    }
    std::vector<bool> seen(context.distribution.size());
    std::uint64_t values = 0;
    for (Code code = 0; code < context.distribution.size(); ++code) {
        const Code value = context.value_of ? (*context.value_of)[code] : code;
        if (code != context.missing && context.distribution[code] > 0 && !seen[value]) {
            seen[value] = true;
            ++values;
        }
    }
    return static_cast<double>(values);
}

}  // namespace

ClassValues::ClassValues(const ModelContext& context)
    : place_(context.place),
      missing_(context.missing),
      value_of_(context.value_of),
      side_by_side_(!value_of_ || std::is_sorted(value_of_->begin(), value_of_->end())),
      of_table_(values_of_table(context)) {}

bool ClassValues::has_missing(const HistogramView& histogram) const {
    return missing_ &&
           std::binary_search(histogram.values.begin(), histogram.values.end(), *missing_);
}

template <class Use>
void ClassValues::each(const ClassView& view, Use use) const {
    const HistogramView& histogram = view.histograms[place_];
    std::vector<std::pair<Code, std::uint64_t>> apart;  // only where equal values stand apart
    Code last = 0;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < histogram.values.size(); ++i) {
        if (histogram.values[i] == missing_) {
            continue;
        }
        const Code value = value_of_ ? (*value_of_)[histogram.values[i]] : histogram.values[i];
        if (!side_by_side_) {
            apart.emplace_back(value, histogram.counts[i]);
            continue;
        }
        if (rows > 0 && value != last) {
            use(std::exchange(rows, 0));
        }
        last = value;
        rows += histogram.counts[i];
    }
    std::sort(apart.begin(), apart.end());
    for (const auto& [value, count] : apart) {
        if (rows > 0 && value != last) {
            use(std::exchange(rows, 0));
        }
        last = value;
        rows += count;
    }
    if (rows > 0) {
        use(rows);
    }
}

std::uint64_t ClassValues::distinct(const ClassView& view) const {
    const HistogramView& histogram = view.histograms[place_];
    if (!value_of_) {
        return histogram.values.size() - (has_missing(histogram) ? 1 : 0);
    }
    std::uint64_t values = 0;
    each(view, [&values](std::uint64_t) { ++values; });
    return values;
}

std::optional<double> ClassValues::entropy(const ClassView& view) const {
    double weighted = 0;
    std::uint64_t rows = 0;
    each(view, [&](std::uint64_t count) {
        const auto c = static_cast<double>(count);
        weighted += c * std::log(c);
        rows += count;
    });
    if (rows == 0) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(rows);
    return std::log(n) - weighted / n;  // log n - (1/n) sum c log c
}

}  // namespace kanon::privacy

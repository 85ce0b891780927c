// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/class_values.hpp"

namespace kanon::privacy {
namespace {

/// Distinct values of the table, but for one that is left out.
std::optional<double> values_of_table(const ModelContext& context, std::optional<Code> left_out) {
    if (context.distribution.empty()) {
        return std::nullopt;
    }
    std::vector<bool> seen(context.distribution.size());
    std::uint64_t values = 0;
    for (Code code = 0; code < context.distribution.size(); ++code) {
        const Code value = context.value_of ? (*context.value_of)[code] : code;
        if (code != left_out && context.distribution[code] > 0 && !seen[value]) {
            seen[value] = true;
            ++values;
        }
    }
    return static_cast<double>(values);
}

}  // namespace

ClassValues::ClassValues(const ModelContext& context, MissingIs missing)
    : place_(context.place),
      left_out_(missing == MissingIs::none ? context.missing : std::nullopt),
      value_of_(context.value_of),
      side_by_side_(!value_of_ || std::is_sorted(value_of_->begin(), value_of_->end())),
      of_table_(values_of_table(context, left_out_)) {}

bool ClassValues::has_left_out(const HistogramView& histogram) const {
    return left_out_ &&
           std::binary_search(histogram.values.begin(), histogram.values.end(), *left_out_);
}

std::uint64_t ClassValues::distinct(const ClassView& view) const {
    const HistogramView& histogram = view.histograms[place_];
    if (!value_of_) {
        return histogram.values.size() - (has_left_out(histogram) ? 1 : 0);
    }
    std::uint64_t values = 0;
    each(view, [&values](Code, std::uint64_t) { ++values; });
    return values;
}

TableValues::TableValues(const ModelContext& context) : rows_of_(context.distribution.size()) {
    for (Code code = 0; code < context.distribution.size(); ++code) {
        const std::uint64_t rows = context.distribution[code];
        std::uint64_t& of_value = rows_of_[context.value_of ? (*context.value_of)[code] : code];
        values_ += rows > 0 && of_value == 0 ? 1U : 0U;
        of_value += rows;
        rows_ += rows;
    }
}

}  // namespace kanon::privacy

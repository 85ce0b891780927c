// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/squared_error.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <numeric>

namespace kanon {
namespace {

using Kind = Aggregate::Kind;

/// Ranks of the codes by their numbers; equal numbers, however spelled, have one.
std::vector<double> ranks_of(const Dictionary& dictionary) {
    std::vector<double> out(dictionary.value_count());
    for (Code code = 1; code < out.size(); ++code) {
        const bool is_new = dictionary.number(code) != dictionary.number(code - 1);
        out[code] = out[code - 1] + (is_new ? 1 : 0);
    }
    return out;
}

std::vector<double> numbers_of(const Dictionary& dictionary) {
    std::vector<double> out(dictionary.value_count());
    for (Code code = 0; code < out.size(); ++code) {
        out[code] = dictionary.number(code);
    }
    return out;
}

double mean_of(const std::vector<double>& places, std::span<const std::uint64_t> rows) {
    double sum = 0;
    double count = 0;
    for (std::size_t code = 0; code < places.size(); ++code) {
        sum += places[code] * static_cast<double>(rows[code]);
        count += static_cast<double>(rows[code]);
    }
    return count > 0 ? sum / count : 0;
}

/// The place of the lower median.
double median_of(const std::vector<double>& places, std::span<const std::uint64_t> rows) {
    const auto all = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
    std::uint64_t below = 0;
    for (std::size_t code = 0; code < places.size(); ++code) {
        below += rows[code];
        if (2 * below >= all) {
            return places[code];
        }
    }
    return 0;
}

}  // namespace

SquaredError::SquaredError(const Dictionary& dictionary,
                           const Aggregate& aggregate,
                           std::span<const std::uint64_t> rows)
    : by_place_(aggregate.kind != Kind::mode) {
    KANON_CHECK(rows.size() == dictionary.size());
    if (!by_place_) {
        const auto most = std::ranges::max_element(rows);
        mode_ = static_cast<Code>(most - rows.begin());
        whole_ = static_cast<double>(std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}) -
                                     (rows.empty() ? 0 : *most));
        return;
    }
    const bool is_mean = aggregate.kind == Kind::mean;
    places_ = is_mean ? numbers_of(dictionary) : ranks_of(dictionary);
    centre_ = is_mean ? mean_of(places_, rows) : median_of(places_, rows);
    for (std::size_t code = 0; code < places_.size(); ++code) {
        const double away = places_[code] - centre_;
        whole_ += static_cast<double>(rows[code]) * away * away;
    }
}

double SquaredError::place(const ReleasedValue& value, const ReleasedDomain& domain) const {
    if (value.kind == ReleasedValue::Kind::mean) {
        return parse_number(domain.means[value.first], ValueType::decimal).value_or(centre_);
    }
    return value.kind == ReleasedValue::Kind::typical ? places_[value.first] : centre_;
}

double SquaredError::of(Code code, const ReleasedValue& value, const ReleasedDomain& domain) const {
    if (!by_place_) {
        const Code shown = value.kind == ReleasedValue::Kind::typical ? value.first : mode_;
        return shown == code ? 0 : 1;
    }
    const double away = places_[code] - place(value, domain);
    return away * away;
}

}  // namespace kanon

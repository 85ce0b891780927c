// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/aggregate_loss.hpp"

#include "kanon/quality/field_losses.hpp"
#include "kanon/quality/squared_error.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace kanon {
namespace {

/// SSE of an attribute. What is left of the original's rows once those of the classes are counted
/// was left out.
double squared_errors(const ReleasedClasses& classes,
                      std::size_t attribute,
                      const SquaredError& error,
                      std::vector<std::uint64_t> rows,
                      const Histograms& histograms) {
    const ReadDomain& reading = classes.attributes()[attribute].reading;
    double sum = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const Code released = classes.codes(attribute)[index];
        const ReleasedValue value =
            reading.readable[released] ? reading.domain.values[released] : ReleasedValue{};
        for (std::uint32_t i = histograms.offsets[index]; i < histograms.offsets[index + 1]; ++i) {
            const Code code = histograms.values[i];
            sum +=
                static_cast<double>(histograms.counts[i]) * error.of(code, value, reading.domain);
            rows[code] -= histograms.counts[i];
        }
    }
    for (Code code = 0; code < rows.size(); ++code) {
        if (rows[code] > 0) {
            sum +=
                static_cast<double>(rows[code]) * error.of(code, ReleasedValue{}, reading.domain);
        }
    }
    return sum;
}

}  // namespace

bool traceable(const ReleasedClasses& classes, const Release& release) {
    const std::vector<std::uint32_t>& rows = release.original_row;
    if (rows.empty()) {
        return classes.class_of_row().size() == classes.original_size();
    }
    return rows.size() == classes.class_of_row().size() &&
           *std::ranges::max_element(rows) < classes.original_size();
}

AggregateLoss aggregate_loss(const ReleasedClasses& classes,
                             const Release& release,
                             const std::vector<double>& weights,
                             unsigned threads) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const std::vector<ReleasedAttribute>& attributes = classes.attributes();
    AggregateLoss out{.loss = 0, .attributes = std::vector<double>(attributes.size(), kNaN)};
    double whole = 0;
    for (std::size_t j = 0; j < attributes.size() && traceable(classes, release); ++j) {
        if (!attributes[j].aggregate) {
            continue;
        }
        const Column& column = *attributes[j].original;
        const std::vector<std::uint64_t> rows = rows_of_codes(classes, column);
        const SquaredError error(*column.dictionary, *attributes[j].aggregate, rows);
        const Histograms histograms = classes.histograms(column, release.original_row, threads);
        const double errors = squared_errors(classes, j, error, rows, histograms);
        out.attributes[j] = error.whole() > 0 ? errors / error.whole() : 0;
        const double weight = weights.empty() ? 1 : weights[j];
        out.loss += weight * out.attributes[j];
        whole += weight;
    }
    out.loss = whole > 0 ? out.loss / whole : kNaN;
    return out;
}

}  // namespace kanon

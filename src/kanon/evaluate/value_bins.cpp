// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/value_bins.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon {

ValueBins::ValueBins(const EvaluatedTable& table, std::size_t column, const BinLimits& limits)
    : pooled_(std::numeric_limits<std::size_t>::max()) {
    const Dictionary& dictionary = table.dictionary(column);
    const std::vector<double> rows = rows_of_values(table, column);
    bins_.resize(dictionary.size());
    if (dictionary.is_numeric()) {
        bin_numbers(dictionary, rows, limits.numbers);
    } else {
        bin_texts(rows, limits.texts);
    }
    std::vector<double> sizes(size_);
    for (std::size_t code = 0; code < bins_.size(); ++code) {
        sizes[bins_[code]] += rows[code];
    }
    largest_ = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
    find_ends();
}

void ValueBins::bin_numbers(const Dictionary& dictionary,
                            const std::vector<double>& rows,
                            std::size_t most) {
    const std::size_t values = dictionary.value_count();
    const double whole =
        std::accumulate(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(values), 0.0);
    const double each = whole / static_cast<double>(most);
    double below = 0;
    double from = 0;
    std::uint32_t bin = 0;
    for (std::size_t code = 0; code < values; ++code) {
        bins_[code] = bin;
        below += rows[code];
        if (below - from >= each && code + 1 < values) {
            ++bin;
            from = below;
        }
    }
    if (const std::optional<Code> missing = dictionary.missing()) {
        bins_[*missing] = values == 0 ? 0 : ++bin;
    }
    size_ = bin + std::size_t{1};
}

void ValueBins::bin_texts(const std::vector<double>& rows, std::size_t most) {
    std::vector<Code> codes(rows.size());
    std::iota(codes.begin(), codes.end(), Code{0});
    std::ranges::stable_sort(codes, [&](Code a, Code b) { return rows[a] > rows[b]; });
    const std::size_t alone = codes.size() <= most + 1 ? codes.size() : most;
    for (std::size_t place = 0; place < codes.size(); ++place) {
        bins_[codes[place]] = static_cast<std::uint32_t>(std::min(place, alone));
    }
    size_ = alone;
    if (alone < codes.size()) {
        pooled_ = size_++;
    }
}

void ValueBins::find_ends() {
    ends_.resize(bins_.size());
    for (std::size_t code = bins_.size(); code-- > 0;) {
        const bool goes_on = code + 1 < bins_.size() && bins_[code + 1] == bins_[code];
        ends_[code] = goes_on ? ends_[code + 1] : static_cast<Code>(code);
    }
}

std::vector<std::pair<std::uint32_t, double>> ValueBins::shares(const Spread& spread) const {
    std::vector<double> found(size_);
    for (const CodeRun& run : spread.runs) {
        for (std::size_t code = run.first; code <= run.last;) {
            const std::size_t last = std::min<std::size_t>(ends_[code], run.last);
            found[bins_[code]] += static_cast<double>(last - code + 1);
            code = last + 1;
        }
    }
    std::vector<std::pair<std::uint32_t, double>> out;
    out.reserve(size_);
    for (std::uint32_t bin = 0; bin < size_; ++bin) {
        if (found[bin] > 0) {
            out.emplace_back(bin, found[bin] / static_cast<double>(spread.count));
        }
    }
    return out;
}

}  // namespace kanon

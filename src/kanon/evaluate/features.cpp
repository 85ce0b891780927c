// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/features.hpp"

#include "kanon/evaluate/value_bins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kanon {
namespace {

constexpr BinLimits kFeatureBins{.numbers = 10, .texts = 50};

/// Mean and deviation of a column of numbers, over rows.
struct Scale {
    double mean = 0;
    double deviation = 1;
};

Scale scale_of(const Dictionary& dictionary, const std::vector<double>& rows) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        count += rows[code];
        sum += rows[code] * dictionary.number(code);
    }
    Scale out;
    out.mean = count > 0 ? sum / count : 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const double away = dictionary.number(code) - out.mean;
        squares += rows[code] * away * away;
    }
    out.deviation = squares > 0 ? std::sqrt(squares / count) : 1;
    return out;
}

/// A feature for each of the most frequent codes, and one for all others; how many there are.
std::size_t encode_frequent(const std::vector<double>& rows,
                            std::vector<std::vector<std::pair<std::uint32_t, float>>>& cells) {
    std::vector<Code> codes(rows.size());
    std::iota(codes.begin(), codes.end(), Code{0});
    std::ranges::stable_sort(codes, [&](Code a, Code b) { return rows[a] > rows[b]; });
    cells.resize(rows.size());
    for (std::size_t place = 0; place < codes.size(); ++place) {
        const std::size_t feature = std::min(place, kFeatureBins.texts);
        cells[codes[place]] = {{static_cast<std::uint32_t>(feature), 1.0F}};
    }
    return std::min(codes.size(), kFeatureBins.texts + 1);
}

}  // namespace

std::string_view to_string(FeatureKind kind) {
    return kind == FeatureKind::expected ? "expected" : "categorical";
}

FeatureSpace::FeatureSpace(const EvaluatedTable& table,
                           const std::vector<std::size_t>& columns,
                           FeatureKind kind)
    : table_(&table) {
    encoded_.reserve(columns.size());
    blocks_.reserve(columns.size());
    for (const std::size_t column : columns) {
        Encoded encoded;
        encoded.column = column;
        bool is_number = false;
        const std::size_t size = kind == FeatureKind::expected ? encode_expected(encoded, is_number)
                                                               : encode_categories(encoded);
        blocks_.push_back(learn::Block{.first = size_, .size = size, .is_number = is_number});
        encoded_.push_back(std::move(encoded));
        size_ += size;
    }
}

std::size_t FeatureSpace::encode_expected(Encoded& encoded, bool& is_number) const {
    const Dictionary& dictionary = table_->dictionary(encoded.column);
    const std::vector<Spread>& spreads = table_->columns[encoded.column].spreads;
    is_number = dictionary.is_numeric();
    encoded.of_value.resize(dictionary.size());
    encoded.of_spread.resize(spreads.size());
    if (is_number) {
        const Scale scale = scale_of(dictionary, rows_of_values(*table_, encoded.column));
        const auto cell = [&](double number, double told) {
            return Cell{{0U, static_cast<float>((number - scale.mean) / scale.deviation * told)}};
        };
        for (Code code = 0; code < dictionary.value_count(); ++code) {
            encoded.of_value[code] = cell(dictionary.number(code), 1);
        }
        for (std::size_t place = 0; place < spreads.size(); ++place) {
            encoded.of_spread[place] = cell(spreads[place].mean, spreads[place].told);
        }
        return 1;
    }
    const ValueBins bins(*table_, encoded.column, kFeatureBins);
    for (Code code = 0; code < dictionary.size(); ++code) {
        encoded.of_value[code] = {{bins.bin_of(code), 1.0F}};
    }
    for (std::size_t place = 0; place < spreads.size(); ++place) {
        for (const auto& [bin, share] : bins.shares(spreads[place])) {
            encoded.of_spread[place].emplace_back(bin, static_cast<float>(share));
        }
    }
    return bins.size();
}

std::size_t FeatureSpace::encode_categories(Encoded& encoded) const {
    const std::size_t before =
        encode_frequent(rows_of_values(*table_, encoded.column), encoded.of_value);
    const std::size_t after =
        encode_frequent(rows_of_spreads(*table_, encoded.column), encoded.of_spread);
    return std::max(before, after);
}

void FeatureSpace::write(const Cell& cell, std::size_t first, std::span<float> row) {
    for (const auto& [feature, value] : cell) {
        row[first + feature] = value;
    }
}

std::vector<std::string> FeatureSpace::names() const {
    std::vector<std::string> out;
    out.reserve(size_);
    for (std::size_t j = 0; j < encoded_.size(); ++j) {
        const std::string& name = table_->columns[encoded_[j].column].name;
        for (std::size_t place = 0; place < blocks_[j].size; ++place) {
            out.push_back(blocks_[j].is_number ? name : name + ": " + std::to_string(place + 1));
        }
    }
    return out;
}

learn::Samples FeatureSpace::originals(std::span<const std::uint32_t> rows) const {
    learn::Samples out{.columns = size_, .values = std::vector<float>(size_ * rows.size())};
    for (std::size_t j = 0; j < encoded_.size(); ++j) {
        const CodeVector& codes = table_->original.column(encoded_[j].column).codes;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            write(encoded_[j].of_value[codes[rows[i]]],
                  blocks_[j].first,
                  std::span(out.values).subspan(i * size_, size_));
        }
    }
    return out;
}

learn::Samples FeatureSpace::released(std::span<const std::uint32_t> rows) const {
    learn::Samples out{.columns = size_, .values = std::vector<float>(size_ * rows.size())};
    for (std::size_t j = 0; j < encoded_.size(); ++j) {
        const CodeVector& codes = table_->released.column(encoded_[j].column).codes;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            write(encoded_[j].of_spread[codes[rows[i]]],
                  blocks_[j].first,
                  std::span(out.values).subspan(i * size_, size_));
        }
    }
    return out;
}

learn::Samples FeatureSpace::drawn(std::span<const std::uint32_t> rows, Random& random) const {
    learn::Samples out{.columns = size_, .values = std::vector<float>(size_ * rows.size())};
    for (std::size_t j = 0; j < encoded_.size(); ++j) {
        const CodeVector& codes = table_->released.column(encoded_[j].column).codes;
        const std::vector<Spread>& spreads = table_->columns[encoded_[j].column].spreads;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Spread& spread = spreads[codes[rows[i]]];
            std::size_t left = random.below(spread.count);
            auto run = spread.runs.begin();
            while (left > run->last - run->first) {
                left -= run->last - run->first + std::size_t{1};
                ++run;
            }
            write(encoded_[j].of_value[run->first + left],
                  blocks_[j].first,
                  std::span(out.values).subspan(i * size_, size_));
        }
    }
    return out;
}

std::vector<std::uint32_t> sampled_rows(std::size_t count, std::size_t most, Random& random) {
    std::vector<std::uint32_t> out(count);
    std::iota(out.begin(), out.end(), 0U);
    if (count <= most) {
        return out;
    }
    for (std::size_t i = 0; i < most; ++i) {
        std::swap(out[i], out[i + random.below(count - i)]);
    }
    out.resize(most);
    std::ranges::sort(out);
    return out;
}

}  // namespace kanon

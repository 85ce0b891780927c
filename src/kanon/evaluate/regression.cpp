// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/regression.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/evaluate/features.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kanon {
namespace {

/// Rows with a target, and that in a column of its own.
struct RegressedRows {
    learn::Samples samples;
    std::vector<double> target;
};

/// Take the target's column, the last one, and the first value of each text off the samples.
RegressedRows split(const learn::Samples& all, const std::vector<learn::Block>& blocks) {
    std::vector<std::size_t> kept;
    for (std::size_t j = 0; j + 1 < blocks.size(); ++j) {
        const learn::Block& block = blocks[j];
        for (std::size_t i = block.is_number ? 0 : 1; i < block.size; ++i) {
            kept.push_back(block.first + i);
        }
    }
    RegressedRows out;
    out.samples.columns = kept.size();
    out.samples.values.reserve(all.rows() * kept.size());
    out.target.reserve(all.rows());
    for (std::size_t row = 0; row < all.rows(); ++row) {
        const std::span<const float> values = all.row(row);
        for (const std::size_t column : kept) {
            out.samples.values.push_back(values[column]);
        }
        out.target.push_back(values.back());
    }
    return out;
}

std::vector<std::uint32_t> told_originals(const EvaluatedTable& table, std::size_t target) {
    const Column& column = table.original.column(target);
    std::vector<std::uint32_t> out;
    out.reserve(table.original.row_count());
    for (std::uint32_t row = 0; row < table.original.row_count(); ++row) {
        if (!column.dictionary->is_missing(column.codes[row])) {
            out.push_back(row);
        }
    }
    return out;
}

std::vector<std::uint32_t> told_released(const EvaluatedTable& table, std::size_t target) {
    const CodeVector& codes = table.released.column(target).codes;
    const std::size_t values = table.dictionary(target).size();
    std::vector<std::uint32_t> out;
    out.reserve(table.released.row_count());
    for (std::uint32_t row = 0; row < table.released.row_count(); ++row) {
        const Spread& spread = table.columns[target].spreads[codes[row]];
        if (spread.told > 0 && (spread.count < values || values == 1)) {
            out.push_back(row);
        }
    }
    return out;
}

/// At most so many of some rows.
std::vector<std::uint32_t> some_of(const std::vector<std::uint32_t>& rows,
                                   std::size_t most,
                                   Random& random) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t place : sampled_rows(rows.size(), most, random)) {
        out.push_back(rows[place]);
    }
    return out;
}

std::vector<std::string> coefficient_names(const FeatureSpace& space) {
    std::vector<std::string> all = space.names();
    std::vector<std::string> out{"constant"};
    for (std::size_t j = 0; j + 1 < space.blocks().size(); ++j) {
        const learn::Block& block = space.blocks()[j];
        for (std::size_t i = block.is_number ? 0 : 1; i < block.size; ++i) {
            out.push_back(std::move(all[block.first + i]));
        }
    }
    return out;
}

std::vector<std::size_t> regressed_columns(const EvaluatedTable& table, std::size_t target) {
    std::vector<std::size_t> out;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (column != target && table.columns[column].role == EvaluatedRole::quasi_identifier) {
            out.push_back(column);
        }
    }
    out.push_back(target);
    return out;
}

}  // namespace

std::optional<double> interval_overlap(const learn::Coefficient& a, const learn::Coefficient& b) {
    constexpr double kWidth = 1.96;
    if (a.error <= 0 || b.error <= 0) {
        return std::nullopt;
    }
    const double low = std::max(a.value - kWidth * a.error, b.value - kWidth * b.error);
    const double high = std::min(a.value + kWidth * a.error, b.value + kWidth * b.error);
    const double common = high - low;
    return (common / (2 * kWidth * a.error) + common / (2 * kWidth * b.error)) / 2;
}

std::optional<Regression> regress(const EvaluatedTable& table,
                                  const std::string& target,
                                  std::size_t most_rows,
                                  const RunContext& context) {
    throw_if_cancelled(context);
    const std::optional<std::size_t> place = table.find(target);
    if (!place || !table.is_numeric(*place)) {
        throw Error(ErrorCode::bad_input,
                    "a regression is of a column of numbers that original and release have",
                    Where{.attribute = target});
    }
    const FeatureSpace space(table, regressed_columns(table, *place), FeatureKind::expected);
    Random random(context.seed);
    const RegressedRows before = split(
        space.originals(some_of(told_originals(table, *place), most_rows, random)), space.blocks());
    const RegressedRows after = split(
        space.released(some_of(told_released(table, *place), most_rows, random)), space.blocks());
    const std::optional<learn::LinearFit> original =
        learn::fit_least_squares(before.samples, before.target);
    const std::optional<learn::LinearFit> release =
        learn::fit_least_squares(after.samples, after.target);
    if (!original || !release) {
        return std::nullopt;
    }
    Regression out{.target = target,
                   .original_rows = original->rows,
                   .release_rows = release->rows,
                   .r_squared_original = original->r_squared,
                   .r_squared_release = release->r_squared};
    const std::vector<std::string> names = coefficient_names(space);
    double sum = 0;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        CoefficientPair pair{.feature = names[i],
                             .original = original->coefficients[i],
                             .release = release->coefficients[i]};
        if (pair.original && pair.release) {
            pair.overlap = interval_overlap(*pair.original, *pair.release);
        }
        if (i > 0 && pair.overlap) {
            sum += *pair.overlap;
            ++counted;
        }
        out.coefficients.push_back(std::move(pair));
    }
    if (counted > 0) {
        out.mean_overlap = sum / static_cast<double>(counted);
    }
    return out;
}

}  // namespace kanon

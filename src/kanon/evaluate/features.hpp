// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/evaluate/evaluate_options.hpp"
#include "kanon/evaluate/evaluated_table.hpp"
#include "kanon/learn/samples.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

/// As in flags: `expected`, `categorical`.
[[nodiscard]] std::string_view to_string(FeatureKind kind);

/// Features of some columns. Numbers are standardized by the original's mean and deviation; a
/// missing number counts as the mean. Of texts and spellings the 50 most frequent have a feature
/// each, all others share one.
class FeatureSpace {
public:
    /// Cost O(n + codes) a column.
    FeatureSpace(const EvaluatedTable& table,
                 const std::vector<std::size_t>& columns,
                 FeatureKind kind);

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] const std::vector<learn::Block>& blocks() const { return blocks_; }

    /// One name for each feature: of a number its column, of a text `column: place`, no value.
    [[nodiscard]] std::vector<std::string> names() const;

    [[nodiscard]] learn::Samples originals(std::span<const std::uint32_t> rows) const;

    [[nodiscard]] learn::Samples released(std::span<const std::uint32_t> rows) const;

    /// Released rows with a value drawn from each cell's spread. \pre of expected features
    [[nodiscard]] learn::Samples drawn(std::span<const std::uint32_t> rows, Random& random) const;

private:
    using Cell = std::vector<std::pair<std::uint32_t, float>>;  ///< feature of the block, value

    struct Encoded {
        std::size_t column = 0;
        std::vector<Cell> of_value;   ///< per code of the original
        std::vector<Cell> of_spread;  ///< per code of the release
    };

    [[nodiscard]] std::size_t encode_expected(Encoded& encoded, bool& is_number) const;
    [[nodiscard]] std::size_t encode_categories(Encoded& encoded) const;
    static void write(const Cell& cell, std::size_t first, std::span<float> row);

    const EvaluatedTable* table_;
    std::vector<Encoded> encoded_;
    std::vector<learn::Block> blocks_;  ///< one for each of encoded_
    std::size_t size_ = 0;
};

/// The first `most` of `count` places in an order drawn by chance, ascending: all, if there are no
/// more.
[[nodiscard]] std::vector<std::uint32_t> sampled_rows(std::size_t count,
                                                      std::size_t most,
                                                      Random& random);

}  // namespace kanon

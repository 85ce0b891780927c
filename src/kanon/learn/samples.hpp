// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Learning from rows of numbers; knows no table. A port, and one file for each library behind it.
namespace kanon::learn {

/// Rows of features, one after another.
struct Samples {
    std::size_t columns = 0;
    std::vector<float> values;  ///< rows() * columns

    [[nodiscard]] std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }

    [[nodiscard]] std::span<const float> row(std::size_t index) const {
        return std::span(values).subspan(index * columns, columns);
    }
};

/// Features that belong together: one number, or the shares of the values of one attribute, which
/// sum to 1.
struct Block {
    std::size_t first = 0;
    std::size_t size = 1;
    bool is_number = true;
};

}  // namespace kanon::learn

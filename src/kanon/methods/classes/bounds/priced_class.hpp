// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/box_tree.hpp"

#include <cstdint>
#include <utility>
#include <vector>

/// Rows that have prices, and classes by what their rows are worth.
namespace kanon::classes {

/// A class is worth it only if its prices, as raised, exceed its loss by more than this.
inline constexpr double kPriceRounding = 1e-10;

/// Rows of one type.
struct TypeRows {
    std::uint32_t type = 0;  ///< the tree's number
    std::uint32_t rows = 0;
};

/// A class that was found around a row type.
struct PricedClass {
    double loss = 0;  ///< of all its rows
    std::vector<TypeRows> members;
};

/// The types by their prices, the dearest first, of equal ones the one of lower number.
class PriceOrder {
public:
    /// \param prices by the tree's types, of a row each
    explicit PriceOrder(const std::vector<double>& prices);

    [[nodiscard]] std::uint32_t rank(std::uint32_t type) const { return ranks_[type]; }

    [[nodiscard]] std::uint32_t type(std::uint32_t rank) const { return types_[rank]; }

private:
    std::vector<std::uint32_t> types_;
    std::vector<std::uint32_t> ranks_;
};

/// The greatest of the prices of so many rows, and their sum.
class TopPrices {
public:
    /// Forget all; from now on the sum is of the greatest `most` prices.
    void start(std::uint64_t most);

    void add(double price, std::uint64_t rows);

    /// True if there were so many rows.
    [[nodiscard]] bool full() const { return held_ >= most_; }

    [[nodiscard]] double sum() const { return sum_; }

    /// The sum but for the least of them, which makes way for a row.
    [[nodiscard]] double sum_beside_one() const {
        return full() && most_ > 0 ? sum_ - prices_.front().first : sum_;
    }

private:
    std::uint64_t most_ = 0;
    std::uint64_t held_ = 0;
    double sum_ = 0;
    std::vector<std::pair<double, std::uint64_t>>
        prices_;  ///< and rows; a heap, the least in front
};

}  // namespace kanon::classes

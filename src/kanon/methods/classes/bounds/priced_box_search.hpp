// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/bounds/box_descent.hpp"
#include "kanon/methods/classes/bounds/priced_class.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// The sum of the dearest so many rows of the candidates that go on. These come dearest first.
class PriceTally {
public:
    PriceTally(const TypeRows* rows, const double* prices, std::uint64_t most)
        : rows_(rows), prices_(prices), left_(most) {}

    void add(std::uint32_t candidate) {
        if (left_ > 0) {
            const std::uint64_t taken = std::min<std::uint64_t>(left_, rows_[candidate].rows);
            sum_ += prices_[candidate] * static_cast<double>(taken);
            left_ -= taken;
        }
    }

    [[nodiscard]] bool enough() const { return left_ == 0; }

    [[nodiscard]] double sum() const { return sum_; }

private:
    const TypeRows* rows_;
    const double* prices_;
    std::uint64_t left_;
    double sum_ = 0;
};

/// Rows have prices. Searches, around a row type, the class of k rows of which the loss is least in
/// proportion to the sum of its rows' prices.
///
/// Box by box (BoxDescent): the class of a box that holds some candidates at most has the row and
/// the dearest k - 1 rows of theirs, and where these are not worth what the box loses at least, it
/// is given up. The search of least lossy boxes is this with all prices alike. Exponential in the
/// axes at worst, which the steps given end.
///
/// Sets of more than two values are not told apart, but for how many values they need at least to
/// hold the rows; so with set axes the proportion may be less than that of any class, never more.
class PricedBoxSearch : private BoxDescent<PricedBoxSearch, PriceTally> {
public:
    /// Keeps references; `prices` are by the tree's types, of a row each, and `order` is theirs.
    /// \param rows k, 2 at least
    PricedBoxSearch(const BoxTree& tree,
                    std::uint64_t rows,
                    const std::vector<double>& prices,
                    const PriceOrder& order);

    /// Search around a type for a class whose loss is less than `below` times the prices.
    /// \param dearest the sum of the greatest k - 1 prices of all rows. Returns false if the steps
    /// ran out; a step is a loss on one axis, or a type looked at on one.
    [[nodiscard]] bool run(std::uint32_t type, double below, double dearest, std::uint64_t& steps);

    /// Loss by prices of the best class found at most, or `below`.
    [[nodiscard]] double ratio() const { return ratio_; }

    /// What the rows of that class lose together, and which they are; empty if none was found.
    [[nodiscard]] const PricedClass& found() const { return found_; }

private:
    friend BoxDescent;

    void find_candidates(double limit);
    void take_bands(double limit);
    [[nodiscard]] double loss_of_members() const;

    [[nodiscard]] PriceTally tally() const {
        return {others_.data(), candidate_prices_.data(), needed_rows_};
    }

    [[nodiscard]] double worth(const PriceTally& tally) const {
        return (ratio_ * (own_price_ + tally.sum()) - kPriceRounding) / class_rows_;
    }

    /// The last axis is walked as the others are.
    [[nodiscard]] static bool close(std::size_t /*depth*/, const Kept& /*from*/, double /*loss*/) {
        return false;
    }

    void take(const Kept& kept, double loss);

    const std::vector<double>& prices_;
    const PriceOrder& order_;
    double class_rows_;
    NearTypes near_;
    TopPrices top_;
    double own_price_ = 0;
    double ratio_ = 1;
    PricedClass found_;
    std::vector<TypeRows> others_;          ///< by candidate: its rows beside the one
    std::vector<double> candidate_prices_;  ///< by candidate
    std::vector<std::size_t> band_ends_;    ///< near types by bands of loss
    std::vector<std::uint32_t> banded_;
    std::vector<std::uint32_t> ranks_;
};

}  // namespace kanon::classes

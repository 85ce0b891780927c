// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/priced_class.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace kanon::classes {

PriceOrder::PriceOrder(const std::vector<double>& prices)
    : types_(prices.size()), ranks_(prices.size()) {
    std::iota(types_.begin(), types_.end(), 0U);
    std::sort(types_.begin(), types_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return prices[a] != prices[b] ? prices[a] > prices[b] : a < b;
    });
    for (std::uint32_t rank = 0; rank < types_.size(); ++rank) {
        ranks_[types_[rank]] = rank;
    }
}

void TopPrices::start(std::uint64_t most) {
    most_ = most;
    sum_ = 0;
    prices_.clear();
}

void TopPrices::add(double price, std::uint64_t rows) {
    for (std::uint64_t row = 0; row < std::min(rows, most_); ++row) {
        if (full()) {
            if (prices_.front() >= price) {
                return;
            }
            sum_ -= prices_.front();
            std::pop_heap(prices_.begin(), prices_.end(), std::greater<>());
            prices_.pop_back();
        }
        sum_ += price;
        prices_.push_back(price);
        std::push_heap(prices_.begin(), prices_.end(), std::greater<>());
    }
}

}  // namespace kanon::classes

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
    held_ = 0;
    sum_ = 0;
    prices_.clear();
}

void TopPrices::add(double price, std::uint64_t rows) {
    const std::uint64_t added = std::min(rows, most_);
    if (added == 0 || (full() && prices_.front().first >= price)) {
        return;
    }
    prices_.emplace_back(price, added);
    std::push_heap(prices_.begin(), prices_.end(), std::greater<>());
    held_ += added;
    sum_ += price * static_cast<double>(added);
    while (held_ > most_) {
        auto& [least, of_least] = prices_.front();
        const std::uint64_t dropped = std::min(of_least, held_ - most_);
        of_least -= dropped;
        held_ -= dropped;
        sum_ -= least * static_cast<double>(dropped);
        if (of_least == 0) {
            std::pop_heap(prices_.begin(), prices_.end(), std::greater<>());
            prices_.pop_back();
        }
    }
}

}  // namespace kanon::classes

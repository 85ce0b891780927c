// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/sort_greedy.hpp"

#include "kanon/methods/freeform/greedy_outcome.hpp"

#include <algorithm>
#include <compare>
#include <functional>
#include <queue>
#include <vector>

namespace kanon::freeform {
namespace {

/// A row and the free record nearest to it, in the order in which they are taken.
struct Pair {
    ExactLoss growth;
    std::uint32_t place_of_row = 0;
    std::uint32_t place_of_record = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 trips over a default <=>
    friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// The pairs of one round.
class SortedPairs {
public:
    SortedPairs(GreedyRound& round, std::span<const std::uint32_t> order)
        : round_(round), order_(order), place_of_(order.size()) {
        for (std::uint32_t place = 0; place < order.size(); ++place) {
            place_of_[order[place]] = place;
        }
    }

    [[nodiscard]] RoundEnding take_all(RoundClock& clock) {
        for (std::uint32_t place = 0; place < order_.size(); ++place) {
            if (clock.is_over()) {
                return RoundEnding::stopped;
            }
            look(place);
        }
        // No pair comes before the first of those that wait: free records grow fewer, so the
        // nearest of a row is never nearer than when it was looked for.
        while (!waiting_.empty()) {
            if (clock.is_over()) {
                return RoundEnding::stopped;
            }
            const Pair first = waiting_.top();
            waiting_.pop();
            const std::uint32_t record = order_[first.place_of_record];
            if (round_.free().contains(record)) {
                round_.take(order_[first.place_of_row], record);
            } else {
                look(first.place_of_row);
            }
        }
        return exchange_left_over(clock);
    }

private:
    void look(std::uint32_t place_of_row) {
        if (const auto near = round_.free().nearest(order_[place_of_row])) {
            waiting_.push({.growth = near->growth,
                           .place_of_row = place_of_row,
                           .place_of_record = place_of_[near->record]});
        } else {
            left_over_.push_back(place_of_row);
        }
    }

    [[nodiscard]] RoundEnding exchange_left_over(RoundClock& clock) {
        std::ranges::sort(left_over_);
        for (const std::uint32_t place : left_over_) {
            if (clock.is_over()) {
                return RoundEnding::stopped;
            }
            if (!round_.exchange(order_[place])) {
                return RoundEnding::stuck;
            }
        }
        return RoundEnding::filled;
    }

    GreedyRound& round_;
    std::span<const std::uint32_t> order_;
    std::vector<std::uint32_t> place_of_;  ///< per row, and the record that stands at it
    std::priority_queue<Pair, std::vector<Pair>, std::greater<>> waiting_;
    std::vector<std::uint32_t> left_over_;  ///< places of rows
};

class SortGreedy final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return greedy_outcome(task, context, [&](GreedyRound& round, auto order) {
            RoundClock clock(context);
            return SortedPairs(round, order).take_all(clock);
        });
    }
};

}  // namespace

std::unique_ptr<Method> make_sort_greedy(const OptionMap&) {
    return std::make_unique<SortGreedy>();
}

}  // namespace kanon::freeform

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/greedy_round.hpp"

#include <algorithm>
#include <limits>

namespace kanon::freeform {
namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void GreedyRound::begin(std::uint32_t round) {
    round_ = round;
    taken_.clear();
    free_.begin(round);
}

void GreedyRound::take(std::uint32_t row, std::uint32_t record) {
    free_.remove(record);
    record_of_row_[row] = record;
    taken_.push_back(row);
}

bool GreedyRound::exchange(std::uint32_t row) {
    ++dead_ends_;
    return exchange_two(row) || exchange_more(row);
}

void GreedyRound::end() {
    for (const std::uint32_t row : taken_) {
        graph_.of(record_of_row_[row])[round_] = row;
    }
}

bool GreedyRound::exchange_two(std::uint32_t row) {
    for (std::size_t looked_at = 1; looked_at <= taken_.size(); ++looked_at) {
        const std::uint32_t other = taken_[taken_.size() - looked_at];
        if (!free_.may_take(record_of_row_[other], row)) {
            continue;
        }
        if (const auto near = free_.nearest(other)) {
            count_lookups(looked_at);
            const std::uint32_t record = record_of_row_[other];
            free_.remove(near->record);
            record_of_row_[other] = near->record;
            record_of_row_[row] = record;
            taken_.push_back(row);
            return true;
        }
    }
    return false;
}

/// Breadth first from the row: to rows that have a record which one reached before may take.
bool GreedyRound::exchange_more(std::uint32_t row) {
    std::vector<std::uint32_t> before(space_.size(), kNobody);  // who would take over, if reached
    std::vector<std::uint32_t> reached{row};
    std::vector<std::uint32_t> others(taken_.rbegin(), taken_.rend());
    for (std::size_t at = 0; at < reached.size(); ++at) {
        const auto may_hand_on = [&](std::uint32_t other) {
            return free_.may_take(record_of_row_[other], reached[at]);
        };
        const auto rest = std::stable_partition(
            others.begin(), others.end(), [&](std::uint32_t other) { return !may_hand_on(other); });
        for (auto other = rest; other != others.end(); ++other) {
            before[*other] = reached[at];
            if (free_.nearest(*other)) {
                hand_on(row, before, *other);
                return true;
            }
            reached.push_back(*other);
        }
        others.erase(rest, others.end());
    }
    return false;
}

/// The last row of a chain takes a free record, each other the record of the one behind it.
void GreedyRound::hand_on(std::uint32_t row,
                          std::span<const std::uint32_t> before,
                          std::uint32_t last) {
    std::uint32_t given = free_.nearest(last)->record;
    free_.remove(given);
    for (std::uint32_t at = last; at != row; at = before[at]) {
        std::swap(given, record_of_row_[at]);
    }
    record_of_row_[row] = given;
    taken_.push_back(row);
}

/// In round l, with the identity the first, and for the i-th row 2 l + i - n - 3 are enough.
void GreedyRound::count_lookups(std::size_t looked_at) {
    const std::size_t enough = 2 * (std::size_t{round_} + 1) + taken_.size() + 1;
    const std::size_t bound = enough - std::min(enough, std::size_t{space_.size()} + 3);
    backtracked_ = std::max(backtracked_, looked_at);
    beyond_lemma_ = std::max(beyond_lemma_, looked_at - std::min(looked_at, bound));
}

}  // namespace kanon::freeform

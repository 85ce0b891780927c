// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/freeform/greedy_round.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace kanon::freeform {

/// How the rows of a round came to records.
enum class RoundEnding : std::uint8_t {
    filled,
    stuck,   ///< a row can have none
    stopped  ///< out of time
};

/// Gives each row, in this order or another, a record of a round that has begun.
using FillRound =
    std::function<RoundEnding(GreedyRound& round, std::span<const std::uint32_t> order)>;

/// True once a round should end as it is; polled by fillers for each row. Looks at the clock now
/// and then.
class RoundClock {
public:
    explicit RoundClock(const RunContext& context) : context_(context) {}

    [[nodiscard]] bool is_over() {
        constexpr std::size_t kRowsBetween = 64;
        if (rows_++ % kRowsBetween != 0) {
            return false;
        }
        return context_.should_stop();
    }

private:
    const RunContext& context_;
    std::size_t rows_ = 0;
};

/// Fill all rounds, from no loss at all, and release them: `timed_out` or `cancelled` without a
/// release if a round was stopped, `infeasible` if one was stuck.
[[nodiscard]] Outcome greedy_outcome(const Task& task,
                                     const RunContext& context,
                                     const FillRound& fill);

}  // namespace kanon::freeform

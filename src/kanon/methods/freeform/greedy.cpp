// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/greedy.hpp"

#include "kanon/methods/freeform/greedy_outcome.hpp"

namespace kanon::freeform {
namespace {

RoundEnding fill(GreedyRound& round, std::span<const std::uint32_t> order, RoundClock clock) {
    for (const std::uint32_t row : order) {
        if (clock.is_over()) {
            return RoundEnding::stopped;
        }
        if (const auto near = round.free().nearest(row)) {
            round.take(row, near->record);
        } else if (!round.exchange(row)) {
            return RoundEnding::stuck;
        }
    }
    return RoundEnding::filled;
}

class Greedy final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return greedy_outcome(task, context, [&](GreedyRound& round, auto order) {
            return fill(round, order, RoundClock(context));
        });
    }
};

}  // namespace

std::unique_ptr<Method> make_greedy(const OptionMap&) {
    return std::make_unique<Greedy>();
}

}  // namespace kanon::freeform

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/rounds.hpp"

#include "kanon/base/random.hpp"
#include "kanon/solve/random_matchings.hpp"

#include <numeric>

namespace kanon::freeform {

Rounds::Rounds(const RowSpace& space, Graph& graph, const RunContext& context)
    : graph_(graph),
      context_(context),
      prices_(graph.members.size()),
      solver_(space, graph, prices_, context.threads),
      records_(space.size()) {
    std::iota(records_.begin(), records_.end(), 0U);
}

Filling Rounds::fill() {
    for (std::uint32_t round = 1; round < graph_.degree; ++round) {
        if (context_.should_stop()) {
            return Filling::stopped;
        }
        context_.report({.stage = "rounds",
                         .done = static_cast<double>(round),
                         .total = static_cast<double>(graph_.degree)});
        if (!solver_.fill(records_, round)) {
            return Filling::no_way;
        }
    }
    return Filling::done;
}

void Rounds::improve(const RoundsEffort& effort) {
    if (!effort.fixpoint || graph_.degree < 2) {
        return;
    }
    Random random(context_.seed);
    solve_anew();
    while (!context_.should_stop() && (splits_ < effort.splits || context_.deadline)) {
        RandomMatchings(graph_.members, graph_.degree).draw(graph_.degree - 1, random);
        ++splits_;
        solve_anew();
    }
}

void Rounds::solve_anew() {
    std::uint32_t in_vain = 0;
    for (std::uint32_t round = 0; in_vain < graph_.degree && !context_.should_stop();
         round = (round + 1) % graph_.degree) {
        const bool gained = solver_.improve(records_, round, graph_.degree);
        in_vain = gained ? 1 : in_vain + 1;
        ++solved_anew_;
        context_.report({.stage = "rounds anew", .done = static_cast<double>(solved_anew_)});
    }
}

}  // namespace kanon::freeform

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/top_down_greedy.hpp"

#include "kanon/base/random.hpp"

#include "naive_clusters.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

using Types = NaiveClusters::Types;

Outcome run_greedy(const Problem& problem, std::uint64_t seed) {
    return run_with_seed(*make_top_down_greedy({}), problem, seed);
}

void expect_on_line(std::string_view numbers, std::string_view classes) {
    expect_classes_on_line(*make_top_down_greedy({}), numbers, classes);
}

TEST(TopDownGreedy, DividesAroundFarRecords) {
    expect_on_line("0 1 2 10 11 12", "0 1 2 | 10 11 12 ");
}

TEST(TopDownGreedy, FillsASmallGroupFromALargeOne) {
    expect_on_line("0 1 2 3 10 11", "0 1 2 | 3 10 11 ");
}

TEST(TopDownGreedy, JoinsASmallGroupWhereNoneMayGive) {
    expect_on_line("0 1 2 10", "0 1 2 10 ");
}

/// Division and repair by the definition.
class GreedyDefinition {
public:
    GreedyDefinition(const Problem& problem, std::uint64_t seed)
        : naive_(problem), k_(problem.k), random_(seed) {}

    TypeClasses classes() {
        Types all(naive_.type_count());
        std::iota(all.begin(), all.end(), 0U);
        std::deque<Types> open{all};
        while (!open.empty()) {
            const Types group = open.front();
            open.pop_front();
            Types first;
            Types second;
            if (naive_.rows(group) > k_ && group.size() > 1 && divide(group, first, second)) {
                open.push_back(first);
                open.push_back(second);
            } else {
                groups_.push_back(group);
            }
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (std::size_t at = i; !groups_[at].empty() && naive_.rows(groups_[at]) < k_;) {
                at = repair(at);
            }
        }
        return naive_.released(groups_);
    }

private:
    std::uint32_t furthest(std::uint32_t from, Types types) const {
        std::sort(types.begin(), types.end());
        std::erase(types, from);
        return *std::max_element(types.begin(), types.end(), [&](std::uint32_t a, std::uint32_t b) {
            return naive_.cost({from, a}) < naive_.cost({from, b});
        });
    }

    bool divide(const Types& group, Types& first, Types& second) {
        std::uint32_t u = group[random_.below(group.size())];
        std::uint32_t v = furthest(u, group);
        for (int round = 2; round <= 3; ++round) {
            const std::uint32_t next = furthest(v, group);
            if (naive_.cost({v, next}) <= naive_.cost({u, v})) {
                break;
            }
            u = std::exchange(v, next);
        }
        first = {u};
        second = {v};
        Types others = group;
        std::erase(others, u);
        std::erase(others, v);
        for (std::size_t i = others.size(); i-- > 1;) {
            std::swap(others[i], others[random_.below(i + 1)]);
        }
        for (const std::uint32_t type : others) {
            const std::int64_t to_first = naive_.loss(joined(first, {type})) - naive_.loss(first);
            const std::int64_t to_second =
                naive_.loss(joined(second, {type})) - naive_.loss(second);
            (to_second < to_first ? second : first).push_back(type);
        }
        return naive_.rows(first) >= k_ || naive_.rows(second) >= k_;
    }

    std::size_t repair(std::size_t small) {
        const std::size_t near = naive_.least_rise(groups_, groups_[small], small);
        std::size_t from = groups_.size();
        Types taker;
        Types left;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            Types gets = groups_[small];
            Types keeps = groups_[i];
            if (i != small && fill(gets, keeps) &&
                (from == groups_.size() || naive_.cost(gets) < naive_.cost(taker))) {
                from = i;
                taker = gets;
                left = keeps;
            }
        }
        const std::int64_t before = naive_.loss(groups_[small]);
        const std::int64_t join = naive_.loss(joined(groups_[near], groups_[small])) -
                                  naive_.loss(groups_[near]) - before;
        if (from < groups_.size() &&
            naive_.loss(taker) + naive_.loss(left) - naive_.loss(groups_[from]) - before < join) {
            groups_[small] = taker;
            groups_[from] = left;
            return small;
        }
        groups_[near] = joined(groups_[near], std::exchange(groups_[small], {}));
        return near;
    }

    /// False if the giver has too little.
    bool fill(Types& taker, Types& giver) const {
        if (naive_.rows(giver) + naive_.rows(taker) < 2 * k_) {
            return false;
        }
        std::sort(giver.begin(), giver.end());
        while (naive_.rows(taker) < k_) {
            std::size_t best = giver.size();
            for (std::size_t i = 0; i < giver.size(); ++i) {
                if (naive_.rows(giver) - naive_.rows({giver[i]}) >= k_ &&
                    (best == giver.size() || naive_.cost(joined(taker, {giver[i]})) <
                                                 naive_.cost(joined(taker, {giver[best]})))) {
                    best = i;
                }
            }
            if (best == giver.size()) {
                return false;
            }
            taker.push_back(giver[best]);
            giver.erase(giver.begin() + static_cast<std::ptrdiff_t>(best));
        }
        return true;
    }

    NaiveClusters naive_;
    std::uint64_t k_;
    Random random_;
    std::vector<Types> groups_;
};

TEST(TopDownGreedy, DoesWhatItsDefinitionSays) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const Problem problem = tied_problem(seed);
        EXPECT_EQ(classes_of(problem, run_greedy(problem, seed)),
                  GreedyDefinition(problem, seed).classes())
            << seed;
    }
}

}  // namespace
}  // namespace kanon::classes

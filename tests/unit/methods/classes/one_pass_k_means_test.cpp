// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/one_pass_k_means.hpp"

#include "kanon/base/random.hpp"

#include "naive_clusters.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

using Types = NaiveClusters::Types;

Outcome run_one_pass(const Problem& problem, std::uint64_t seed) {
    return run_with_seed(*make_one_pass_k_means({}), problem, seed);
}

TEST(OnePassKMeans, AdjustsClassesToK) {
    const Problem problem = line_problem("0 1 2 10 11 12", 3);
    bool parted = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Outcome outcome = run_one_pass(problem, seed);
        for (const auto& types : classes_of(problem, outcome)) {
            EXPECT_EQ(types.size() % 3, 0U) << seed;
        }
        parted = parted || classes_on_line(problem, outcome) == "0 1 2 | 10 11 12 ";
    }
    EXPECT_TRUE(parted);
}

TEST(OnePassKMeans, MakesOneClassOfFewerThanTwiceK) {
    const Problem problem = line_problem("0 1 2 10 11", 3);
    EXPECT_EQ(classes_on_line(problem, run_one_pass(problem, 1)), "0 1 2 10 11 ");
}

/// Both stages by the definition, on a table without missing values.
class Definition {
public:
    Definition(const Problem& problem, std::uint64_t seed)
        : naive_(problem), k_(problem.k), random_(seed) {}

    TypeClasses classes() {
        Types others = begin();
        for (const std::uint32_t type : others) {
            assign(type, false);
        }
        Types given;
        for (std::size_t at = 0; at < classes_.size(); ++at) {
            give_up(at, given);
        }
        for (std::size_t i = given.size(); i-- > 1;) {
            std::swap(given[i], given[random_.below(i + 1)]);
        }
        for (const std::uint32_t type : given) {
            assign(type, true);
        }
        // What is too small then joins others, as in all methods of this kind.
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            for (std::size_t at = i; !classes_[at].empty() && naive_.rows(classes_[at]) < k_;) {
                const std::size_t to = naive_.least_rise(classes_, classes_[at], at);
                classes_[to] = joined(classes_[to], std::exchange(classes_[at], {}));
                at = to;
            }
        }
        return naive_.released(classes_);
    }

private:
    Types begin() {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t type = 0; type < naive_.type_count(); ++type) {
            rows.insert(rows.end(), naive_.space().rows(type), type);
        }
        std::uint64_t seeds = rows.size() / k_;
        Types others;
        for (std::size_t row = 0; row < rows.size();) {
            const std::uint32_t type = rows[row];
            bool drawn = false;
            for (; row < rows.size() && rows[row] == type; ++row) {
                if (random_.below(rows.size() - row) < seeds) {
                    --seeds;
                    drawn = true;
                }
            }
            if (drawn) {
                classes_.push_back({type});
            } else {
                others.push_back(type);
            }
        }
        return others;
    }

    /// From the mean on numbers, what the set over the class and the type loses on texts.
    [[nodiscard]] std::int64_t distance(const Types& types, std::uint32_t type) const {
        const TypeSpace& space = naive_.space();
        std::int64_t distance = 0;
        for (std::size_t axis = 0; axis < space.size(); ++axis) {
            const Axis& on = space.axes()[axis];
            double loss = 0;
            if (on.by_range()) {
                double sum = 0;
                for (const std::uint32_t other : types) {
                    sum += on.number(space.place(other, axis)) * space.rows(other);
                }
                const double mean = sum / static_cast<double>(naive_.rows(types));
                loss = std::abs(on.number(space.place(type, axis)) - mean) / on.span();
            } else {
                std::set<Place> values{space.place(type, axis)};
                for (const std::uint32_t other : types) {
                    values.insert(space.place(other, axis));
                }
                loss = values.size() == 1 ? 0
                                          : static_cast<double>(values.size() - 1) /
                                                static_cast<double>(on.size() - 1);
            }
            distance += space.as_cost(loss);
        }
        return distance;
    }

    void assign(std::uint32_t type, bool small_first) {
        const bool any_small =
            small_first && std::any_of(classes_.begin(), classes_.end(), [&](const Types& types) {
                return naive_.rows(types) < k_;
            });
        std::size_t best = classes_.size();
        for (std::size_t at = 0; at < classes_.size(); ++at) {
            if (any_small && naive_.rows(classes_[at]) >= k_) {
                continue;
            }
            if (best == classes_.size() ||
                distance(classes_[at], type) < distance(classes_[best], type)) {
                best = at;
            }
        }
        classes_[best].push_back(type);
    }

    void give_up(std::size_t at, Types& given) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> far;
        for (const std::uint32_t type : classes_[at]) {
            far.emplace_back(distance(classes_[at], type), type);
        }
        std::sort(far.begin(), far.end(), std::greater<>());
        for (const auto& [off, type] : far) {
            Types rest = classes_[at];
            std::erase(rest, type);
            if (naive_.rows(rest) >= k_) {
                classes_[at] = rest;
                given.push_back(type);
            }
        }
    }

    NaiveClusters naive_;
    std::uint64_t k_;
    Random random_;
    std::vector<Types> classes_;
};

TEST(OnePassKMeans, DoesWhatItsDefinitionSays) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const Problem problem = tied_problem(seed);
        EXPECT_EQ(classes_of(problem, run_one_pass(problem, seed)),
                  Definition(problem, seed).classes())
            << seed;
    }
}

}  // namespace
}  // namespace kanon::classes

// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/class_template.hpp"

#include "kanon/base/random.hpp"

#include "random_schemas.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace kanon::linked {
namespace {

using test::MadeSchema;
using test::random_schema;
using test::small_hospital;

/// What two subjects lose together if their rows are assigned in the best way, by trying all:
/// rows of the tables below have nothing below them.
double best_of_all(const Ground& ground, std::uint32_t one, std::uint32_t other) {
    SetPool pool;
    const auto pair_loss = [&](std::size_t table, std::uint32_t a, std::uint32_t b) {
        double out = 0;
        const Ground::OfTable& at = ground.of(table);
        for (std::size_t j = 0; j < at.rulers.size(); ++j) {
            const Cell cell =
                at.rulers[j].joined(at.rulers[j].of(at.codes[j][a], pool), at.codes[j][b], pool);
            out += 2.0 * at.rulers[j].loss(cell, pool);
        }
        return out;
    };
    double out = pair_loss(0, one, other);
    for (std::size_t t = 1; t < ground.size(); ++t) {
        const auto rows = ground.of(t).table->children_of(one);
        const auto others = ground.of(t).table->children_of(other);
        const auto& few = rows.size() < others.size() ? rows : others;
        std::vector<std::uint32_t> many(rows.size() < others.size() ? others.begin() : rows.begin(),
                                        rows.size() < others.size() ? others.end() : rows.end());
        std::ranges::sort(many);
        double least = 1e9;
        do {
            double cost = ground.of(t).row_weight * static_cast<double>(many.size() - few.size());
            for (std::size_t i = 0; i < few.size(); ++i) {
                cost += pair_loss(t, few[i], many[i]);
            }
            least = std::min(least, cost);
        } while (std::next_permutation(many.begin(), many.end()));
        out += least;
    }
    return out;
}

TEST(Joiner, AssignsRowsAsWellAsCanBe) {
    std::size_t pairs = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const MadeSchema made = random_schema({.most_tables = 2, .most_children = 5}, seed);
        const LinkedTables tables = made.read();
        const Ground ground(tables, 1);
        Joiner joiner(ground);
        for (std::uint32_t other = 1; other < 6; ++other) {
            ClassTemplate both = joiner.begin(0);
            const double expected = best_of_all(ground, 0, other);
            ASSERT_NEAR(joiner.increase(both, other), expected, 1e-4) << seed << " " << other;
            joiner.join(both, other);
            ASSERT_NEAR(both.cost, expected, 1e-4);
            ++pairs;
        }
    }
    EXPECT_GT(pairs, 1000U);
}

TEST(Joiner, ALimitNeverMakesACostlySubjectCheap) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const LinkedTables tables = random_schema({}, seed).read();
        const Ground ground(tables, 1);
        Joiner joiner(ground);
        const ClassTemplate one = joiner.of(std::vector<std::uint32_t>{0, 1});
        for (std::uint32_t other = 2; other < 8; ++other) {
            const float cost = joiner.increase(one, other);
            ASSERT_GE(joiner.increase(one, other, cost / 2) + 1e-4F, cost / 2);
            ASSERT_EQ(joiner.increase(one, other, cost * 2 + 1), cost);
        }
    }
}

TEST(Joiner, RowsLeftOutAreTheOnesThatFitLeast) {
    const LinkedTables tables = small_hospital("30 m; 30 m", "1 A flu; 1 B flu; 2 B flu").read();
    const Ground ground(tables, 1);
    Joiner joiner(ground);
    const ClassTemplate both = joiner.of(std::vector<std::uint32_t>{0, 1});
    ASSERT_EQ(both.root.children[0].size(), 1U);
    EXPECT_EQ(both.root.children[0][0].rows, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_FLOAT_EQ(static_cast<float>(both.cost), ground.of(1).row_weight);
}

}  // namespace
}  // namespace kanon::linked

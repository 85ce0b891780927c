// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/insider.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace kanon {
namespace {

/// Rings of these sizes, one after the other: a record has the row of its number and the next ones.
AssignmentRecoding rings(const std::vector<std::uint32_t>& sizes, std::uint32_t degree) {
    AssignmentRecoding out;
    out.degree = degree;
    std::uint32_t first = 0;
    for (const std::uint32_t size : sizes) {
        for (std::uint32_t record = 0; record < size; ++record) {
            for (std::uint32_t i = 0; i < degree; ++i) {
                out.members.push_back(first + (record + i) % size);
            }
        }
        first += size;
    }
    return out;
}

InsiderFigures learned(const AssignmentRecoding& recoding, std::uint64_t seed = 1) {
    SecretRandom random(seed);
    return what_insiders_learn(recoding, {.insiders = 100, .draws_per_row = 500}, random);
}

/// With two rows a record, all of a ring turn one way: he who knows his own knows his ring, and
/// nothing of the other.
TEST(Insider, OfTwoRowsLearnsHisOwnRing) {
    const InsiderFigures figures = learned(rings({5, 7}, 2));
    EXPECT_EQ(figures.insiders, 12U);
    EXPECT_DOUBLE_EQ(figures.sure, (5 * 4 + 7 * 6) / 12.0);
    EXPECT_DOUBLE_EQ(figures.best_guess, 1);
}

/// Where every record has all rows, he rules out his own row and no more.
TEST(Insider, AmongAllRowsRulesOutHisOwn) {
    const InsiderFigures figures = learned(rings({6, 6}, 6));
    EXPECT_EQ(figures.sure, 0);
    EXPECT_NEAR(figures.best_guess, 0.2, 0.06);
    EXPECT_GE(figures.best_guess, 0.2);
}

TEST(Insider, AloneHasNobodyToLearnOf) {
    const InsiderFigures figures = learned(rings({1}, 1));
    EXPECT_EQ(figures.insiders, 1U);
    EXPECT_EQ(figures.sure, 0);
    EXPECT_EQ(figures.best_guess, 0);
}

TEST(Insider, HangsOnTheNumbersDrawnAndOnNothingElse) {
    const auto graph = rings({9, 11}, 3);
    const double first = learned(graph).best_guess;
    EXPECT_NE(learned(graph, 2).best_guess, first);
    EXPECT_EQ(learned(graph).best_guess, first);
}

}  // namespace
}  // namespace kanon

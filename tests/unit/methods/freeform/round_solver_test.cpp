// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/round_solver.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"

#include "support/random_cases.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace kanon::freeform {
namespace {

/// What a record loses, from the axes.
double loss_of_members(const RowSpace& space, std::span<const std::uint32_t> members) {
    const TypeSpace& types = space.types();
    double sum = 0;
    for (std::size_t axis = 0; axis < types.size(); ++axis) {
        const Axis& on = types.axes()[axis];
        std::vector<Word> cover(on.words());
        on.take(cover.data(), types.place(space.type(members[0]), axis));
        for (const std::uint32_t row : members.subspan(1)) {
            on.widen(cover.data(), types.place(space.type(row), axis));
        }
        sum += on.loss(cover.data());
    }
    return sum;
}

double loss_of_graph(const RowSpace& space, const Graph& graph) {
    double sum = 0;
    for (std::uint32_t record = 0; record < graph.records(); ++record) {
        sum += loss_of_members(space, graph.of(record));
    }
    return sum;
}

std::vector<std::uint32_t> all_records(const RowSpace& space) {
    std::vector<std::uint32_t> records(space.size());
    std::iota(records.begin(), records.end(), 0U);
    return records;
}

bool is_round_a_matching(const Graph& graph, std::uint32_t round) {
    std::set<std::uint32_t> rows;
    for (std::uint32_t record = 0; record < graph.records(); ++record) {
        rows.insert(graph.of(record)[round]);
    }
    return rows.size() == graph.records();
}

class RoundSolverOnTables : public testing::TestWithParam<std::uint64_t> {
protected:
    RoundSolverOnTables() {
        test::RandomCase made = test::random_case({.rows = 24, .k = 4}, GetParam());
        made.policy.recoding_model = RecodingModel::freeform;
        problem = made.bound();
    }

    std::optional<Problem> problem;
};

TEST_P(RoundSolverOnTables, FillsRoundsWithMatchingsAndNoRowTwice) {
    ASSERT_TRUE(problem);
    const std::vector<Axis> axes = classes::make_axes(*problem);
    const RowSpace space(*problem, axes);
    Graph graph(space.size(), 4);
    std::vector<float> prices(graph.members.size());
    RoundSolver solver(space, graph, prices, 1);
    const auto records = all_records(space);
    for (std::uint32_t round = 1; round < 4; ++round) {
        ASSERT_TRUE(solver.fill(records, round));
        EXPECT_TRUE(is_round_a_matching(graph, round));
    }
    for (const std::uint32_t record : records) {
        const auto members = graph.of(record);
        EXPECT_EQ(members[0], record);
        EXPECT_EQ(std::set<std::uint32_t>(members.begin(), members.end()).size(), 4U);
    }
    double weights = 0;
    for (const Axis& axis : axes) {
        weights += axis.weight();
    }
    EXPECT_NEAR(solver.loss(records) * 0x1p-24 * weights, loss_of_graph(space, graph), 1e-4);
}

TEST_P(RoundSolverOnTables, ImprovingNeverLosesMoreAndEndsWhereNoRoundGains) {
    ASSERT_TRUE(problem);
    const std::vector<Axis> axes = classes::make_axes(*problem);
    const RowSpace space(*problem, axes);
    Graph graph(space.size(), 4);
    std::vector<float> prices(graph.members.size());
    RoundSolver solver(space, graph, prices, 1);
    const auto records = all_records(space);
    for (std::uint32_t round = 1; round < 4; ++round) {
        for (const std::uint32_t record : records) {
            graph.of(record)[round] = (record + 5 * round) % graph.records();
        }
    }
    double before = solver.loss(records);
    for (std::uint32_t round = 0; round < 4; ++round) {
        const bool gained = solver.improve(records, round, 4);
        const double after = solver.loss(records);
        EXPECT_LE(after, before);
        EXPECT_EQ(gained, after < before);
        EXPECT_TRUE(is_round_a_matching(graph, round));
        before = after;
    }
    solver.improve_all(records);
    EXPECT_LE(solver.loss(records), before);
    EXPECT_FALSE(solver.improve_all(records));
}

/// Records outside are left alone, and those inside keep their rows among themselves.
TEST_P(RoundSolverOnTables, DealsOutWithinTheRecordsAlone) {
    ASSERT_TRUE(problem);
    const std::vector<Axis> axes = classes::make_axes(*problem);
    const RowSpace space(*problem, axes);
    Graph graph(space.size(), 3);
    for (std::uint32_t record = 0; record < graph.records(); ++record) {
        graph.of(record)[1] = (record + 11) % graph.records();
        graph.of(record)[2] = (record + 7) % graph.records();
    }
    const Graph before = graph;
    std::vector<float> prices(graph.members.size());
    RoundSolver solver(space, graph, prices, 1);
    const std::vector<std::uint32_t> some{1, 4, 5, 9, 13, 20};
    solver.improve(some, 1, 3);
    std::multiset<std::uint32_t> was;
    std::multiset<std::uint32_t> is;
    for (std::uint32_t record = 0; record < graph.records(); ++record) {
        const bool among = std::find(some.begin(), some.end(), record) != some.end();
        for (std::uint32_t round = 0; round < 3; ++round) {
            const std::uint32_t old_row = before.of(record)[round];
            if (!among || round != 1) {
                EXPECT_EQ(graph.of(record)[round], old_row);
            } else {
                was.insert(old_row);
                is.insert(graph.of(record)[round]);
            }
        }
    }
    EXPECT_EQ(was, is);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RoundSolverOnTables, testing::Range<std::uint64_t>(1, 25));

}  // namespace
}  // namespace kanon::freeform

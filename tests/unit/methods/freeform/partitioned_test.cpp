// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/partitioned.hpp"

#include "kanon/methods/classes/division/best_split.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/refinement.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/matching/class_rings.hpp"
#include "kanon/methods/freeform/matching/round_solver.hpp"

#include "freeform_cases.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

namespace kanon::freeform {
namespace {

Outcome partitioned(const Task& task, const std::string& region = "0", unsigned threads = 1) {
    RunContext context;
    context.threads = threads;
    return make_partitioned({{"effort", "low"}, {"region", region}})->run(task, context);
}

TEST(FreeformPartitioned, ItsGraphsAreRegularAndLoseWhatTheySay) {
    int judged = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto problem = freeform_case({.rows = 8 + seed % 60, .k = 2 + seed % 5}, seed);
        if (!problem) {
            continue;
        }
        for (const char* const region : {"0", "7"}) {
            expect_sound(*problem, partitioned(*problem, region), std::to_string(seed) + region);
            ++judged;
        }
    }
    EXPECT_GT(judged, 60);
}

TEST(FreeformPartitioned, NoRecordHasAPersonTwice) {
    expect_persons_apart([](const Task& task) { return partitioned(task); });
}

/// The rings of classes made in the same way lose no more than the classes, and these no less than
/// what is released.
TEST(FreeformPartitioned, LosesNoMoreThanRingsInTheBestClasses) {
    double rings = 0;
    double released = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto problem = freeform_case({.rows = 80, .values = 20, .k = 4}, seed);
        ASSERT_TRUE(problem);
        const std::vector<Axis> axes = classes::make_axes(*problem);
        const RowSpace space(*problem, axes);
        const auto start =
            classes::divide_types(*problem, axes, {.rule = classes::SplitRule::best}, {});
        const std::uint64_t cells =
            std::uint64_t{500} * problem->row_types().size() * problem->quasi_identifiers.size();
        const auto refined =
            classes::refine_classes(*problem, classes::TypeSpace(*problem, axes), start, cells, {});
        const ClassRows rows = rows_of_classes(space, refined.partition, 4);
        const Graph graph = ring_in_each(rows, 4);
        const Outcome ring = freeform_outcome(*problem, axes, space, graph, {}, {});
        expect_sound(*problem, ring, "ring");
        const Outcome classes =
            classes::partition_outcome(*problem, axes, refined.partition, {}, {});
        ASSERT_TRUE(classes.recoding);
        EXPECT_LE(ring.loss, classes.loss + 1e-9) << seed;
        const Outcome outcome = partitioned(*problem);
        EXPECT_LE(outcome.loss, ring.loss + 1e-6) << seed;
        rings += ring.loss;
        released += outcome.loss;
    }
    EXPECT_LT(released, rings);
}

TEST(FreeformPartitioned, PairsAreOptimal) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto problem = freeform_case({.rows = 7, .k = 2}, seed);
        ASSERT_TRUE(problem);
        const Outcome outcome = partitioned(*problem);
        expect_proven(*problem, outcome, seed);
        EXPECT_NEAR(outcome.loss, test::least_freeform_loss(*problem), 1e-9) << seed;
    }
}

TEST(FreeformPartitioned, IsTheSameForAnyThreadCount) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto problem = freeform_case({.rows = 300, .values = 30, .k = 5}, seed);
        ASSERT_TRUE(problem);
        const Outcome alone = partitioned(*problem, "40", 1);
        const Outcome together = partitioned(*problem, "40", 2);
        EXPECT_EQ(std::get<AssignmentRecoding>(*alone.recoding).members,
                  std::get<AssignmentRecoding>(*together.recoding).members);
    }
}

TEST(FreeformPartitioned, AsManyCandidatesAsRows) {
    const auto problem = freeform_case({.rows = 6, .k = 6}, 3);
    ASSERT_TRUE(problem);
    expect_sound(*problem, partitioned(*problem), "k = n");
}

}  // namespace
}  // namespace kanon::freeform

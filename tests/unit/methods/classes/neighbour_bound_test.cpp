// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/neighbour_bound.hpp"

#include "kanon/base/random.hpp"
#include "kanon/problem/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// Two columns of numbers, one of them with missing values, one with a tree and a flat one.
Problem random_problem(std::uint64_t seed, std::uint64_t rows, std::uint64_t k) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t b = random.below(6);
        cells += (i == 0 ? "" : "; ") + std::to_string(random.below(9)) + " " +
                 (b == 0 ? "?" : std::to_string(b * b)) + " " +
                 std::string(1, static_cast<char>('p' + random.below(5))) + " " +
                 std::string(1, static_cast<char>('x' + random.below(2)));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2}\n"
        "  b: {role: quasi-identifying}\n"
        "  c: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "  d: {role: quasi-identifying}\n"
        "privacy: {k-anonymity: " +
        std::to_string(k) + "}\n";
    return kanon::bind(test::table_of("a b c d", cells), parse_policy(policy, "p"), {});
}

std::vector<Axis> axes_of(const Task& task) {
    std::vector<Axis> axes;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        axes.emplace_back(attribute, attribute.dictionary(), CellLoss::ncp);
    }
    return axes;
}

/// Weighted loss of a row of a class of these row types.
double class_loss(const Task& task,
                  const std::vector<Axis>& axes,
                  const std::vector<std::uint32_t>& types) {
    double loss = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        Extent extent{axes[axis].place_of(task.row_types().columns[axis][types[0]]), 0};
        extent.high = extent.low;
        for (const std::uint32_t type : types) {
            const Place place = axes[axis].place_of(task.row_types().columns[axis][type]);
            extent.low = std::min(extent.low, place);
            extent.high = std::max(extent.high, place);
        }
        loss += axes[axis].loss(extent);
    }
    return loss;
}

double naive_bound(const Task& task, const std::vector<Axis>& axes) {
    double total = 0;
    const auto count = static_cast<std::uint32_t>(task.row_types().size());
    for (std::uint32_t type = 0; type < count; ++type) {
        std::vector<std::pair<double, std::uint64_t>> others;
        for (std::uint32_t other = 0; other < count; ++other) {
            others.emplace_back(class_loss(task, axes, {type, other}),
                                task.row_types().counts[other]);
        }
        std::sort(others.begin(), others.end());
        std::uint64_t rows = 0;
        std::size_t last = 0;
        while ((rows += others[last].second) < task.least_class_rows()) {
            ++last;
        }
        total += static_cast<double>(task.row_types().counts[type]) * others[last].first;
    }
    return total;
}

/// The least loss of all ways to put the types from `next` on into classes. Types stay whole here,
/// so every row is a type.
double least_loss(const Task& task,
                  const std::vector<Axis>& axes,
                  std::vector<std::vector<std::uint32_t>>& classes,
                  std::uint32_t next) {
    double best = kInfinity;
    if (next == task.row_types().size()) {
        double loss = 0;
        for (const auto& types : classes) {
            std::uint64_t rows = 0;
            for (const std::uint32_t type : types) {
                rows += task.row_types().counts[type];
            }
            if (rows < task.k) {
                return kInfinity;
            }
            loss += static_cast<double>(rows) * class_loss(task, axes, types);
        }
        return loss;
    }
    for (std::size_t i = 0; i < classes.size(); ++i) {
        classes[i].push_back(next);
        best = std::min(best, least_loss(task, axes, classes, next + 1));
        classes[i].pop_back();
    }
    classes.push_back({next});
    best = std::min(best, least_loss(task, axes, classes, next + 1));
    classes.pop_back();
    return best;
}

constexpr std::uint64_t kAll = std::uint64_t{1} << 40U;

TEST(NeighbourBound, IsTheSumOfTheDistancesToTheRowsNeeded) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Problem problem = random_problem(seed, 20 + seed, 2 + seed % 7);
        const std::vector<Axis> axes = axes_of(problem);
        EXPECT_NEAR(neighbour_bound(problem, axes, kAll, 1), naive_bound(problem, axes), 1e-9)
            << seed;
    }
}

TEST(NeighbourBound, IsNotAboveTheLeastLoss) {
    double tightest = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Problem problem = random_problem(seed, 8, 2 + seed % 3);
        const std::vector<Axis> axes = axes_of(problem);
        std::vector<std::vector<std::uint32_t>> classes;
        const double least = least_loss(problem, axes, classes, 0);
        const double bound = neighbour_bound(problem, axes, kAll, 1);
        EXPECT_LE(bound, least + 1e-9) << seed;
        tightest = std::max(tightest, least > 0 ? bound / least : 0);
    }
    EXPECT_GT(tightest, 0.9);
}

TEST(NeighbourBound, GrowsWithTheEffortAndIsTheSameForAnyThreads) {
    const Problem problem = random_problem(7, 3000, 5);
    const std::vector<Axis> axes = axes_of(problem);
    const double whole = neighbour_bound(problem, axes, kAll, 1);
    EXPECT_EQ(neighbour_bound(problem, axes, kAll, 3), whole);
    const double some = neighbour_bound(problem, axes, problem.row_types().size() * 40, 1);
    EXPECT_GT(some, 0);
    EXPECT_LE(some, whole + 1e-9);
    EXPECT_EQ(neighbour_bound(problem, axes, 0, 1), 0);
}

}  // namespace
}  // namespace kanon::classes

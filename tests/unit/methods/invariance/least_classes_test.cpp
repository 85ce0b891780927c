// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/invariance/least_classes.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/invariance/bucket_classes.hpp"
#include "kanon/table/row_types.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace kanon::invariance {
namespace {

/// The least loss of all classes of a part, its first value being full.
double least_by_trial(const Part& part, const RowPlaces& places, PartClasses chosen = {}) {
    if (chosen.size() == part.size()) {
        return loss_of(chosen, places);
    }
    std::vector<std::uint32_t> rows = part[chosen.size()];
    rows.resize(part.front().size(), kNoRow);
    if (chosen.empty()) {
        chosen.push_back(rows);
        return least_by_trial(part, places, chosen);
    }
    double least = std::numeric_limits<double>::infinity();
    std::ranges::sort(rows);
    do {
        PartClasses with = chosen;
        with.push_back(rows);
        least = std::min(least, least_by_trial(part, places, with));
    } while (std::ranges::next_permutation(rows).found);
    return least;
}

Part drawn_part(std::mt19937& random, std::uint32_t rows) {
    const std::size_t values = 2 + random() % 2;
    const std::size_t classes = 3 + random() % 2;
    std::vector<std::uint32_t> all(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        all[row] = row;
    }
    std::ranges::shuffle(all, random);
    Part out;
    for (std::size_t value = 0; value < values; ++value) {
        const std::size_t taken = value == 0 ? classes : 1 + random() % classes;
        out.emplace_back(all.end() - static_cast<std::ptrdiff_t>(taken), all.end());
        all.resize(all.size() - taken);
    }
    return out;
}

TEST(LeastClasses, LoseAsLittleAsAnyOfAllClasses) {
    const MipSolver* const solver = find_mip_solver();
    if (solver == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    int better = 0;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        const Problem problem = test::random_problem({.rows = 24, .attributes = 3}, seed);
        const std::vector<classes::Axis> axes = classes::make_axes(problem);
        const RowPlaces places(problem, axes, problem.type_of_row);
        std::mt19937 random(seed);
        const Part part = drawn_part(random, 24);
        PartClasses start = part;
        for (std::vector<std::uint32_t>& rows : start) {
            rows.resize(part.front().size(), kNoRow);
        }
        const double least = least_by_trial(part, places);
        const LeastClasses found = least_classes(part, start, places, *solver, {});
        EXPECT_NEAR(found.loss, least, 1e-6) << "seed " << seed;
        EXPECT_NEAR(found.loss, loss_of(found.classes, places), 1e-9);
        EXPECT_LE(found.bound, least + 1e-6) << "seed " << seed;
        EXPECT_GE(found.bound, least - 1e-5) << "seed " << seed;
        better += loss_of(start, places) > least + 1e-6 ? 1 : 0;
        for (std::size_t value = 0; value < part.size(); ++value) {
            std::vector<std::uint32_t> rows = found.classes[value];
            std::erase(rows, kNoRow);
            EXPECT_TRUE(std::ranges::is_permutation(rows, part[value]));
        }

        InvariantClasses assigned;
        divide_bucket({.values = std::vector<std::uint32_t>(part.size()), .rows = part},
                      places,
                      nullptr,
                      {},
                      assigned);
        PartClasses by_value(part.size());
        for (const InvariantClass& one : assigned.classes) {
            for (std::size_t value = 0; value < part.size(); ++value) {
                by_value[value].push_back(one.rows[value]);
            }
        }
        EXPECT_GE(loss_of(by_value, places), least - 1e-9);
    }
    EXPECT_GT(better, 50);
}

TEST(LeastClasses, LargePartsAreCountedAndLeft) {
    const Part part(3, std::vector<std::uint32_t>(100));
    EXPECT_GT(column_count(part), kMostColumns);
    EXPECT_EQ(column_count({{1, 2, 3}, {4}, {5, 6, 7}}), 18U);
}

}  // namespace
}  // namespace kanon::invariance

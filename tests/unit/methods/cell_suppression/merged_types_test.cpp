// SPDX-License-Identifier: Apache-2.0
// Row types in groups, against the types one by one.
#include "kanon/methods/cell_suppression/exact/merged_types.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/solve/solver.hpp"

#include "support/outcomes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

using cell_suppression::assign_rows;
using cell_suppression::AssignmentTask;
using cell_suppression::CellProgram;
using cell_suppression::merge_alike;
using cell_suppression::MergedTypes;
using cell_suppression::RowAssignment;
using cell_suppression::StarCells;
using cell_suppression::StarCost;

/// Random cells of few types, so that some types are in the same cells.
struct RandomTask {
    explicit RandomTask(std::uint64_t seed) {
        Random random(seed);
        for (std::uint32_t type = 0; type < 9; ++type) {
            counts.push_back(1 + static_cast<std::uint32_t>(random.below(3)));
            types.push_back(type);
        }
        for (std::uint32_t cell = 0; cell < 5; ++cell) {
            add_cell(random, cell);
        }
        if (seed % 4 == 1) {
            starred = {.most = 4};
        } else if (seed % 4 == 2) {
            starred = {.least = 3};
        } else if (seed % 4 == 3) {
            starred = {.most = 0};
        }
    }

    [[nodiscard]] AssignmentTask task() const {
        return {.types = types,
                .counts = counts,
                .cells = &cells,
                .classes = classes,
                .least_rows = 3,
                .star_cost = 7,
                .starred = starred};
    }

    std::vector<std::uint32_t> types;
    std::vector<std::uint32_t> counts;
    StarCells cells;
    std::vector<std::uint32_t> classes;
    cell_suppression::StarredRows starred;

private:
    /// Of types in a row, from a random one on; of three rows at least.
    void add_cell(Random& random, std::uint32_t cell) {
        const auto first = static_cast<std::uint32_t>(random.below(6));
        std::uint32_t end = first + 2 + static_cast<std::uint32_t>(random.below(4));
        end = std::min(end, static_cast<std::uint32_t>(counts.size()));
        const std::uint64_t rows =
            std::accumulate(counts.begin() + first, counts.begin() + end, std::uint64_t{0});
        if (rows < 3) {
            return;
        }
        for (std::uint32_t type = first; type < end; ++type) {
            cells.types.push_back(type);
        }
        classes.push_back(static_cast<std::uint32_t>(cells.size()));
        cells.ends.push_back(cells.types.size());
        cells.rows.push_back(rows);
        cells.stars.push_back(cell);
        cells.costs.push_back(1 + random.below(5));
    }
};

/// The places of the bits that are set.
std::vector<std::uint32_t> places(std::uint64_t bits, std::size_t most) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t place = 0; place < most; ++place) {
        if ((bits >> place & 1U) != 0) {
            out.push_back(place);
        }
    }
    return out;
}

std::optional<StarCost> cost_of(const AssignmentTask& task) {
    const std::optional<RowAssignment> found = assign_rows(task);
    return found ? std::optional(found->cost) : std::nullopt;
}

TEST(MergedTypes, CostWhatTheTypesCostForEveryChoiceOfClasses) {
    std::size_t merged_away = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const RandomTask random(seed);
        const AssignmentTask whole = random.task();
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << random.classes.size(); ++bits) {
            const std::vector<std::uint32_t> classes = places(bits, random.classes.size());
            AssignmentTask some = whole;
            some.classes = classes;
            const MergedTypes merged = merge_alike(some);
            EXPECT_EQ(cost_of(merged.task(some)), cost_of(some));
            merged_away += random.types.size() - merged.groups.size();
        }
    }
    EXPECT_GT(merged_away, 1000U);
}

TEST(MergedTypes, AreTheTypesThatAreInTheSameClasses) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const RandomTask random(seed);
        const std::vector<std::uint32_t>& all = random.classes;
        const MergedTypes merged = merge_alike(random.task());
        for (const std::uint32_t a : random.types) {
            for (const std::uint32_t b : random.types) {
                const bool alike = std::all_of(all.begin(), all.end(), [&](std::uint32_t cell) {
                    const auto held = random.cells.of(cell);
                    return std::binary_search(held.begin(), held.end(), a) ==
                           std::binary_search(held.begin(), held.end(), b);
                });
                EXPECT_EQ(merged.group_of[a] == merged.group_of[b], alike);
            }
        }
    }
}

class MergedPrograms : public NeedsMipSolver {};

TEST_F(MergedPrograms, RelaxToTheSameCost) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const RandomTask random(seed);
        const AssignmentTask whole = random.task();
        const MergedTypes merged = merge_alike(random.task());
        const AssignmentTask groups = merged.task(whole);
        const Solution by_type =
            find_mip_solver()->relax(CellProgram(whole, {}).model(), RunContext{});
        const Solution by_group =
            find_mip_solver()->relax(CellProgram(groups, {}).model(), RunContext{});
        ASSERT_EQ(by_group.status, by_type.status);
        if (by_type.status == SolveStatus::optimal) {
            EXPECT_NEAR(by_group.value, by_type.value, 1e-6);
        }
    }
}

}  // namespace
}  // namespace kanon::test

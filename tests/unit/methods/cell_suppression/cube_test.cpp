// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/cube.hpp"

#include "kanon/base/random.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace kanon::cell_suppression {
namespace {

using Cell = std::pair<std::uint64_t, std::vector<std::uint32_t>>;

/// Cells of a pattern by a map of code rows, in the order of their first types.
std::vector<Cell> naive_cells(const RowTypes& types,
                              const std::vector<bool>& out,
                              Pattern stars,
                              std::uint64_t least) {
    std::map<std::vector<Code>, Cell> cells;
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        if (out[type]) {
            continue;
        }
        std::vector<Code> shown;
        for (std::size_t j = 0; j < types.attribute_count(); ++j) {
            if ((stars >> j & 1U) == 0) {
                shown.push_back(types.columns[j][type]);
            }
        }
        Cell& cell = cells[shown];
        cell.first += types.counts[type];
        cell.second.push_back(type);
    }
    std::vector<Cell> large;
    for (const auto& [shown, cell] : cells) {
        if (cell.first >= least) {
            large.push_back(cell);
        }
    }
    std::sort(large.begin(), large.end(), [](const Cell& a, const Cell& b) {
        return a.second.front() < b.second.front();
    });
    return large;
}

std::vector<Cell> as_list(const Cells& cells) {
    std::vector<Cell> out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto types = cells.of(i);
        out.push_back({cells.rows[i], {types.begin(), types.end()}});
    }
    return out;
}

std::vector<Pattern> all_patterns(const Problem& problem, TieOrder order) {
    std::vector<Pattern> patterns = problem.patterns.patterns();
    patterns.push_back(problem.patterns.everything());
    sort_by_cost(patterns, PatternCosts(problem), order);
    return patterns;
}

/// One of `odds` of the places that are not to be skipped.
std::vector<std::uint32_t> drawn(const std::vector<bool>& skipped, Random& random, unsigned odds) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t place = 0; place < skipped.size(); ++place) {
        if (!skipped[place] && random.below(odds) == 0) {
            out.push_back(place);
        }
    }
    return out;
}

bool all_in(const std::vector<bool>& types, const Cell& cell) {
    return std::ranges::all_of(cell.second, [&](std::uint32_t type) { return types[type]; });
}

/// Settle the first row type of each cell.
void settle_firsts(const std::vector<Cell>& cells, std::vector<bool>& settled, Cube& cube) {
    for (const Cell& cell : cells) {
        if (!settled[cell.second.front()]) {
            settled[cell.second.front()] = true;
            cube.settle(cell.second.front());
        }
    }
}

TEST(Cube, FindsTheCellsOfEveryPatternThatHaveEnoughRows) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = test::random_problem(
            {.rows = 60 + 5 * seed, .attributes = 1 + seed % 6, .values = 2 + seed % 5}, seed);
        const std::vector<bool> out(problem.row_types().size(), false);
        const std::uint64_t least = 2 + seed % 4;
        for (const TieOrder order : {TieOrder::last, TieOrder::first}) {
            Cube cube(problem.row_types(), least, order);
            for (const Pattern stars : all_patterns(problem, order)) {
                ASSERT_EQ(as_list(cube.cells(stars)),
                          naive_cells(problem.row_types(), out, stars, least));
            }
        }
    }
}

TEST(Cube, LeavesOutRowTypesThatWereRemoved) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            test::random_problem({.rows = 200, .attributes = 4, .values = 6}, seed);
        std::vector<bool> out(problem.row_types().size(), false);
        Cube cube(problem.row_types(), 3, TieOrder::last);
        Random random(seed);
        std::vector<Pattern> patterns = all_patterns(problem, TieOrder::last);
        patterns.insert(patterns.end(), patterns.rbegin(), patterns.rend());
        for (const Pattern stars : patterns) {
            ASSERT_EQ(as_list(cube.cells(stars)), naive_cells(problem.row_types(), out, stars, 3));
            for (const std::uint32_t type : drawn(out, random, 40)) {
                out[type] = true;
                cube.remove(type);
            }
        }
    }
}

TEST(Cube, ShowsOnlyCellsWithRowTypesThatAreWanted) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            test::random_problem({.rows = 150, .attributes = 4, .values = 6}, seed);
        const std::vector<bool> out(problem.row_types().size(), false);
        std::vector<bool> settled(problem.row_types().size(), false);
        Cube cube(problem.row_types(), 4, TieOrder::last);
        for (const Pattern stars : all_patterns(problem, TieOrder::last)) {
            std::vector<Cell> expected = naive_cells(problem.row_types(), out, stars, 4);
            std::erase_if(expected, [&](const Cell& cell) { return all_in(settled, cell); });
            const std::vector<Cell> found = as_list(cube.cells(stars));
            ASSERT_EQ(found, expected);
            settle_firsts(found, settled, cube);
        }
    }
}

TEST(Cube, CountsRowTypesFromWhenTheyAreLetIn) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            test::random_problem({.rows = 150, .attributes = 4, .values = 6}, seed);
        std::vector<bool> absent(problem.row_types().size(), true);
        std::vector<bool> let_in(problem.row_types().size(), false);
        Cube cube(problem.row_types(), 4, TieOrder::last, Cube::Start::none);
        Random random(seed);
        for (const Pattern stars : all_patterns(problem, TieOrder::last)) {
            const std::vector<std::uint32_t> newcomers = drawn(let_in, random, 8);
            for (const std::uint32_t type : newcomers) {
                absent[type] = false;
                let_in[type] = true;
            }
            cube.admit(newcomers);
            const std::vector<Cell> found = as_list(cube.cells(stars));
            ASSERT_EQ(found, naive_cells(problem.row_types(), absent, stars, 4));
            for (const std::uint32_t place : drawn(std::vector<bool>(found.size()), random, 3)) {
                const std::uint32_t type = found[place].second.front();
                absent[type] = true;
                cube.remove(type);
            }
        }
    }
}

TEST(Cube, TellsWideRowsApart) {
    // 70 bits of codes: two words a key.
    const Problem problem = test::random_problem({.rows = 400, .attributes = 12, .values = 60}, 7);
    ASSERT_GT(PackedTypes(problem.row_types()).words(), 1U);
    const std::vector<bool> out(problem.row_types().size(), false);
    Cube cube(problem.row_types(), 2, TieOrder::first);
    for (const Pattern stars : all_patterns(problem, TieOrder::first)) {
        if (stars % 37 == 0) {
            ASSERT_EQ(as_list(cube.cells(stars)), naive_cells(problem.row_types(), out, stars, 2));
        }
    }
}

TEST(PatternOrder, StarsTheLastAttributeFirstOrTheFirst) {
    Problem problem = test::random_problem({.rows = 20, .attributes = 3}, 1);
    problem.objective = Objective::stars;
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        attribute.weight = 1;
    }
    std::vector<Pattern> patterns{1, 2, 3, 4, 5, 6, 7, 0};
    sort_by_cost(patterns, PatternCosts(problem), TieOrder::last);
    EXPECT_EQ(patterns, (std::vector<Pattern>{0, 4, 2, 1, 6, 5, 3, 7}));
    sort_by_cost(patterns, PatternCosts(problem), TieOrder::first);
    EXPECT_EQ(patterns, (std::vector<Pattern>{0, 1, 2, 4, 3, 5, 6, 7}));
    problem.quasi_identifiers[2].weight = 3;
    sort_by_cost(patterns, PatternCosts(problem), TieOrder::first);
    EXPECT_EQ(patterns, (std::vector<Pattern>{0, 1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
// The figures and examples of Park, Shim: Approximate algorithms for k-anonymity, SIGMOD 2007.
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/patterns/cube.hpp"
#include "kanon/methods/contract/method.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace kanon::test {
namespace {

using Rows = std::set<std::uint32_t>;  ///< row numbers from 1, as the paper has them

Problem figure_1() {
    return star_problem("age marital country gender",
                        "20~29 Single USA Male; 30~39 Divorce China Female;"
                        "20~29 Single USA Female; 30~39 Separation Korea Female",
                        2);
}

Problem figure_2() {
    return star_problem("age marital country gender education",
                        "20~29 Single USA Female Master; 20~29 Single USA Female Doctor;"
                        "20~29 Single China Male Master; 20~29 Single China Male Doctor;"
                        "20~29 Divorce USA Male Master; 20~29 Divorce USA Male Doctor;"
                        "30~39 Single USA Male Master; 30~39 Single USA Male Doctor",
                        4);
}

Rows rows_of_types(const Problem& problem, std::span<const std::uint32_t> types) {
    Rows out;
    for (std::uint32_t row = 0; row < problem.row_types().row_count(); ++row) {
        const std::uint32_t type = problem.type_of_row[row];
        if (std::find(types.begin(), types.end(), type) != types.end()) {
            out.insert(row + 1);
        }
    }
    return out;
}

/// Stars of a division of the rows, given as the class of each row, from 0.
std::uint64_t stars_of(const Problem& problem, const std::vector<std::uint32_t>& class_of_row) {
    const cell_suppression::Slots slots(problem);
    std::vector<std::uint32_t> set_of_slot(class_of_row.size());
    for (std::size_t row = 0; row < class_of_row.size(); ++row) {  // all rows are distinct
        set_of_slot[slots.first_of_type[problem.type_of_row[row]]] = class_of_row[row];
    }
    const auto stars = cell_suppression::count_stars(
        problem, cell_suppression::partition_of_sets(problem, slots, set_of_slot));
    return std::accumulate(stars.begin(), stars.end(), std::uint64_t{0});
}

TEST(ParkShim, Figure1) {
    const Problem problem = figure_1();
    EXPECT_EQ(stars_of(problem, {0, 1, 0, 1}), 6U);
    EXPECT_EQ(least_star_loss(problem), 6);
    for (const char* method : {"approx-naive", "approx-fq", "approx-cf", "approx-dr"}) {
        const Outcome outcome = run_method(method, problem);
        EXPECT_EQ(outcome.loss, 6) << method;
        EXPECT_EQ(outcome.lower_bound, 6) << method;
    }
}

TEST(ParkShim, Example42) {
    const Problem problem = star_problem("a b c d", "x1 x0 x1 x0; x1 x1 x1 x0; x0 x1 x1 x0", 3);
    EXPECT_EQ(stars_of(problem, {0, 0, 0}), 6U);
}

TEST(ParkShim, Figures2To4) {
    const Problem problem = figure_2();
    EXPECT_EQ(least_star_loss(problem), 24);
    EXPECT_EQ(stars_of(problem, {0, 1, 0, 1, 0, 1, 0, 1}), 32U);  // Fig. 3
    EXPECT_EQ(stars_of(problem, {0, 0, 0, 0, 1, 1, 1, 1}), 24U);  // Fig. 4
    EXPECT_EQ(run_method("approx-naive", problem).loss, 24);
}

TEST(ParkShim, Example46) {
    const Problem problem = figure_2();
    const cell_suppression::Slots slots(problem);
    const cell_suppression::Cover cover = cell_suppression::cover_by_all_sets(
        problem, cell_suppression::PatternCosts(problem), slots);
    ASSERT_EQ(cover.size(), 2U);
    std::vector<Rows> sets;
    for (const std::vector<std::uint32_t>& set : cover) {
        std::vector<std::uint32_t> types;
        types.reserve(set.size());
        for (const std::uint32_t slot : set) {
            types.push_back(slots.type_of_slot[slot]);
        }
        sets.push_back(rows_of_types(problem, types));
    }
    EXPECT_EQ(sets[0], (Rows{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(sets[1], (Rows{5, 6, 7, 8}));
}

TEST(ParkShim, Figure8) {
    const Problem problem = figure_1();
    const cell_suppression::PackedTypes packed(problem.row_types());
    const std::vector<std::uint32_t>& type_of_row = problem.type_of_row;
    const std::vector<std::pair<Rows, Rows>> expected{{{1, 2}, {1, 2, 3, 4}},
                                                      {{1, 3}, {1, 3}},
                                                      {{1, 4}, {1, 2, 3, 4}},
                                                      {{2, 3}, {2, 3, 4}},
                                                      {{2, 4}, {2, 4}},
                                                      {{3, 4}, {2, 3, 4}}};
    for (const auto& [pair, containing] : expected) {
        const std::uint32_t a = type_of_row[*pair.begin() - 1];
        const std::uint32_t b = type_of_row[*pair.rbegin() - 1];
        cell_suppression::Cube cube(problem.row_types(), 2, cell_suppression::TieOrder::last);
        const cell_suppression::Cells& cells = cube.cells(packed.difference(a, b));
        std::vector<Rows> found;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            found.push_back(rows_of_types(problem, cells.of(cell)));
        }
        EXPECT_NE(std::find(found.begin(), found.end(), containing), found.end());
    }
}

TEST(ParkShim, Figure10AndExample413) {
    const Problem problem = figure_1();
    cell_suppression::Cube cube(problem.row_types(), 2, cell_suppression::TieOrder::last);
    std::size_t itemsets = 0;
    std::multiset<Rows> closed;
    for (const Pattern stars : problem.patterns.patterns()) {
        const cell_suppression::Cells& cells = cube.cells(stars);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            ++itemsets;
            Pattern unlike = 0;
            for (const std::uint32_t type : cells.of(cell)) {
                unlike |= cube.packed().difference(cells.of(cell)[0], type);
            }
            if (unlike == stars) {
                closed.insert(rows_of_types(problem, cells.of(cell)));
            }
        }
    }
    EXPECT_EQ(itemsets, 10U);
    EXPECT_EQ(closed, (std::multiset<Rows>{{1, 3}, {2, 4}, {2, 3, 4}}));
}

TEST(ParkShim, Example415) {
    const Problem problem = figure_1();
    const cell_suppression::Slots slots(problem);
    for (const bool closed : {true, false}) {
        const RunContext context;
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        std::set<Rows> sets;
        for (const auto& set :
             cell_suppression::cover_by_cells(search, slots, {.closed_only = closed})) {
            sets.insert(rows_of_types(problem, set));  // each type is one row: slots are types
        }
        EXPECT_EQ(sets, (std::set<Rows>{{1, 3}, {2, 4}}));
    }
}

}  // namespace
}  // namespace kanon::test

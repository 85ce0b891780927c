// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/k_factor.hpp"

#include "kanon/audit/matching/matchable.hpp"

#include "coverage_graphs.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace kanon::auditing {
namespace {

TEST(KFactor, IsFoundWhereThereIsOne) {
    Random random(1);
    std::array<int, 2> seen{};
    for (int round = 0; round < 3000; ++round) {
        const test::PairedGraph made = test::random_paired_graph(random, 6);
        const auto k = static_cast<std::uint32_t>(1 + random.below(4));
        const bool expected = test::has_k_factor(test::rows_of(made.graph), k);
        ++seen[expected ? 1 : 0];
        ASSERT_EQ(!short_of_k_factor(made.graph, k, made.paired), expected) << round;
        ASSERT_EQ(!short_of_k_factor(made.graph, k, {}), expected) << "without a start, " << round;
    }
    EXPECT_GT(seen[0], 300);
    EXPECT_GT(seen[1], 300);
}

TEST(KFactor, MayBeMissingThoughEachRowHasKPartners) {
    // Rows 0 and 1 share their only partners with a third, on whom the others hang.
    Random random(2);
    int misled = 0;
    for (int round = 0; round < 3000; ++round) {
        const test::PairedGraph made = test::random_paired_graph(random, 7);
        const test::RowGraph rows = test::rows_of(made.graph);
        bool enough = true;
        for (std::size_t a = 0; a < rows.size(); ++a) {
            const auto of_left = std::ranges::count(rows[a], true);
            const auto of_right =
                std::ranges::count_if(rows, [a](const auto& row) { return row[a]; });
            enough = enough && of_left >= 2 && of_right >= 2;
        }
        misled += enough && short_of_k_factor(made.graph, 2, made.paired) ? 1 : 0;
    }
    EXPECT_GT(misled, 0);
}

TEST(Matchable, EdgesAreThoseOfSomePerfectMatching) {
    Random random(3);
    int kept = 0;
    int dropped = 0;
    for (int round = 0; round < 300; ++round) {
        const test::PairedGraph made = test::random_paired_graph(random, 5);
        const test::RowGraph rows = test::rows_of(made.graph);
        const MatchableParts parts = find_matchable(made.graph, made.paired);
        std::uint32_t row = 0;
        for (std::uint32_t left = 0; left < made.graph.left_size(); ++left) {
            for (const std::uint32_t right : made.graph.of(left)) {
                std::uint32_t first = 0;
                for (std::uint32_t before = 0; before < right; ++before) {
                    first += made.graph.right_rows[before];
                }
                const bool is_one = parts.of_left[left] == parts.of_right[right];
                (is_one ? kept : dropped) += 1;
                ASSERT_EQ(is_one, test::is_matchable(rows, row, first)) << round;
            }
            row += made.graph.left_rows[left];
        }
    }
    EXPECT_GT(kept, 300);
    EXPECT_GT(dropped, 100);
}

}  // namespace
}  // namespace kanon::auditing

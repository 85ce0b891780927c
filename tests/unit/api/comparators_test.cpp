// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/comparators.hpp"

#include "kanon/methods/contract/row_boxes.hpp"

#include "support/random_cases.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Which box covers which row.
std::vector<std::vector<bool>> covers_of(const RowBoxes& boxes) {
    std::vector<std::vector<bool>> out(boxes.rows(), std::vector<bool>(boxes.rows()));
    for (std::uint32_t box = 0; box < boxes.rows(); ++box) {
        const std::vector<std::uint32_t> types = boxes.covered_types(box);
        for (std::uint32_t row = 0; row < boxes.rows(); ++row) {
            out[box][row] = std::ranges::count(types, boxes.type(row)) > 0;
        }
    }
    return out;
}

/// The boxes that each row is behind in some order of all rows in which every box covers its own.
std::vector<std::set<std::uint32_t>> candidates_by_trial(
    const std::vector<std::vector<bool>>& covers) {
    std::vector<std::set<std::uint32_t>> out(covers.size());
    std::vector<std::uint32_t> order(covers.size());
    std::iota(order.begin(), order.end(), 0U);
    do {
        bool fits = true;
        for (std::uint32_t box = 0; box < order.size() && fits; ++box) {
            fits = covers[box][order[box]];
        }
        for (std::uint32_t box = 0; box < order.size() && fits; ++box) {
            out[order[box]].insert(box);
        }
    } while (std::ranges::next_permutation(order).found);
    return out;
}

void expect_kk(const std::vector<std::vector<bool>>& covers, std::uint64_t k) {
    for (std::size_t i = 0; i < covers.size(); ++i) {
        EXPECT_GE(std::ranges::count(covers[i], true), static_cast<std::int64_t>(k));
        EXPECT_GE(std::ranges::count_if(covers, [i](const auto& box) { return box[i]; }),
                  static_cast<std::int64_t>(k));
    }
}

std::optional<Problem> small_problem(std::uint64_t seed) {
    test::RandomCase made =
        test::random_case({.rows = 5 + seed % 3, .attributes = 2, .values = 6}, seed);
    made.policy.recoding_model = RecodingModel::freeform;
    return made.bound();
}

TEST(Comparators, CountWhatAllMatchingsAllow) {
    int with_rows_short = 0;
    int cases = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const auto problem = small_problem(seed);
        if (!problem || problem->row_types().row_count() < problem->k) {
            continue;
        }
        SCOPED_TRACE(seed);
        ++cases;
        const auto boxes = make_kk_boxes(*problem, {});
        const auto covers = covers_of(*boxes);
        expect_kk(covers, problem->k);
        const auto candidates = candidates_by_trial(covers);
        std::uint64_t least = boxes->rows();
        std::uint64_t rows_short = 0;
        for (const auto& some : candidates) {
            least = std::min<std::uint64_t>(least, some.size());
            rows_short += some.size() < problem->k ? 1U : 0U;
        }
        const auto kk = measure_comparator(*problem, Comparator::kk_anonymity, {});
        EXPECT_EQ(kk.least_candidates, least);
        EXPECT_EQ(kk.rows_short, rows_short);
        EXPECT_DOUBLE_EQ(kk.loss, boxes->loss());
        const auto concealed = measure_comparator(*problem, Comparator::k_concealment, {});
        EXPECT_GE(concealed.least_candidates, problem->k);
        EXPECT_EQ(concealed.rows_short, 0U);
        EXPECT_GE(concealed.loss, kk.loss);
        EXPECT_EQ(concealed.widened == 0, rows_short == 0);
        with_rows_short += rows_short > 0 ? 1 : 0;
    }
    EXPECT_GT(cases, 200);
    EXPECT_GT(with_rows_short, 5);
}

/// 1, 2, 3, 4 by twos: boxes [1, 2] twice, [2, 3] and [3, 4] leave 4 with one; [2, 3] is the
/// nearest.
TEST(Comparators, ByHand) {
    const Problem problem =
        bind(test::table_of("age", "1; 2; 3; 4"),
             parse_policy("{attributes: {age: {role: quasi-identifying, recode: range}}, "
                          "privacy: {k-anonymity: 2}, objective: gcp}",
                          "policy"),
             {});
    const auto figures = measure_comparator(problem, Comparator::kk_anonymity, {});
    EXPECT_NEAR(figures.loss, 5.0 / 12, 1e-8);
    EXPECT_EQ(figures.least_candidates, 2U);
    EXPECT_EQ(measure_comparator(problem, Comparator::k_concealment, {}).widened, 0U);
}

TEST(Comparators, AreFoundByName) {
    EXPECT_EQ(find_comparator("k-concealment"), Comparator::k_concealment);
    EXPECT_EQ(to_string(find_comparator("kk-anonymity")), "kk-anonymity");
    EXPECT_THROW(static_cast<void>(find_comparator("kk")), Error);
}

TEST(Comparators, RefuseWhatTheyCannotMeasure) {
    auto problem = small_problem(1);
    ASSERT_TRUE(problem);
    problem->objective = Objective::stars;
    EXPECT_THROW(static_cast<void>(make_kk_boxes(*problem, {})), Error);
}

}  // namespace
}  // namespace kanon

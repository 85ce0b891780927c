// SPDX-License-Identifier: Apache-2.0
// What is nearer, farther or as far is decided without rounding: mdav and v-mdav against plain
// ones in whole numbers, on tables that are full of ties.
#include "kanon/base/random.hpp"

#include "aggregate_cases.hpp"
#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

__extension__ using Whole = __int128;
using Numbers = std::vector<std::vector<std::int64_t>>;  ///< by row, by column
using Rows = std::vector<std::size_t>;

/// A place times so many rows.
struct Middle {
    std::vector<Whole> sums;
    Whole rows = 1;
};

/// Microaggregation of numbers, word by word, in whole numbers.
class PlainAggregation {
public:
    PlainAggregation(Numbers numbers, std::size_t k) : numbers_(std::move(numbers)), k_(k) {
        std::ranges::sort(numbers_);
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            left_.push_back(i);
        }
        for (std::size_t j = 0; j < numbers_[0].size(); ++j) {
            wholes_.push_back(whole(j));
        }
    }

    /// gamma = over / under.
    void v_mdav(std::int64_t over, std::int64_t under) {
        const Middle centre = middle(left_);
        while (left_.size() >= k_) {
            const std::size_t about = farthest(centre);
            take_nearest(at(about));
            while (left_.size() > 1 && classes_.back().size() + 1 < 2 * k_) {
                const auto [next, own] = nearest_to_class();
                Whole other = -1;
                for (const std::size_t row : left_) {
                    const Whole away = distance(row, at(next));
                    other = row != next && (other < 0 || away < other) ? away : other;
                }
                if (!(own * under * under < other * over * over)) {
                    break;
                }
                take(next);
            }
        }
        place_rest();
    }

    void mdav() {
        while (left_.size() >= 3 * k_) {
            const std::size_t first = farthest(middle(left_));
            const std::size_t second = farthest(at(first));
            take_nearest(at(first));
            take_nearest(at(holds(second) ? second : farthest(at(first))));
        }
        if (left_.size() >= 2 * k_) {
            take_nearest(at(farthest(middle(left_))));
        }
        if (!left_.empty()) {
            classes_.push_back(left_);
        }
    }

    /// Mean of SSE / SST of means of two digits.
    [[nodiscard]] double loss() const {
        double sum = 0;
        for (std::size_t j = 0; j < wholes_.size(); ++j) {
            double error = 0;
            for (const Rows& rows : classes_) {
                const Middle centre = middle(rows);
                const double mean = std::round(static_cast<double>(centre.sums[j] * 100) /
                                               static_cast<double>(centre.rows)) /
                                    100;
                for (const std::size_t row : rows) {
                    error += std::pow(static_cast<double>(numbers_[row][j]) - mean, 2);
                }
            }
            const double all =
                static_cast<double>(wholes_[j]) / static_cast<double>(numbers_.size());
            sum += all > 0 ? error / all : 0;
        }
        return sum / static_cast<double>(wholes_.size());
    }

private:
    /// n times the sum of squared distances from the mean.
    [[nodiscard]] Whole whole(std::size_t column) const {
        Whole sum = 0;
        Whole squares = 0;
        for (const auto& row : numbers_) {
            sum += row[column];
            squares += Whole{row[column]} * row[column];
        }
        return squares * static_cast<Whole>(numbers_.size()) - sum * sum;
    }

    [[nodiscard]] Middle at(std::size_t row) const {
        return {.sums = {numbers_[row].begin(), numbers_[row].end()}};
    }

    [[nodiscard]] Middle middle(const Rows& rows) const {
        Middle out{.sums = std::vector<Whole>(wholes_.size()),
                   .rows = static_cast<Whole>(rows.size())};
        for (const std::size_t row : rows) {
            for (std::size_t j = 0; j < wholes_.size(); ++j) {
                out.sums[j] += numbers_[row][j];
            }
        }
        return out;
    }

    /// Times the square of the place's rows.
    [[nodiscard]] Whole distance(std::size_t row, const Middle& from) const {
        Whole sum = 0;
        for (std::size_t j = 0; j < wholes_.size(); ++j) {
            const Whole away = from.rows * numbers_[row][j] - from.sums[j];
            Whole weight = wholes_[j] > 0 ? 1 : 0;
            for (std::size_t i = 0; i < wholes_.size(); ++i) {
                weight *= i == j || wholes_[i] == 0 ? 1 : wholes_[i];
            }
            sum += weight * away * away;
        }
        return sum;
    }

    [[nodiscard]] bool holds(std::size_t row) const {
        return std::ranges::find(left_, row) != left_.end();
    }

    [[nodiscard]] std::size_t farthest(const Middle& from) const {
        return *std::ranges::max_element(
            left_, {}, [&](std::size_t row) { return distance(row, from); });
    }

    void take(std::size_t row) {
        classes_.back().push_back(row);
        std::erase(left_, row);
    }

    void take_nearest(const Middle& from) {
        classes_.emplace_back();
        for (std::size_t i = 0; i < k_; ++i) {
            take(*std::ranges::min_element(
                left_, {}, [&](std::size_t row) { return distance(row, from); }));
        }
    }

    [[nodiscard]] std::pair<std::size_t, Whole> nearest_to_class() const {
        std::pair<std::size_t, Whole> best{0, -1};
        for (const std::size_t row : left_) {
            for (const std::size_t member : classes_.back()) {
                const Whole away = distance(row, at(member));
                best = best.second < 0 || away < best.second ? std::pair(row, away) : best;
            }
        }
        return best;
    }

    void place_rest() {
        std::vector<Middle> centres;
        for (const Rows& rows : classes_) {
            centres.push_back(middle(rows));
        }
        for (const std::size_t row : left_) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < centres.size(); ++i) {
                const Whole here =
                    distance(row, centres[i]) * centres[best].rows * centres[best].rows;
                const Whole there =
                    distance(row, centres[best]) * centres[i].rows * centres[i].rows;
                best = here < there ? i : best;
            }
            classes_[best].push_back(row);
        }
    }

    Numbers numbers_;
    std::size_t k_;
    Rows left_;
    std::vector<Whole> wholes_;
    std::vector<Rows> classes_;
};

/// A table, as text and as numbers.
struct Drawn {
    Numbers numbers;
    std::string rows;
};

Drawn drawn(std::uint64_t seed, std::size_t columns) {
    Random random(seed);
    const std::size_t rows = 8 + random.below(12);
    const std::uint64_t values = 4 + random.below(20);
    Drawn out;
    for (std::size_t row = 0; row < rows; ++row) {
        out.numbers.emplace_back();
        out.rows += row == 0 ? "" : "; ";
        for (std::size_t j = 0; j < columns; ++j) {
            out.numbers.back().push_back(static_cast<std::int64_t>(random.below(values)));
            out.rows += (j == 0 ? "" : " ") + std::to_string(out.numbers.back().back());
        }
    }
    return out;
}

TEST(ExactDistances, VMdavDecidesEqualitiesAsItsRulesSay) {
    const Problem problem =
        aggregate_problem("c0", "mean", "3; 6; 11; 13; 17; 19; 20; 20", "{k-anonymity: 3}");
    EXPECT_NEAR(run_method("v-mdav", problem, {{"gamma", "2"}}).loss, 0.229263, 2e-6);
}

TEST(ExactDistances, VMdavIsThePlainOne) {
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        SCOPED_TRACE(seed);
        const std::size_t columns = 1 + seed % 3;
        const std::size_t k = 2 + seed % 2;
        const Drawn table = drawn(seed, columns);
        const Problem problem =
            aggregate_problem(std::string("a b c").substr(0, 2 * columns - 1),
                              std::string("mean mean mean").substr(0, 5 * columns - 1),
                              table.rows,
                              "{k-anonymity: " + std::to_string(k) + "}");
        for (const auto& [gamma, over, under] : {std::tuple("0.2", 1, 5),
                                                 std::tuple("0.5", 1, 2),
                                                 std::tuple("1", 1, 1),
                                                 std::tuple("1.5", 3, 2),
                                                 std::tuple("2", 2, 1)}) {
            PlainAggregation plain(table.numbers, k);
            plain.v_mdav(over, under);
            ASSERT_NEAR(run_method("v-mdav", problem, {{"gamma", gamma}}).loss, plain.loss(), 1e-9)
                << gamma << ": " << table.rows;
        }
        PlainAggregation plain(table.numbers, k);
        plain.mdav();
        ASSERT_NEAR(run_method("mdav", problem).loss, plain.loss(), 1e-9) << table.rows;
    }
}

TEST(ExactDistances, NumbersThatNoDoubleTellsApartAreStillPutToTheNearest) {
    const Problem problem =
        aggregate_problem("a",
                          "mean",
                          "100000000000000000001; 100000000000000000002; 100000000000000000011; "
                          "100000000000000000012; 100000000000000000021; 100000000000000000022; "
                          "100000000000000000023",
                          "{k-anonymity: 2}");
    for (const char* name : {"mdav", "univariate-optimal"}) {
        EXPECT_EQ(stat(run_method(name, problem), "classes"), 3) << name;
    }
}

}  // namespace
}  // namespace kanon::test

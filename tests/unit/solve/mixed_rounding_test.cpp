// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/mixed_rounding.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kanon {
namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();

/// Columns of 0 or 1, then continuous ones that are at most some times one of them.
struct Columns {
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<char> whole;
    std::vector<VariableBound> bounds;

    void add_whole() {
        lower.push_back(0);
        upper.push_back(1);
        whole.push_back(1);
        bounds.emplace_back();
    }

    void add_share(int of, double factor) {
        lower.push_back(0);
        upper.push_back(factor);
        whole.push_back(0);
        bounds.push_back({.column = of, .factor = factor});
    }

    [[nodiscard]] RoundingPoint at(const std::vector<double>& values) const {
        return {.lower = lower, .upper = upper, .values = values, .whole = whole, .bounds = bounds};
    }
};

struct Row {
    std::vector<int> columns;
    std::vector<double> values;
    double lower = -kFree;
    double upper = kFree;

    [[nodiscard]] double activity(const std::vector<double>& at) const {
        double sum = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            sum += values[i] * at[static_cast<std::size_t>(columns[i])];
        }
        return sum;
    }

    [[nodiscard]] RoundingRow view(const std::vector<double>& at) const {
        return {.columns = columns,
                .values = values,
                .lower = lower,
                .upper = upper,
                .activity = activity(at)};
    }

    [[nodiscard]] bool holds(const std::vector<double>& at) const {
        const double sum = activity(at);
        return sum >= lower - 1e-9 && sum <= upper + 1e-9;
    }
};

double left_of(const CutRow& cut, const std::vector<double>& at) {
    return Row{.columns = cut.columns, .values = cut.values}.activity(at);
}

TEST(MixedRounding, RoundsDownWhatWholeColumnsTake) {
    Columns columns;
    columns.add_whole();
    columns.add_whole();
    const std::vector<double> point{0.9, 0.9};
    const Row row{.columns = {0, 1}, .values = {5, 5}, .upper = 9};  // only one of them
    MixedRounding rounding(columns.at(point));
    rounding.add(row.view(point), 1);
    const std::optional<CutRow> cut = rounding.cut(false);
    ASSERT_TRUE(cut);
    ASSERT_EQ(cut->columns, (std::vector{0, 1}));
    EXPECT_NEAR(cut->upper / cut->values[0], 1, 1e-6);
    EXPECT_NEAR(cut->values[1], cut->values[0], 1e-9);
}

TEST(MixedRounding, FindsNothingWherePointsAreWholeOrRowsAreLoose) {
    Columns columns;
    columns.add_whole();
    columns.add_whole();
    const std::vector<double> whole{1, 0};
    const Row row{.columns = {0, 1}, .values = {5, 5}, .upper = 9};
    MixedRounding rounding(columns.at(whole));
    rounding.add(row.view(whole), 1);
    EXPECT_FALSE(rounding.cut(false));
    const std::vector<double> loose{0.5, 0.5};
    MixedRounding other(columns.at(loose));
    other.add(row.view(loose), 1);
    EXPECT_FALSE(other.cut(false));
}

TEST(MixedRounding, LeavesOutWholeColumnsThatAreNeitherZeroNorOne) {
    Columns columns;
    columns.add_whole();
    columns.upper[0] = 3;
    const std::vector<double> point{1.8};
    const Row row{.columns = {0}, .values = {5}, .upper = 9};
    MixedRounding rounding(columns.at(point));
    rounding.add(row.view(point), 1);
    EXPECT_FALSE(rounding.cut(false));
}

/// Three rows that are tight at a point between whole ones.
class RandomRows {
public:
    static constexpr int kWhole = 4;
    static constexpr int kShares = 5;

    explicit RandomRows(std::uint64_t seed) : random_(seed) {
        for (int i = 0; i < kWhole; ++i) {
            columns.add_whole();
            point.push_back(static_cast<double>(random_.below(5)) / 4);
        }
        for (int i = 0; i < kShares; ++i) {
            const auto of = static_cast<std::size_t>(random_.below(kWhole));
            const double factor = 1 + static_cast<double>(random_.below(3));
            columns.add_share(static_cast<int>(of), factor);
            point.push_back(factor * point[of] * static_cast<double>(random_.below(3)) / 2);
        }
        for (int i = 0; i < 3; ++i) {
            rows.push_back(tight_row());
        }
    }

    /// A point within the columns' bounds, whole where it must be.
    [[nodiscard]] std::vector<double> whole_point() {
        std::vector<double> out;
        out.reserve(columns.whole.size());
        for (int i = 0; i < kWhole; ++i) {
            out.push_back(static_cast<double>(random_.below(2)));
        }
        for (std::size_t i = kWhole; i < columns.whole.size(); ++i) {
            const VariableBound& bound = columns.bounds[i];
            const double most = bound.factor * out[static_cast<std::size_t>(bound.column)];
            out.push_back(most * static_cast<double>(random_.below(5)) / 4);
        }
        return out;
    }

    [[nodiscard]] double weight() { return static_cast<double>(random_.below(7)) - 3; }

    Columns columns;
    std::vector<double> point;
    std::vector<Row> rows;

private:
    [[nodiscard]] Row tight_row() {
        Row out;
        for (int j = 0; j < kWhole + kShares; ++j) {
            if (const double value = weight(); value != 0) {
                out.columns.push_back(j);
                out.values.push_back(value);
            }
        }
        (random_.below(2) == 0 ? out.upper : out.lower) = out.activity(point);
        return out;
    }

    Random random_;
};

TEST(MixedRounding, CutsOffThePointAndNoWholeOne) {
    std::size_t cuts = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        RandomRows task(seed);
        MixedRounding rounding(task.columns.at(task.point));
        for (const Row& row : task.rows) {
            rounding.add(row.view(task.point), task.weight());
        }
        const std::optional<CutRow> cut = rounding.cut(seed % 2 == 0);
        if (!cut) {
            continue;
        }
        ++cuts;
        EXPECT_GT(left_of(*cut, task.point), cut->upper) << seed;
        for (int trial = 0; trial < 300; ++trial) {
            const std::vector<double> whole = task.whole_point();
            const bool allowed = std::all_of(task.rows.begin(),
                                             task.rows.end(),
                                             [&](const Row& row) { return row.holds(whole); });
            if (allowed) {
                EXPECT_LE(left_of(*cut, whole), cut->upper + 1e-7) << seed;
            }
        }
    }
    EXPECT_GT(cuts, 40U);
}

}  // namespace
}  // namespace kanon

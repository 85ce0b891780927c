// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/invariance/buckets.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/contract/invariant_classes.hpp"
#include "kanon/table/row_types.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace kanon {
namespace {

using invariance::Bucket;
using invariance::fill_buckets;

std::uint32_t below(std::mt19937& random, std::uint64_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
}

InvariantRows new_rows(std::uint64_t m, std::vector<std::uint32_t> values) {
    InvariantRows out;
    out.m = m;
    out.values = values.empty() ? 0 : *std::ranges::max_element(values) + 1;
    out.signature.assign(values.size(), InvariantRows::kNew);
    out.value = std::move(values);
    return out;
}

std::uint64_t counterfeits_of(const std::vector<Bucket>& buckets) {
    std::uint64_t out = 0;
    for (const Bucket& bucket : buckets) {
        for (const auto& rows : bucket.rows) {
            out += bucket.classes() - rows.size();
        }
    }
    return out;
}

/// Every row once, by its value, in a bucket of its signature, which has m values.
void expect_whole(const InvariantRows& rows, const std::vector<Bucket>& buckets) {
    std::vector<int> seen(rows.value.size());
    for (const Bucket& bucket : buckets) {
        EXPECT_GE(bucket.values.size(), rows.m);
        EXPECT_TRUE(std::ranges::is_sorted(bucket.values));
        EXPECT_GT(bucket.classes(), 0U);
        ASSERT_EQ(bucket.rows.size(), bucket.values.size());
        for (std::size_t i = 0; i < bucket.rows.size(); ++i) {
            for (const std::uint32_t row : bucket.rows[i]) {
                ++seen[row];
                EXPECT_EQ(rows.value[row], bucket.values[i]);
                if (rows.signature[row] != InvariantRows::kNew) {
                    EXPECT_EQ(rows.signatures[rows.signature[row]], bucket.values);
                }
            }
        }
    }
    EXPECT_EQ(std::ranges::count(seen, 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(InvariantBuckets, NewPersonsWhoAreEligibleNeedNoCounterfeits) {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        std::mt19937 random(seed);
        const std::uint64_t m = 2 + below(random, 3);
        std::vector<std::uint32_t> values;
        const auto known = static_cast<std::uint32_t>(m + below(random, 5));
        for (std::uint32_t i = 0, n = 1 + below(random, 80); i < n; ++i) {
            values.push_back(below(random, 3) == 0 ? 0 : below(random, known));
        }
        InvariantRows rows = new_rows(m, values);
        rows.values = known;
        std::map<std::uint32_t, std::uint64_t> counts;
        std::uint64_t most = 0;
        for (const std::uint32_t value : values) {
            most = std::max(most, ++counts[value]);
        }
        const std::vector<Bucket> buckets = fill_buckets(rows);
        expect_whole(rows, buckets);
        const std::uint64_t needed = most * m > values.size() ? most * m - values.size() : 0;
        EXPECT_EQ(counterfeits_of(buckets), needed) << "seed " << seed;
    }
}

TEST(InvariantBuckets, SurvivorsKeepTheirSignatures) {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        std::mt19937 random(seed);
        InvariantRows rows = new_rows(2 + below(random, 2), {});
        rows.values = 6;
        for (std::uint32_t i = 0; i < 4; ++i) {
            std::set<std::uint32_t> signature;
            while (signature.size() < rows.m + i % 2) {
                signature.insert(below(random, rows.values));
            }
            rows.signatures.emplace_back(signature.begin(), signature.end());
        }
        for (std::uint32_t i = 0, n = 1 + below(random, 40); i < n; ++i) {
            const bool is_new = below(random, 2) == 0;
            const std::uint32_t of = below(random, 4);
            rows.signature.push_back(is_new ? InvariantRows::kNew : of);
            const auto& signature = rows.signatures[of];
            rows.value.push_back(is_new ? below(random, rows.values)
                                        : signature[below(random, signature.size())]);
        }
        const std::vector<Bucket> buckets = fill_buckets(rows);
        expect_whole(rows, buckets);
        std::size_t released = 0;
        for (const Bucket& bucket : buckets) {
            released += bucket.classes() * bucket.values.size();
        }
        EXPECT_GE(released - rows.value.size(), invariance::least_counterfeits(rows));
    }
}

TEST(InvariantBuckets, TheLeastCounterfeitsAreThoseOfTheCommonestValue) {
    EXPECT_EQ(invariance::least_counterfeits(new_rows(2, {0, 1, 0, 1})), 0U);
    EXPECT_EQ(invariance::least_counterfeits(new_rows(2, {0, 0, 0, 1})), 2U);
    InvariantRows rows = new_rows(2, {0, 0, 1, 2});
    rows.signatures = {{0, 1, 2}};
    rows.signature = {0, 0, 0, 0};
    EXPECT_EQ(invariance::least_counterfeits(rows), 2U) << "two classes of three values";
}

TEST(InvariantBuckets, BalanceTakesNewPersonsBeforeCounterfeits) {
    InvariantRows rows = new_rows(2, {0, 0, 1, 1, 2, 2, 3});
    rows.signatures = {{0, 1}};
    rows.signature[0] = rows.signature[1] = 0;
    const std::vector<Bucket> buckets = fill_buckets(rows);
    expect_whole(rows, buckets);
    ASSERT_EQ(buckets.front().values, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(buckets.front().rows[1].size(), 1U) << "with both, two of three left would share 2";
}

TEST(InvariantBuckets, FewerValuesThanMAreRefused) {
    EXPECT_THROW(static_cast<void>(fill_buckets(new_rows(3, {0, 1, 0, 1}))), Error);
}

TEST(InvariantClasses, EachHasEveryValueOnceAndAPerson) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Problem problem = test::random_problem({.rows = 150, .attributes = 3}, seed);
        const Column& sensitive = problem.table.column(problem.table.column_count() - 1);
        std::vector<std::uint32_t> values;
        for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
            values.push_back(sensitive.codes[row]);
        }
        const InvariantRows rows = new_rows(2, values);
        const auto found = invariant_classes(rows, problem, problem.type_of_row, {});
        std::vector<int> seen(values.size());
        std::uint64_t counterfeits = 0;
        for (const InvariantClass& one : found.classes) {
            counterfeits += static_cast<std::uint64_t>(std::ranges::count(one.rows, kNoRow));
            ASSERT_EQ(one.rows.size(), one.values.size());
            EXPECT_LT(std::ranges::count(one.rows, kNoRow),
                      static_cast<std::ptrdiff_t>(one.rows.size()));
            for (std::size_t i = 0; i < one.rows.size(); ++i) {
                if (one.rows[i] != kNoRow) {
                    ++seen[one.rows[i]];
                    EXPECT_EQ(values[one.rows[i]], one.values[i]);
                }
            }
        }
        EXPECT_EQ(std::ranges::count(seen, 1), static_cast<std::ptrdiff_t>(seen.size()));
        EXPECT_GE(counterfeits, found.least_counterfeits);
        EXPECT_LE(counterfeits, found.least_counterfeits + 2 * rows.m);
        EXPECT_LE(found.bounded_parts, found.parts);
        EXPECT_LE(found.least_loss, found.loss + 1e-6);
    }
}

}  // namespace
}  // namespace kanon

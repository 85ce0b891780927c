// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/histogram_sum.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kanon {
namespace {

/// Three groups: {1: 2, 4: 1}, {0: 1, 4: 3}, {2: 5}; of codes below `domain_size`.
Histograms three_groups(std::size_t domain_size) {
    return {.domain_size = domain_size,
            .offsets = {0, 2, 4, 5},
            .values = {1, 4, 0, 4, 2},
            .counts = {2, 1, 1, 3, 5}};
}

TEST(HistogramSum, AddsGroupsUpByValue) {
    for (const std::size_t domain_size : {5U, 1000U}) {  // by a scan; by sorting
        const Histograms of = three_groups(domain_size);
        HistogramSum sum;
        for (int round = 0; round < 2; ++round) {  // nothing is left over from a union
            sum.begin(domain_size);
            sum.add(of, 1);
            sum.add(of, 0);
            const HistogramSum::View view = sum.end();
            EXPECT_EQ(std::vector<Code>(view.values.begin(), view.values.end()),
                      (std::vector<Code>{0, 1, 4}));
            EXPECT_EQ(std::vector<std::uint32_t>(view.counts.begin(), view.counts.end()),
                      (std::vector<std::uint32_t>{1, 2, 4}));
        }
    }
}

TEST(HistogramSum, CountsRowsThatAreNotOfTheMostFrequentValue) {
    const Histograms of = three_groups(5);
    HistogramSum sum;
    for (int round = 0; round < 2; ++round) {
        sum.begin(5);
        sum.add(of, 0);
        sum.add(of, 1);
        sum.add(of, 2);
        EXPECT_EQ(sum.end_minority(), 7U);  // 12 rows, five of value 2
    }
    sum.begin(5);
    EXPECT_EQ(sum.end_minority(), 0U);
}

TEST(HistogramSum, MergesGroupsIntoUnions) {
    Histograms out{.domain_size = 9, .offsets = {0, 1}, .values = {8}, .counts = {1}};
    HistogramSum().merge(three_groups(5), std::vector<std::uint32_t>{2, 0, 2}, 3, out);
    EXPECT_EQ(out.domain_size, 5U);
    EXPECT_EQ(out.offsets, (std::vector<std::uint32_t>{0, 2, 2, 5}));
    EXPECT_EQ(out.values, (std::vector<Code>{0, 4, 1, 2, 4}));
    EXPECT_EQ(out.counts, (std::vector<std::uint32_t>{1, 3, 2, 5, 1}));
}

}  // namespace
}  // namespace kanon

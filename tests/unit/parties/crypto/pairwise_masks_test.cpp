// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/pairwise_masks.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon::crypto {
namespace {

using Values = std::vector<std::uint64_t>;

struct SiteKeys {
    std::vector<MaskKey> secret;
    std::vector<Point> open;
};

SiteKeys keys_of_sites(std::size_t count) {
    SiteKeys keys;
    for (std::size_t i = 0; i < count; ++i) {
        keys.secret.push_back(MaskKey::random());
        keys.open.push_back(keys.secret.back().public_key());
    }
    return keys;
}

std::vector<PairwiseMasks> masks_of_sites(std::size_t count) {
    SiteKeys keys = keys_of_sites(count);
    std::vector<PairwiseMasks> sites;
    for (std::size_t i = 0; i < count; ++i) {
        sites.emplace_back(std::move(keys.secret[i]), i, keys.open, "run");
    }
    return sites;
}

/// The next masks of a site, alone.
Values masks_of(PairwiseMasks& site, std::size_t size) {
    Values values(size);
    site.add_masks(values);
    return values;
}

Values sum_of(const std::vector<Values>& vectors) {
    Values sum(vectors.front().size());
    for (const Values& vector : vectors) {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] += vector.at(i);
        }
    }
    return sum;
}

TEST(PairwiseMasks, CancelOverAllSites) {
    for (std::size_t count = 2; count <= 20; ++count) {
        std::vector<PairwiseMasks> sites = masks_of_sites(count);
        for (std::uint64_t round = 0; round < 3; ++round) {
            std::vector<Values> plain;
            std::vector<Values> masked;
            for (std::size_t i = 0; i < count; ++i) {
                plain.push_back({i, 100 + round, std::numeric_limits<std::uint64_t>::max() - i});
                masked.push_back(plain.back());
                EXPECT_EQ(sites[i].round(), round);
                sites[i].add_masks(masked.back());
                for (std::size_t j = 0; j < 3; ++j) {
                    EXPECT_NE(masked[i][j], plain[i][j]);
                }
            }
            EXPECT_EQ(sum_of(masked), sum_of(plain));
        }
    }
}

TEST(PairwiseMasks, DoNotCancelWhereASiteIsMissing) {
    std::vector<PairwiseMasks> sites = masks_of_sites(4);
    std::vector<Values> masked;
    for (std::size_t i = 0; i + 1 < sites.size(); ++i) {
        masked.push_back(masks_of(sites[i], 8));
    }
    for (const std::uint64_t value : sum_of(masked)) {
        EXPECT_NE(value, 0U);
    }
}

TEST(PairwiseMasks, NoNumberOfAStreamIsUsedAgain) {
    std::vector<PairwiseMasks> sites = masks_of_sites(2);
    std::set<std::uint64_t> seen;
    std::size_t count = 0;
    for (const std::size_t size : {1U, 7U, 8U, 9U, 5000U, 1024U, 1025U, 1U}) {
        const Values masks = masks_of(sites[0], size);
        seen.insert(masks.begin(), masks.end());
        count += size;
    }
    EXPECT_EQ(seen.size(), count);  // two of 8,000 random numbers are equal once in 10^12 runs
    EXPECT_EQ(sites[0].round(), 8U);
}

TEST(PairwiseMasks, AreTheSameForBothSitesHoweverLong) {
    std::vector<PairwiseMasks> sites = masks_of_sites(2);
    for (const std::size_t size : {0U, 1U, 1023U, 1024U, 1025U, 4000U}) {
        EXPECT_EQ(sum_of({masks_of(sites[0], size), masks_of(sites[1], size)}), Values(size));
    }
}

TEST(PairwiseMasks, RoundsApartDoNotCancel) {
    std::vector<PairwiseMasks> sites = masks_of_sites(2);
    (void)masks_of(sites[0], 4);
    EXPECT_NE(sum_of({masks_of(sites[0], 4), masks_of(sites[1], 4)}), Values(4));
}

TEST(PairwiseMasks, RunsApartDoNotCancel) {
    SiteKeys keys = keys_of_sites(2);
    PairwiseMasks first(std::move(keys.secret[0]), 0, keys.open, "monday");
    PairwiseMasks second(std::move(keys.secret[1]), 1, keys.open, "tuesday");
    EXPECT_NE(sum_of({masks_of(first, 4), masks_of(second, 4)}), Values(4));
}

TEST(PairwiseMasks, CannotBeMadeAgainFromOneKey) {
    SiteKeys keys = keys_of_sites(2);
    PairwiseMasks first(std::move(keys.secret[0]), 0, keys.open, "run");
    // NOLINTBEGIN(bugprone-use-after-move, clang-analyzer-cplusplus.Move): what is tried
    EXPECT_DEATH(PairwiseMasks(std::move(keys.secret[0]), 0, keys.open, "run"), "is_zero");
    const PairwiseMasks moved(std::move(first));
    Values values(1);
    EXPECT_DEATH(first.add_masks(values), "empty");
    // NOLINTEND(bugprone-use-after-move, clang-analyzer-cplusplus.Move)
}

TEST(PairwiseMasks, RefuseKeysThatCannotBeThoseOfTheSites) {
    const auto with_keys = [](std::vector<Point> open, std::size_t own, MaskKey key) {
        return PairwiseMasks(std::move(key), own, open, "run");
    };
    const auto try_beside = [&](const std::vector<Point>& others, std::size_t own) {
        MaskKey key = MaskKey::random();
        std::vector<Point> open{key.public_key()};
        open.insert(open.end(), others.begin(), others.end());
        (void)with_keys(open, own, std::move(key));
    };
    const Point other = MaskKey::random().public_key();
    EXPECT_NO_THROW(try_beside({other}, 0));
    EXPECT_THROW(try_beside({}, 0), Error);
    EXPECT_THROW(try_beside({other}, 1), Error);
    EXPECT_THROW(try_beside({other}, 2), Error);
    EXPECT_THROW(try_beside({other, other}, 0), Error);
    EXPECT_THROW(try_beside({other, Point()}, 0), Error);
}

}  // namespace
}  // namespace kanon::crypto

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/shamir.hpp"

#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/commutative.hpp"
#include "kanon/parties/crypto/seal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kanon::crypto {
namespace {

std::vector<Scalar> places(std::uint64_t count) {
    std::vector<Scalar> xs;
    for (std::uint64_t x = 1; x <= count; ++x) {
        xs.push_back(Scalar::of(x));
    }
    return xs;
}

/// Those of `shares` whose bit is set.
std::vector<Share> chosen(const std::vector<Share>& shares, unsigned bits) {
    std::vector<Share> out;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if ((bits >> i & 1U) != 0) {
            out.push_back({.x = shares[i].x.copy(), .y = shares[i].y.copy()});
        }
    }
    return out;
}

TEST(Shamir, ThresholdSharesGiveTheSecretAndFewerDoNot) {
    const Scalar secret = Scalar::random();
    for (std::size_t threshold = 1; threshold <= 5; ++threshold) {
        const std::vector<Share> shares = share(secret, threshold, places(5));
        for (unsigned bits = 1; bits < 32; ++bits) {
            const std::vector<Share> some = chosen(shares, bits);
            EXPECT_EQ(combine(some) == secret, some.size() >= threshold)
                << threshold << " " << bits;
        }
    }
}

/// What the third of three shares must be for the secret to be `wanted`, the first two given.
Share third_share_for(const Scalar& wanted, const std::vector<Share>& two, const Scalar& x) {
    const auto combined_with = [&](std::uint64_t y) {
        std::vector<Share> three = chosen(two, 3);
        three.push_back({.x = x.copy(), .y = Scalar::of(y)});
        return combine(three);
    };
    const Scalar at_zero = combined_with(0);
    const Scalar slope = combined_with(1) - at_zero;
    return {.x = x.copy(), .y = (wanted - at_zero) * slope.inverse()};
}

TEST(Shamir, FewerSharesThanTheThresholdFitEverySecret) {
    const std::vector<Share> shares = share(Scalar::random(), 3, places(3));
    const std::vector<Share> two = chosen(shares, 3);
    for (const std::uint64_t wanted : {0U, 1U, 4711U}) {
        std::vector<Share> three = chosen(two, 3);
        three.push_back(third_share_for(Scalar::of(wanted), two, shares[2].x));
        EXPECT_TRUE(combine(three) == Scalar::of(wanted));
        EXPECT_FALSE(three[2].y == shares[2].y);
    }
}

TEST(Shamir, SharesAreDrawnAnew) {
    const Scalar secret = Scalar::random();
    const std::vector<Share> once = share(secret, 2, places(2));
    const std::vector<Share> again = share(secret, 2, places(2));
    EXPECT_FALSE(once[0].y == again[0].y);
    EXPECT_FALSE(once[0].y == secret);
    std::vector<Share> mixed = chosen(once, 1);
    mixed.push_back({.x = again[1].x.copy(), .y = again[1].y.copy()});
    EXPECT_FALSE(combine(mixed) == secret);
}

TEST(Shamir, RefusesPlacesThatAreZeroOrRepeated) {
    const Scalar secret = Scalar::random();
    std::vector<Scalar> xs = places(3);
    xs[2] = xs[0].copy();
    EXPECT_THROW((void)share(secret, 2, xs), Error);
    xs[2] = Scalar();
    EXPECT_THROW((void)share(secret, 2, xs), Error);
    const std::vector<Share> shares = share(secret, 2, places(3));
    std::vector<Share> twice = chosen(shares, 3);
    twice[1] = {.x = shares[0].x.copy(), .y = shares[1].y.copy()};
    EXPECT_THROW((void)combine(twice), Error);
    twice[1].x = Scalar();
    EXPECT_THROW((void)combine(twice), Error);
    EXPECT_THROW((void)combine({}), Error);
    EXPECT_THROW((void)combine_in_exponent({}), Error);
}

TEST(Shamir, NeedsAThresholdWithinTheShares) {
    EXPECT_DEATH((void)share(Scalar::of(1), 0, places(3)), "threshold");
    EXPECT_DEATH((void)share(Scalar::of(1), 4, places(3)), "threshold");
}

TEST(Shamir, CombinesInTheExponent) {
    const Scalar secret = Scalar::random();
    const Point base = hash_to_group("test", "base");
    std::vector<PointShare> points;
    for (const Share& one : share(secret, 3, places(4))) {
        EXPECT_FALSE(!points.empty() && combine_in_exponent(points) == multiply(secret, base) &&
                     points.size() < 3);
        points.push_back({.x = one.x.copy(), .y = multiply(one.y, base)});
    }
    EXPECT_EQ(combine_in_exponent(points), multiply(secret, base));
    points.pop_back();
    EXPECT_EQ(combine_in_exponent(points), multiply(secret, base));
    points.pop_back();
    EXPECT_NE(combine_in_exponent(points), multiply(secret, base));
}

TEST(Shamir, SharesAreReadBack) {
    const std::vector<Share> shares = share(Scalar::random(), 2, places(2));
    const auto bytes = shares[1].disclose();
    const Share read = Share::decode(bytes);
    EXPECT_TRUE(read.x == shares[1].x && read.y == shares[1].y);
    EXPECT_THROW((void)Share::decode(std::span(bytes).first(63)), Error);
}

TEST(DerivedSharing, EqualSeedsShareOneSecretAndOthersDoNot) {
    const auto key = CommutativeKey::random();
    const DerivedSharing mine("row", key.encrypt("row", "13053,28"), 3);
    const DerivedSharing theirs("row", key.encrypt("row", "13053,28"), 3);
    EXPECT_TRUE(mine.secret() == theirs.secret());
    std::vector<Share> shares;
    shares.push_back(mine.random_share());
    shares.push_back(theirs.random_share());
    EXPECT_FALSE(combine(shares) == mine.secret());
    shares.push_back(theirs.random_share());
    EXPECT_TRUE(combine(shares) == mine.secret());
    const DerivedSharing other("row", key.encrypt("row", "13053,29"), 3);
    shares[2] = other.random_share();
    EXPECT_FALSE(combine(shares) == mine.secret());
    EXPECT_FALSE(combine(shares) == other.secret());
}

TEST(DerivedSharing, OtherDomainsAndThresholdsAreUnrelated) {
    const Point seed = hash_to_group("test", "seed");
    const DerivedSharing two("row", seed, 2);
    const DerivedSharing three("row", seed, 3);
    const DerivedSharing elsewhere("raw", seed, 2);
    EXPECT_FALSE(two.secret() == three.secret());
    EXPECT_FALSE(two.secret() == elsewhere.secret());
    EXPECT_FALSE(two.share_at(Scalar::of(1)).y == three.share_at(Scalar::of(1)).y);
    EXPECT_THROW((void)two.share_at(Scalar()), Error);
    EXPECT_DEATH(DerivedSharing("row", seed, 0), "threshold");
}

TEST(DerivedSharing, EnoughEqualRowsOpenWhatIsSealed) {
    const auto key = CommutativeKey::random();
    const std::string row = "13053,28";
    const DerivedSharing of_row("row", key.encrypt("row", row), 2);
    const std::string sealed = seal(SealKey::of_scalar("row", of_row.secret()), row);
    std::vector<Share> shares;
    shares.push_back(of_row.random_share());
    EXPECT_THROW((void)open(SealKey::of_scalar("row", combine(shares)), sealed), Error);
    shares.push_back(of_row.random_share());
    EXPECT_EQ(open(SealKey::of_scalar("row", combine(shares)), sealed), row);
}

}  // namespace
}  // namespace kanon::crypto

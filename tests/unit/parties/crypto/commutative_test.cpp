// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/commutative.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon::crypto {
namespace {

TEST(Commutative, OrderOfKeysDoesNotMatter) {
    const auto a = CommutativeKey::random();
    const auto b = CommutativeKey::random();
    const auto c = CommutativeKey::random();
    const Point once = c.encrypt(b.encrypt(a.encrypt("zip", "13053")));
    EXPECT_EQ(once, a.encrypt(c.encrypt(b.encrypt("zip", "13053"))));
    EXPECT_EQ(a.decrypt(once), c.encrypt(b.encrypt("zip", "13053")));
    EXPECT_EQ(b.decrypt(c.decrypt(a.decrypt(once))), hash_to_group("zip", "13053"));
}

TEST(Commutative, OtherTextsDomainsAndKeysGiveOtherPoints) {
    const auto a = CommutativeKey::random();
    const auto b = CommutativeKey::random();
    EXPECT_EQ(a.encrypt("zip", "13053"), a.encrypt("zip", "13053"));
    EXPECT_NE(a.encrypt("zip", "13053"), a.encrypt("zip", "13054"));
    EXPECT_NE(a.encrypt("zip", "13053"), a.encrypt("zap", "13053"));
    EXPECT_NE(a.encrypt("zip", "13053"), b.encrypt("zip", "13053"));
    EXPECT_NE(a.encrypt("zip", "13053"), hash_to_group("zip", "13053"));
    EXPECT_NE(b.decrypt(a.encrypt("zip", "13053")), hash_to_group("zip", "13053"));
}

TEST(Commutative, BatchesAreWhatSinglePointsAreForAnyNumberOfThreads) {
    const auto key = CommutativeKey::random();
    std::vector<std::string> texts;
    texts.reserve(333);
    for (int i = 0; i < 333; ++i) {
        texts.push_back(std::to_string(i % 300));
    }
    const std::vector<Point> points = key.encrypt_all("zip", texts, 1);
    ASSERT_EQ(points.size(), texts.size());
    EXPECT_EQ(points, key.encrypt_all("zip", texts, 4));
    EXPECT_EQ(points[301], key.encrypt("zip", "1"));
    const std::vector<Point> twice = key.encrypt_all(points, 3);
    EXPECT_EQ(twice[7], key.encrypt(points[7]));
    EXPECT_EQ(key.decrypt_all(twice, 2), points);
    EXPECT_TRUE(key.encrypt_all("zip", {}, 2).empty());
}

/// What both have, found by points under both keys alone.
std::set<std::string> private_intersection(const std::vector<std::string>& mine,
                                           const std::vector<std::string>& theirs) {
    const auto my_key = CommutativeKey::random();
    const auto their_key = CommutativeKey::random();
    const std::vector<Point> mine_twice =
        their_key.encrypt_all(my_key.encrypt_all("name", mine, 1), 1);
    const std::vector<Point> theirs_twice =
        my_key.encrypt_all(their_key.encrypt_all("name", theirs, 1), 1);
    const std::set<Point> there(theirs_twice.begin(), theirs_twice.end());
    std::set<std::string> both;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (there.contains(mine_twice[i])) {
            both.insert(mine[i]);
        }
    }
    return both;
}

TEST(Commutative, PrivateIntersectionsArePlainOnes) {
    EXPECT_TRUE(rc::check("intersect two random sets", [] {
        const auto names = rc::gen::container<std::vector<std::string>>(
            rc::gen::map(rc::gen::inRange(0, 20), [](int n) { return std::to_string(n); }));
        const std::vector<std::string> mine = *names;
        const std::vector<std::string> theirs = *names;
        const std::set<std::string> there(theirs.begin(), theirs.end());
        std::set<std::string> plain;
        for (const std::string& name : mine) {
            if (there.contains(name)) {
                plain.insert(name);
            }
        }
        RC_ASSERT(private_intersection(mine, theirs) == plain);
    }));
}

TEST(Commutative, KeyThatWasMovedFromStops) {
    auto key = CommutativeKey::random();
    const auto kept = std::move(key);
    // NOLINTBEGIN(bugprone-use-after-move, clang-analyzer-cplusplus.Move): what is tried
    EXPECT_DEATH((void)key.encrypt("zip", "13053"), "is_zero");
    EXPECT_DEATH((void)key.decrypt(Point()), "is_zero");
    // NOLINTEND(bugprone-use-after-move, clang-analyzer-cplusplus.Move)
}

}  // namespace
}  // namespace kanon::crypto

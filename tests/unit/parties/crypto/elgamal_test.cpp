// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/elgamal.hpp"

#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/small_logs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kanon::crypto {
namespace {

Point times_generator(std::int64_t number) {
    return base_multiply(Scalar::of_signed(number));
}

TEST(ElGamal, DecryptsWhatWasEncrypted) {
    const auto key = ElGamalKey::random();
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
        EXPECT_EQ(key.decrypt(encrypt(key.public_key(), number)),
                  base_multiply(Scalar::of(number)));
    }
    EXPECT_EQ(key.decrypt(encrypt(key.public_key(), Scalar::of_signed(-4))), times_generator(-4));
}

TEST(ElGamal, EqualNumbersLookDifferent) {
    const auto key = ElGamalKey::random();
    const Ciphertext first = encrypt(key.public_key(), 5);
    const Ciphertext second = encrypt(key.public_key(), 5);
    EXPECT_NE(first.a, second.a);
    EXPECT_NE(first.b, second.b);
}

TEST(ElGamal, AnotherKeyOpensNothing) {
    const auto key = ElGamalKey::random();
    const Ciphertext zero = encrypt(key.public_key(), 0);
    EXPECT_TRUE(key.is_zero(zero));
    EXPECT_FALSE(ElGamalKey::random().is_zero(zero));
}

TEST(ElGamal, SumsAreThoseOfTheNumbers) {
    const auto key = ElGamalKey::random();
    EXPECT_TRUE(rc::check("add, subtract and multiply", [&key] {
        const auto numbers = *rc::gen::container<std::vector<std::int64_t>>(
            rc::gen::inRange<std::int64_t>(-1000, 1000));
        const auto factor = *rc::gen::inRange<std::uint64_t>(0, 1000);
        std::int64_t sum = 0;
        Ciphertext sealed = encrypt(key.public_key(), 0);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const Ciphertext next = encrypt(key.public_key(), Scalar::of_signed(numbers[i]));
            sum += i % 2 == 0 ? numbers[i] : -numbers[i];
            sealed = i % 2 == 0 ? sealed + next : sealed - next;
        }
        RC_ASSERT(key.decrypt(sealed) == times_generator(sum));
        RC_ASSERT(key.decrypt(multiply(factor, sealed)) ==
                  times_generator(sum * static_cast<std::int64_t>(factor)));
        RC_ASSERT(key.is_zero(sealed) == (sum == 0));
    }));
}

TEST(ElGamal, RerandomizedTextsKeepTheNumberAndLookDifferent) {
    const auto key = ElGamalKey::random();
    const Ciphertext before = encrypt(key.public_key(), 9);
    const Ciphertext after = rerandomize(key.public_key(), before);
    EXPECT_NE(after.a, before.a);
    EXPECT_NE(after.b, before.b);
    EXPECT_EQ(key.decrypt(after), times_generator(9));
}

TEST(ElGamal, RandomFactorLeavesWhetherItIsZero) {
    const auto key = ElGamalKey::random();
    EXPECT_TRUE(key.is_zero(multiply(Scalar::random(), encrypt(key.public_key(), 0))));
    const Ciphertext hidden = multiply(Scalar::random(), encrypt(key.public_key(), 3));
    EXPECT_FALSE(key.is_zero(hidden));
    EXPECT_NE(key.decrypt(hidden), times_generator(3));
}

TEST(ElGamal, CiphertextsAreReadBack) {
    const auto key = ElGamalKey::random();
    const Ciphertext sent = encrypt(key.public_key(), 77);
    const auto bytes = sent.encode();
    EXPECT_EQ(Ciphertext::decode(bytes), sent);
    EXPECT_THROW((void)Ciphertext::decode(std::span(bytes).first(63)), Error);
    for (const std::size_t last : {31U, 63U}) {
        auto changed = bytes;
        changed[last] |= 128U;  // no encoding has this bit
        EXPECT_THROW((void)Ciphertext::decode(changed), Error);
    }
}

TEST(ElGamal, RefusesCiphertextsThatHideNothing) {
    const Ciphertext bare{.a = Point(), .b = times_generator(7)};
    EXPECT_THROW((void)Ciphertext::decode(bare.encode()), Error);
    const Ciphertext odd{.a = times_generator(7), .b = Point()};
    EXPECT_EQ(Ciphertext::decode(odd.encode()), odd);
}

TEST(ElGamal, EncryptsUnderNoIdentity) {
    EXPECT_DEATH((void)encrypt(Point(), 1), "is_identity");
    EXPECT_DEATH((void)rerandomize(Point(), Ciphertext()), "is_identity");
}

std::vector<ElGamalKey> keys_of_parties(std::size_t count) {
    std::vector<ElGamalKey> keys;
    keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        keys.push_back(ElGamalKey::random());
    }
    return keys;
}

Point joint_key_of(const std::vector<ElGamalKey>& keys) {
    std::vector<Point> public_keys;
    public_keys.reserve(keys.size());
    for (const ElGamalKey& key : keys) {
        public_keys.push_back(key.public_key());
    }
    return joint_key(public_keys);
}

TEST(JointKey, OnlyAllTogetherOpen) {
    const auto keys = keys_of_parties(4);
    const Ciphertext sum = encrypt(joint_key_of(keys), 20) + encrypt(joint_key_of(keys), 22);
    std::vector<Point> shares;
    for (const ElGamalKey& key : keys) {
        EXPECT_NE(combine_decryption(sum, shares), times_generator(42)) << shares.size();
        EXPECT_FALSE(key.is_zero(sum - encrypt(joint_key_of(keys), 42)));
        shares.push_back(key.decryption_share(sum));
    }
    EXPECT_EQ(combine_decryption(sum, shares), times_generator(42));
    shares[1] = keys[1].decryption_share(encrypt(joint_key_of(keys), 42));
    EXPECT_NE(combine_decryption(sum, shares), times_generator(42));
}

TEST(JointKey, RefusesKeysThatGiveNone) {
    const Point one = times_generator(1);
    const Point two = times_generator(2);
    EXPECT_EQ(joint_key(std::vector<Point>{one, two}), times_generator(3));
    EXPECT_THROW((void)joint_key({}), Error);
    EXPECT_THROW((void)joint_key(std::vector<Point>{one, two, one}), Error);
    EXPECT_THROW((void)joint_key(std::vector<Point>{one, Point()}), Error);
    EXPECT_THROW((void)joint_key(std::vector<Point>{one, times_generator(-1)}), Error);
}

TEST(SmallLogs, FindNumbersUpToTheGreatestAlone) {
    for (const std::size_t table : {1U, 2U, 7U, 50U, 101U, 500U}) {
        const SmallLogs logs(100, table);
        for (std::int64_t number = 0; number <= 100; ++number) {
            EXPECT_EQ(logs.find(times_generator(number)), static_cast<std::uint64_t>(number));
        }
        for (const std::int64_t number : {-100, -1, 101, 102, 107, 499, 100000}) {
            EXPECT_EQ(logs.find(times_generator(number)), std::nullopt) << number << " " << table;
        }
    }
}

TEST(SmallLogs, ChooseATableThatFits) {
    for (const std::uint64_t greatest : {0U, 1U, 2U, 99U, 1000000U}) {
        const SmallLogs logs(greatest);
        EXPECT_EQ(logs.find(Point()), 0U);
        EXPECT_EQ(logs.find(base_multiply(Scalar::of(greatest))), greatest);
        EXPECT_EQ(logs.find(base_multiply(Scalar::of(greatest + 1))), std::nullopt);
    }
}

TEST(SmallLogs, DoNotOverflow) {
    const SmallLogs logs(std::numeric_limits<std::uint64_t>::max(), 3);
    EXPECT_EQ(logs.find(times_generator(8)), 8U);
}

TEST(SmallLogs, NeedATable) {
    EXPECT_DEATH(SmallLogs(10, 0), "table");
}

}  // namespace
}  // namespace kanon::crypto

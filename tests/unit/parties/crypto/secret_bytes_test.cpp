// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/secret_bytes.hpp"

#include "kanon/parties/crypto/commutative.hpp"
#include "kanon/parties/crypto/elgamal.hpp"
#include "kanon/parties/crypto/pairwise_masks.hpp"
#include "kanon/parties/crypto/pedersen.hpp"
#include "kanon/parties/crypto/seal.hpp"
#include "kanon/parties/crypto/shamir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <new>
#include <ostream>
#include <type_traits>
#include <utility>

namespace kanon::crypto {
namespace {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
    out << value;
};

template <class T>
constexpr bool kMovesOnly =
    std::is_nothrow_move_constructible_v<T> && !std::is_copy_constructible_v<T> &&
    !std::is_copy_assignable_v<T> && !Printable<T>;

static_assert(kMovesOnly<SecretBytes<32>> && kMovesOnly<Scalar>);
static_assert(kMovesOnly<CommutativeKey> && kMovesOnly<ElGamalKey> && kMovesOnly<SealKey>);
static_assert(kMovesOnly<MaskKey> && kMovesOnly<PairwiseMasks>);
static_assert(kMovesOnly<Opening> && kMovesOnly<Share>);

/// The first `size` bytes of an object, its secret, before and after it is destroyed where it is.
template <std::size_t size, class Make>
void expect_wiped(const Make& make) {
    using Secret = decltype(make());
    static_assert(size <= sizeof(Secret));
    alignas(Secret) std::array<unsigned char, sizeof(Secret)> storage{};
    auto* secret = ::new (storage.data()) Secret(make());
    std::array<unsigned char, size> before{};
    std::copy_n(reinterpret_cast<const volatile unsigned char*>(secret), size, before.begin());
    std::destroy_at(secret);
    std::array<unsigned char, size> after{};
    std::copy_n(const_cast<const volatile unsigned char*>(storage.data()), size, after.begin());
    EXPECT_GT(std::ranges::count_if(before, [](unsigned char byte) { return byte != 0; }), 16);
    EXPECT_EQ(std::ranges::count(after, 0), static_cast<std::ptrdiff_t>(size));
}

TEST(SecretBytes, AreWipedWhenTheyGo) {
    expect_wiped<64>([] { return SecretBytes<64>::random(); });
    expect_wiped<32>([] { return Scalar::random(); });
    expect_wiped<64>([] { return CommutativeKey::random(); });
    expect_wiped<32>([] { return ElGamalKey::random(); });
    expect_wiped<32>([] { return MaskKey::random(); });
    expect_wiped<32>([] { return SealKey::random(); });
    expect_wiped<64>([] { return blind(Scalar::random()); });
}

TEST(SecretBytes, LeaveNothingWhereTheyWereMovedFrom) {
    SecretBytes<32> first = SecretBytes<32>::random();
    const SecretBytes<32> kept = first.copy();
    SecretBytes<32> second(std::move(first));
    EXPECT_TRUE(first == SecretBytes<32>());  // NOLINT(bugprone-use-after-move): what is left
    EXPECT_TRUE(second == kept);
    SecretBytes<32> third = SecretBytes<32>::random();
    third = std::move(second);
    EXPECT_TRUE(second == SecretBytes<32>());  // NOLINT(bugprone-use-after-move): what is left
    EXPECT_TRUE(third == kept);
    SecretBytes<32>& same = third;
    third = std::move(same);
    EXPECT_TRUE(third == kept);
}

TEST(SecretBytes, WipeWhatTheyAreTakenFrom) {
    std::array<std::uint8_t, 4> source{1, 2, 3, 4};
    std::array<std::uint8_t, 4> again = source;
    const auto taken = SecretBytes<4>::take(source);
    EXPECT_EQ(source, (std::array<std::uint8_t, 4>{}));
    EXPECT_TRUE(taken == SecretBytes<4>::take(again));
    EXPECT_FALSE(taken == SecretBytes<4>());
}

TEST(SecretBytes, DifferWhereAnyByteDoes) {
    const std::array<std::uint8_t, 8> bytes{1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_TRUE(equal_in_constant_time(bytes, std::array<std::uint8_t, 8>(bytes)));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::array<std::uint8_t, 8> other = bytes;
        other[i] ^= 128U;
        EXPECT_FALSE(equal_in_constant_time(bytes, other)) << i;
    }
    EXPECT_DEATH((void)equal_in_constant_time(bytes, std::array<std::uint8_t, 7>{}), "size");
}

TEST(SecretBytes, AreRandomEachTime) {
    EXPECT_FALSE(SecretBytes<32>::random() == SecretBytes<32>::random());
}

}  // namespace
}  // namespace kanon::crypto

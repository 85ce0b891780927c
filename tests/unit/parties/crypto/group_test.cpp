// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/group.hpp"

#include "kanon/base/error.hpp"

#include "unit/parties/crypto/hex.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kanon::crypto {
namespace {

/// 0 G, 1 G, ... 15 G: RFC 9496, appendix A.1.
constexpr std::array<std::string_view, 16> kMultiples{
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
    "f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
    "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
    "903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
    "02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
    "20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
    "bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
    "e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
    "aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
    "46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
    "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e"};

/// Encodings of no element: RFC 9496, appendix A.2.
constexpr std::array<std::string_view, 29> kInvalid{
    // not below the field's prime
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    // negative
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
    "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
    "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
    "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
    "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
    // x^2 is no square
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
    "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
    "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
    "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
    "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
    "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
    "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
    // x y is negative
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
    "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
    "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
    "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
    "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
    "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
    "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
    // y is zero
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};

constexpr std::string_view kOrder =
    "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

TEST(Group, MultiplesOfTheGeneratorAreThoseOfTheStandard) {
    const Point generator = base_multiply(Scalar::of(1));
    Point sum;
    for (std::uint64_t k = 0; k < kMultiples.size(); ++k) {
        EXPECT_EQ(hex_of(base_multiply(Scalar::of(k)).encode()), kMultiples[k]);
        EXPECT_EQ(hex_of(multiply(Scalar::of(k), generator).encode()), kMultiples[k]);
        EXPECT_EQ(hex_of(sum.encode()), kMultiples[k]);
        sum = sum + generator;
    }
    for (std::uint64_t k = kMultiples.size(); k-- > 0;) {
        sum = sum - generator;
        EXPECT_EQ(hex_of(sum.encode()), kMultiples[k]);
    }
}

TEST(Group, DecodesWhatItEncodes) {
    for (std::size_t k = 1; k < kMultiples.size(); ++k) {
        EXPECT_EQ(hex_of(Point::decode(bytes_of_hex(kMultiples[k])).encode()), kMultiples[k]);
    }
}

TEST(Group, RefusesInvalidEncodings) {
    for (const std::string_view invalid : kInvalid) {
        EXPECT_THROW((void)Point::decode(bytes_of_hex(invalid)), Error) << invalid;
        EXPECT_THROW((void)Point::decode_or_identity(bytes_of_hex(invalid)), Error) << invalid;
    }
}

/// libsodium 1.0.18 takes these for the elements without the bit.
TEST(Group, RefusesEncodingsWithTheHighestBit) {
    for (const std::string_view multiple : kMultiples) {
        std::vector<std::uint8_t> bytes = bytes_of_hex(multiple);
        bytes[31] |= 128U;
        EXPECT_THROW((void)Point::decode_or_identity(bytes), Error) << multiple;
    }
}

TEST(Group, RefusesEncodingsOfAnotherLength) {
    std::vector<std::uint8_t> bytes = bytes_of_hex(kMultiples[1]);
    EXPECT_NO_THROW((void)Point::decode(bytes));
    bytes.push_back(0);
    EXPECT_THROW((void)Point::decode(bytes), Error);
    bytes.resize(31);
    EXPECT_THROW((void)Point::decode(bytes), Error);
    EXPECT_THROW((void)Point::decode({}), Error);
}

TEST(Group, RefusesTheIdentityUnlessItIsAllowed) {
    const std::vector<std::uint8_t> zeros(32);
    EXPECT_THROW((void)Point::decode(zeros), Error);
    EXPECT_TRUE(Point::decode_or_identity(zeros).is_identity());
}

TEST(Group, KnowsTheIdentity) {
    const Point point = hash_to_group("test", "point");
    EXPECT_TRUE(Point().is_identity());
    EXPECT_FALSE(point.is_identity());
    EXPECT_TRUE((point - point).is_identity());
    EXPECT_TRUE(multiply(Scalar(), point).is_identity());
    EXPECT_TRUE(multiply(Scalar::of(7), Point()).is_identity());
    EXPECT_TRUE(base_multiply(Scalar()).is_identity());
    EXPECT_EQ(point + Point(), point);
}

/// Made by a program of its own, from RFC 9496 and hashlib's SHA-512.
TEST(Group, HashesToTheElementsAnotherProgramFinds) {
    const std::array<std::string_view, 2> row{"13053", "28"};
    EXPECT_EQ(hex_of(hash_to_group("zip", "13053").encode()),
              "306994e80f7513f24730c0a5b49a08a85cbd5ad8a9a5093ed3f73ff7a00a120e");
    EXPECT_EQ(hex_of(hash_to_group("row", row).encode()),
              "3c4fbc88577acc1a9cd305f044675382031b968381b16d8ea4571aaeb8870870");
    EXPECT_TRUE(hash_to_scalar("row", row) ==
                Scalar::decode(bytes_of_hex(
                    "d58fe65fa36dbf28e12c8b549d2cd5aead42e7fc54203554d2e79af63bea2f0a")));
}

TEST(Group, HashesApartWhatIsSplitInAnotherWay) {
    using Parts = std::vector<std::string_view>;
    std::set<Point> seen;
    for (const auto& [domain, parts] :
         std::vector<std::pair<std::string_view, Parts>>{{"", {}},
                                                         {"", {""}},
                                                         {"", {"", ""}},
                                                         {"d", {}},
                                                         {"d", {""}},
                                                         {"", {"d"}},
                                                         {"d", {"abc"}},
                                                         {"d", {"ab", "c"}},
                                                         {"d", {"a", "bc"}},
                                                         {"da", {"bc"}},
                                                         {"d", {"a", "b", "c"}},
                                                         {"d", {"abc", ""}},
                                                         {"d", {std::string_view("abc\0", 4)}}}) {
        EXPECT_TRUE(seen.insert(hash_to_group(domain, Parts(parts))).second);
    }
    EXPECT_EQ(hash_to_group("d", "abc"), hash_to_group("d", Parts{"abc"}));
}

TEST(Scalar, FollowsTheLawsOfAField) {
    const Scalar a = Scalar::random();
    const Scalar b = Scalar::random();
    const Scalar c = Scalar::random();
    EXPECT_FALSE(a == b);
    EXPECT_TRUE((a + b) * c == a * c + b * c);
    EXPECT_TRUE(a - b == a + b.negate());
    EXPECT_TRUE(a * a.inverse() == Scalar::of(1));
    EXPECT_TRUE((a + a.negate()).is_zero());
    EXPECT_TRUE(Scalar().negate().is_zero());
    EXPECT_TRUE(Scalar::of(6) * Scalar::of(7) == Scalar::of(42));
    EXPECT_EQ(base_multiply(a) + base_multiply(b), base_multiply(a + b));
    EXPECT_EQ(multiply(a, multiply(b, hash_to_group("test", "x"))),
              multiply(a * b, hash_to_group("test", "x")));
}

TEST(Scalar, ReadsNumbersOfEitherSign) {
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr auto kGreatest = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(Scalar::of_signed(0).is_zero());
    EXPECT_TRUE(Scalar::of_signed(258) == Scalar::of(258));
    EXPECT_TRUE((Scalar::of_signed(-5) + Scalar::of(5)).is_zero());
    EXPECT_FALSE(Scalar::of_signed(-5) == Scalar::of(5));
    EXPECT_TRUE(Scalar::of_signed(kGreatest) == Scalar::of(0x7fffffffffffffffU));
    EXPECT_TRUE((Scalar::of_signed(kLeast) + Scalar::of(0x8000000000000000U)).is_zero());
    EXPECT_TRUE(Scalar::of(0xffffffffffffffffU) + Scalar::of(1) ==
                Scalar::of(0x100000000U) * Scalar::of(0x100000000U));
}

TEST(Scalar, IsReadOnlyWhereItIsBelowTheOrder) {
    std::vector<std::uint8_t> bytes = bytes_of_hex(kOrder);
    EXPECT_THROW((void)Scalar::decode(bytes), Error);
    bytes[0] -= 1;
    EXPECT_TRUE((Scalar::decode(bytes) + Scalar::of(1)).is_zero());
    bytes[31] |= 128U;
    EXPECT_THROW((void)Scalar::decode(bytes), Error);
    bytes.pop_back();
    EXPECT_THROW((void)Scalar::decode(bytes), Error);
}

TEST(Scalar, IsZeroWhereItWasMovedFrom) {
    Scalar first = Scalar::of(3);
    const Scalar second = std::move(first);
    EXPECT_TRUE(second == Scalar::of(3));
    // NOLINTBEGIN(bugprone-use-after-move, clang-analyzer-cplusplus.Move): what is tried
    EXPECT_TRUE(first.is_zero());
    EXPECT_DEATH((void)first.inverse(), "invert");
    // NOLINTEND(bugprone-use-after-move, clang-analyzer-cplusplus.Move)
}

TEST(Group, PointsAreKeysOfContainers) {
    std::unordered_set<Point, PointHash> points;
    std::set<std::size_t> hashes;
    for (std::uint64_t k = 0; k < 300; ++k) {
        const Point point = base_multiply(Scalar::of(k));
        points.insert(point);
        hashes.insert(PointHash()(point));
    }
    EXPECT_EQ(points.size(), 300U);
    EXPECT_EQ(hashes.size(), 300U);
    EXPECT_TRUE(points.contains(Point::decode(bytes_of_hex(kMultiples[9]))));
    EXPECT_FALSE(points.contains(base_multiply(Scalar::of(300))));
}

TEST(Group, PointsThatWereSecretsCanBeWiped) {
    Point point = hash_to_group("test", "secret");
    wipe_point(point);
    EXPECT_TRUE(point.is_identity());
}

}  // namespace
}  // namespace kanon::crypto

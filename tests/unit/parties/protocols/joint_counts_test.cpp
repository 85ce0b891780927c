// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_counts.hpp"

#include "kanon/base/random.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_bits.hpp"

#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace kanon::parties {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// Numbers that add up, modulo 2^64, to a given one; one per site.
Numbers parted(std::int64_t number, std::size_t sites, Random& random) {
    Numbers out(sites);
    auto rest = static_cast<std::uint64_t>(number);
    for (std::size_t site = 1; site < sites; ++site) {
        out[site] = random.below(1000);
        rest -= out[site];
    }
    out[0] = rest;
    return out;
}

struct Sums {
    std::vector<std::int64_t> numbers;
    std::vector<std::uint8_t> bits;
};

/// Numbers of every size that their bits allow, the ends among them.
Sums random_sums(std::size_t count, Random& random) {
    Sums out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::uint8_t>(2 + random.below(39));
        const std::int64_t end = std::int64_t{1} << (bits - 1U);
        const std::array<std::int64_t, 5> edges{0, -1, end - 1, -end, 1};
        const std::uint64_t edge = random.below(2 * edges.size());
        out.bits.push_back(bits);
        out.numbers.push_back(edge < edges.size() ? std::min(edges[edge], end - 1)
                                                  : static_cast<std::int64_t>(random.below(
                                                        2 * static_cast<std::uint64_t>(end))) -
                                                        end);
    }
    return out;
}

/// The answers, the same at all sites.
std::vector<std::uint8_t> signs_of(const Sums& sums,
                                   std::size_t sites,
                                   Random& random,
                                   std::vector<test::Transcript>* transcripts = nullptr) {
    std::vector<Numbers> numbers(sites, Numbers(sums.numbers.size()));
    for (std::size_t i = 0; i < sums.numbers.size(); ++i) {
        const Numbers parts = parted(sums.numbers[i], sites, random);
        for (std::size_t site = 0; site < sites; ++site) {
            numbers[site][i] = parts[site];
        }
    }
    std::vector<std::vector<std::uint8_t>> answers(sites);
    auto found = test::run_parties(sites, [&](const Peers& peers) {
        JointCounts joint(peers);
        const Numbers parts = joint.parts(numbers[peers.own()], sums.bits);
        answers[peers.own()] = joint.at_least_zero(parts, sums.bits);
    });
    for (const auto& of_site : answers) {
        EXPECT_EQ(of_site, answers[0]);
    }
    if (transcripts != nullptr) {
        *transcripts = std::move(found);
    }
    return answers[0];
}

TEST(JointCounts, TellSignsOfSums) {
    Random random(5);
    for (std::size_t sites = 2; sites <= 6; ++sites) {
        const Sums sums = random_sums(3000, random);
        const std::vector<std::uint8_t> answers = signs_of(sums, sites, random);
        ASSERT_EQ(answers.size(), sums.numbers.size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            EXPECT_EQ(answers[i], sums.numbers[i] >= 0 ? 1 : 0)
                << sums.numbers[i] << " in " << int{sums.bits[i]} << " bits, " << sites << " sites";
        }
    }
}

TEST(JointCounts, TellSignsOfEveryNumberOfFewBits) {
    Random random(6);
    Sums sums;
    for (std::uint8_t bits = 2; bits <= 6; ++bits) {
        const std::int64_t end = std::int64_t{1} << (bits - 1U);
        for (std::int64_t number = -end; number < end; ++number) {
            for (int again = 0; again < 20; ++again) {  // other random numbers each time
                sums.numbers.push_back(number);
                sums.bits.push_back(bits);
            }
        }
    }
    for (const std::size_t sites : {2U, 3U}) {
        const std::vector<std::uint8_t> answers = signs_of(sums, sites, random);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            EXPECT_EQ(answers[i], sums.numbers[i] >= 0 ? 1 : 0) << sums.numbers[i];
        }
    }
}

/// Bits of sites, one in four is set at one of them.
std::vector<std::vector<std::uint8_t>> random_bits(std::size_t sites,
                                                   std::size_t count,
                                                   Random& random) {
    std::vector<std::vector<std::uint8_t>> out(sites, std::vector<std::uint8_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t site = 0; site < sites; ++site) {
            out[site][i] = random.below(4 * sites) == 0 ? 1 : 0;
        }
    }
    return out;
}

TEST(JointCounts, TellWhetherAnySiteHasABit) {
    Random random(7);
    for (const std::size_t sites : {2U, 3U, 4U, 7U, 20U}) {
        const auto bits = random_bits(sites, 5000, random);
        auto answers = bits;
        test::run_parties(
            sites, [&](const Peers& peers) { JointCounts(peers).any(answers[peers.own()]); });
        for (std::size_t i = 0; i < 5000; ++i) {
            const bool any =
                std::ranges::any_of(bits, [i](const auto& own) { return own[i] != 0; });
            for (const auto& own : answers) {
                EXPECT_EQ(own[i], any ? 1 : 0) << sites;
            }
        }
    }
}

TEST(JointCounts, PartsAddUpAtTheHolders) {
    Random random(8);
    for (std::size_t sites = 2; sites <= 5; ++sites) {
        std::vector<Numbers> numbers(sites, Numbers(100));
        for (Numbers& own : numbers) {
            for (std::uint64_t& number : own) {
                number = random.below(1000);
            }
        }
        const std::vector<std::uint8_t> bits(100, 20);
        std::vector<Numbers> parts(sites);
        std::vector<bool> holds(sites);
        test::run_parties(sites, [&](const Peers& peers) {
            JointCounts joint(peers);
            parts[peers.own()] = joint.parts(numbers[peers.own()], bits);
            holds[peers.own()] = joint.is_holder();
        });
        for (std::size_t i = 0; i < 100; ++i) {
            std::uint64_t sum = 0;
            std::uint64_t expected = 0;
            for (std::size_t site = 0; site < sites; ++site) {
                sum += holds[site] ? parts[site][i] : 0;
                expected += numbers[site][i];
            }
            EXPECT_EQ(sum % (1U << 20U), expected);
        }
        EXPECT_EQ(std::ranges::count(holds, true), 2);
    }
}

/// What a site receives of a type, all payloads side by side.
Bytes received(const test::Transcript& of_site, MessageType type) {
    Bytes out;
    for (const auto& with : of_site) {
        for (const TranscriptEntry& entry : with) {
            if (!entry.sent && entry.type == type) {
                out.insert(out.end(), entry.payload.begin(), entry.payload.end());
            }
        }
    }
    return out;
}

/// Is each of the bytes below `bound` as likely as the others? By the statistic of chi squared,
/// which is above bound + 6 sqrt(2 bound) by chance less than once in a million.
void expect_uniform(const Bytes& bytes, std::size_t bound, const char* what) {
    std::vector<double> counts(256);
    for (const std::uint8_t byte : bytes) {
        ++counts[byte];
    }
    const double expected = static_cast<double>(bytes.size()) / static_cast<double>(bound);
    ASSERT_GT(expected, 20) << what;
    double statistic = 0;
    for (std::size_t byte = 0; byte < bound; ++byte) {
        statistic += (counts[byte] - expected) * (counts[byte] - expected) / expected;
    }
    const auto degrees = static_cast<double>(bound);
    EXPECT_LT(statistic, degrees + 6 * std::sqrt(2 * degrees)) << what;
    EXPECT_EQ(
        std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(bound), counts.end(), 0.0), 0)
        << what;
}

/// Of what sites see, all but the answers is random, whatever the numbers are.
TEST(JointCounts, ShowRandomBytes) {
    Random random(9);
    for (const std::int64_t number : {0, -1, 5, -7}) {
        const Sums sums{.numbers = std::vector<std::int64_t>(60000, number),
                        .bits = std::vector<std::uint8_t>(60000, 16)};
        std::vector<test::Transcript> seen;
        signs_of(sums, 4, random, &seen);
        expect_uniform(received(seen[2], messages::kNumberParts), 256, "parts of numbers");
        expect_uniform(received(seen[0], messages::kHiddenSums), 256, "hidden sums");
        expect_uniform(received(seen[2], messages::kJudgesBits), kModulus, "parts of bits");
        expect_uniform(received(seen[0], messages::kHiddenParts), kModulus, "hidden parts");
        expect_uniform(received(seen[1], messages::kCoinedAnswers), 256, "coined answers");
    }
    for (const std::uint8_t bit : {std::uint8_t{0}, std::uint8_t{1}}) {
        std::vector<test::Transcript> seen = test::run_parties(4, [&](const Peers& peers) {
            std::vector<std::uint8_t> bits(10000, bit);
            JointCounts(peers).any(bits);
        });
        expect_uniform(received(seen[2], messages::kBitParts), kModulus, "parts of bits");
        expect_uniform(received(seen[0], messages::kHiddenParts), kModulus, "hidden parts");
    }
}

/// Of two sites as well.
TEST(JointCounts, ShowTwoSitesRandomBytes) {
    Random random(12);
    for (const std::int64_t number : {0, -1, 5, -7}) {
        const Sums sums{.numbers = std::vector<std::int64_t>(3000, number),
                        .bits = std::vector<std::uint8_t>(3000, 16)};
        std::vector<test::Transcript> seen;
        signs_of(sums, 2, random, &seen);
        expect_uniform(received(seen[0], messages::kTransfers), 256, "choices");
        expect_uniform(received(seen[1], messages::kTransferred), 256, "tables");
    }
    for (const std::array<std::uint8_t, 2> own : {std::array<std::uint8_t, 2>{0, 0},
                                                  std::array<std::uint8_t, 2>{0, 1},
                                                  std::array<std::uint8_t, 2>{1, 0}}) {
        std::vector<test::Transcript> seen = test::run_parties(2, [&](const Peers& peers) {
            std::vector<std::uint8_t> bits(60000, own[peers.own()]);
            JointCounts(peers).any(bits);
        });
        expect_uniform(received(seen[0], messages::kTransfers), 256, "choices");
        expect_uniform(received(seen[1], messages::kTransferred), 256, "what is offered");
    }
}

/// What the judge can put together of both holders' numbers modulo 251.
Bytes judged_sums(const test::Transcript& of_judge) {
    std::array<Bytes, 2> of_holder;
    for (std::size_t holder = 0; holder < 2; ++holder) {
        for (const TranscriptEntry& entry : of_judge[holder + 1]) {
            if (!entry.sent && entry.type == messages::kHiddenParts) {
                of_holder[holder].insert(
                    of_holder[holder].end(), entry.payload.begin(), entry.payload.end());
            }
        }
    }
    Bytes out;
    for (std::size_t i = 0; i < of_holder[0].size(); ++i) {
        out.push_back(modulo(std::uint32_t{of_holder[0][i]} + of_holder[1][i]));
    }
    return out;
}

/// Sums that are not zero, less one.
Bytes factors_of(const Bytes& sums) {
    Bytes out;
    for (const std::uint8_t sum : sums) {
        if (sum != 0) {
            out.push_back(static_cast<std::uint8_t>(sum - 1));
        }
    }
    return out;
}

TEST(JointCounts, TheJudgeSeesNotHowManyHaveABit) {
    for (const std::size_t having : {1U, 2U, 4U}) {
        const auto seen = test::run_parties(4, [&](const Peers& peers) {
            std::vector<std::uint8_t> bits(10000, peers.own() < having ? 1 : 0);
            JointCounts(peers).any(bits);
        });
        const Bytes sums = judged_sums(seen[0]);
        EXPECT_EQ(std::ranges::count(sums, 0), 0);
        expect_uniform(factors_of(sums), kModulus - 1, "sums");
    }
}

/// Whatever the number, the judge sees one zero or none, as a coin falls, at any place.
TEST(JointCounts, TheJudgeSeesNoMoreThanACoin) {
    Random random(10);
    constexpr std::size_t kLow = 9;
    constexpr std::size_t kCount = 20000;
    for (const std::int64_t number : {0, -1, 3, 200, -200}) {
        const Sums sums{.numbers = std::vector<std::int64_t>(kCount, number),
                        .bits = std::vector<std::uint8_t>(kCount, kLow + 1)};
        std::vector<test::Transcript> seen;
        signs_of(sums, 3, random, &seen);
        const Bytes found = judged_sums(seen[0]);
        ASSERT_EQ(found.size(), kLow * kCount);
        Bytes places;
        for (std::size_t i = 0; i < kCount; ++i) {
            const auto of_number = std::span(found).subspan(i * kLow, kLow);
            const auto zeros = std::ranges::count(of_number, 0);
            ASSERT_LE(zeros, 1);
            if (zeros == 1) {
                places.push_back(
                    static_cast<std::uint8_t>(std::ranges::find(of_number, 0) - of_number.begin()));
            }
        }
        EXPECT_NEAR(static_cast<double>(places.size()) / kCount, 0.5, 0.03) << number;
        expect_uniform(places, kLow, "place of the zero");
        expect_uniform(factors_of(found), kModulus - 1, "the others");
    }
}

TEST(PackedBits, ComeBack) {
    Random random(11);
    for (std::size_t count = 0; count < 40; ++count) {
        std::vector<std::uint8_t> bits(count);
        for (std::uint8_t& bit : bits) {
            bit = static_cast<std::uint8_t>(random.below(2));
        }
        const Bytes packed = pack_bits(bits);
        EXPECT_EQ(packed.size(), (count + 7) / 8);
        EXPECT_EQ(unpack_bits(packed, count, "p"), bits);
        EXPECT_THROW(static_cast<void>(unpack_bits(packed, count + 8, "p")), Error);
    }
    EXPECT_THROW(static_cast<void>(unpack_bits(Bytes{8}, 3, "p")), Error) << "a bit too many";
}

TEST(PackedWords, KeepTheirLowestBits) {
    const std::vector<std::uint64_t> words{5, 0x1ff, ~std::uint64_t{0}, 77};
    const std::vector<std::uint8_t> bits{4, 8, 64, 9};
    const Bytes packed = pack_words(words, bits);
    EXPECT_EQ(packed.size(), 1U + 1U + 8U + 2U);
    std::vector<std::uint64_t> sums(4, 1);
    add_words(packed, bits, "p", sums);
    EXPECT_EQ(sums, (std::vector<std::uint64_t>{6, 0x100, 0, 78}));
    EXPECT_THROW(add_words(Bytes(11), bits, "p", sums), Error);
}

}  // namespace
}  // namespace kanon::parties

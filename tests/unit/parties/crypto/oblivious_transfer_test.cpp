// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/oblivious_transfer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace kanon::crypto {
namespace {

struct Ends {
    TransferReceiver receiver;
    TransferSender sender{receiver.opening()};

    Ends() { receiver.accept(sender.answers()); }
};

std::vector<std::uint8_t> random_choices(std::size_t count, Random& random) {
    std::vector<std::uint8_t> out(count);
    for (std::uint8_t& choice : out) {
        choice = static_cast<std::uint8_t>(random.below(2));
    }
    return out;
}

TEST(ObliviousTransfer, GivesThePadThatWasChosenAndNotTheOther) {
    Ends ends;
    Random random(1);
    std::set<Pad> seen;
    std::size_t transfers = 0;
    for (const std::size_t count : {1U, 2U, 127U, 128U, 129U, 1000U, 5000U}) {
        const std::vector<std::uint8_t> choices = random_choices(count, random);
        const ChosenPads chosen = ends.receiver.choose(choices);
        ASSERT_EQ(chosen.message.size(), transfer_bytes(count));
        const auto pairs = ends.sender.pairs(chosen.message, count);
        ASSERT_EQ(pairs.size(), count);
        ASSERT_EQ(chosen.pads.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [first, second] = pairs[i];
            EXPECT_EQ(chosen.pads[i], choices[i] == 0 ? first : second);
            EXPECT_NE(first, second);
            seen.insert(first);
            seen.insert(second);
            transfers += 1;
        }
    }
    EXPECT_EQ(seen.size(), 2 * transfers) << "a pad stands twice";
}

/// Of bytes that should be random: are all values as likely?
void expect_uniform(const std::vector<std::uint8_t>& bytes) {
    std::array<double, 256> counts{};
    for (const std::uint8_t byte : bytes) {
        ++counts[byte];
    }
    const double expected = static_cast<double>(bytes.size()) / 256;
    double statistic = 0;
    for (const double count : counts) {
        statistic += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(statistic, 256 + 6 * std::sqrt(512.0));
}

TEST(ObliviousTransfer, TellsTheSenderNothingOfChoices) {
    for (const std::uint8_t choice : {std::uint8_t{0}, std::uint8_t{1}}) {
        Ends ends;
        expect_uniform(ends.receiver.choose(std::vector<std::uint8_t>(20000, choice)).message);
    }
}

TEST(ObliviousTransfer, PadsAreRandom) {
    Ends ends;
    Random random(2);
    const std::vector<std::uint8_t> choices = random_choices(20000, random);
    const ChosenPads chosen = ends.receiver.choose(choices);
    std::vector<std::uint8_t> others;
    const auto pairs = ends.sender.pairs(chosen.message, choices.size());
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Pad& other = choices[i] == 0 ? pairs[i].second : pairs[i].first;
        for (const std::uint64_t word : other) {
            for (std::size_t byte = 0; byte < 8; ++byte) {
                others.push_back(static_cast<std::uint8_t>(word >> (8 * byte)));
            }
        }
    }
    expect_uniform(others);
}

TEST(ObliviousTransfer, RefusesMessagesOfOtherSizes) {
    Ends ends;
    ChosenPads chosen = ends.receiver.choose(std::vector<std::uint8_t>(5, 1));
    chosen.message.pop_back();
    EXPECT_THROW(static_cast<void>(ends.sender.pairs(chosen.message, 5)), Error);
    TransferReceiver receiver;
    std::vector<Point> answers = TransferSender(receiver.opening()).answers();
    answers[3] = answers[4];
    EXPECT_THROW(receiver.accept(answers), Error);
}

}  // namespace
}  // namespace kanon::crypto

// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/common_coin.hpp"

#include "kanon/base/error.hpp"
#include "kanon/messages/protocols/member_keys.hpp"
#include "kanon/messages/protocols/message_types.hpp"

#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::messages {
namespace {

using parties::Peers;

/// The coin of three members, of whom the second changes what it sends of a type.
struct Tossed {
    std::vector<Digest> coins{3};
    std::vector<std::string> faults{3};
};

Tossed toss(parties::MessageType changed_type, std::size_t byte) {
    Tossed out{.coins = std::vector<Digest>(3), .faults = std::vector<std::string>(3)};
    (void)parties::test::run_parties(3, [&](const Peers& all) {
        const parties::test::TamperingPeers changing(
            all, [&](parties::MessageType type, parties::Bytes& payload) {
                if (all.own() == 1 && type == changed_type) {
                    payload.at(byte) ^= 1;
                }
            });
        const Peers& peers = changing.peers();
        try {
            const OwnKeys own;
            const MemberKeys keys = exchange_member_keys(peers, own);
            Broadcast broadcast(peers, own.signing, keys.signing, "test");
            out.coins[all.own()] = common_coin(peers, broadcast);
        } catch (const Error& error) {
            out.faults[all.own()] = error.what();
            for (std::size_t other = 0; other < 3; ++other) {
                if (other != all.own()) {
                    all.channel(other).abort(parties::AbortReason::not_as_agreed);
                }
            }
        }
    });
    return out;
}

TEST(CommonCoin, IsTheSameAtAllAndAnotherEachTime) {
    const Tossed once = toss(types::kGoodbye, 0);
    const Tossed again = toss(types::kGoodbye, 0);
    for (std::size_t own = 0; own < 3; ++own) {
        EXPECT_EQ(once.faults[own], "");
        EXPECT_EQ(once.coins[own], once.coins[0]);
        EXPECT_NE(again.coins[own], once.coins[own]);
    }
}

TEST(CommonCoin, ChangedPartsAndKeysEndTheRun) {
    constexpr std::size_t kBehindSignature = 70;
    for (const parties::MessageType type : {types::kCoinHash, types::kCoinPart}) {
        const Tossed tossed = toss(type, kBehindSignature);
        EXPECT_EQ(tossed.faults[0],
                  "the message of p1 is not as agreed: its signature is not one of this group and "
                  "step");
    }
    const Tossed tossed = toss(types::kAllKeysHash, 3);
    EXPECT_EQ(tossed.faults[0], "a member sent others different keys; nothing else was sent");
}

TEST(CommonCoin, GroupsHoldEveryMemberOnceAndAreLargeEnough) {
    for (std::size_t members = 1; members <= 20; ++members) {
        for (std::size_t size = 1; size <= members; ++size) {
            Digest coin{};
            coin[0] = static_cast<std::uint8_t>(members * size);
            std::vector<std::size_t> all;
            const auto groups = groups_by_coin(coin, members, size);
            EXPECT_EQ(groups.size(), members / size);
            for (const std::vector<std::size_t>& group : groups) {
                EXPECT_GE(group.size(), size);
                EXPECT_LT(group.size(), 2 * size);
                EXPECT_TRUE(std::ranges::is_sorted(group));
                all.insert(all.end(), group.begin(), group.end());
            }
            std::ranges::sort(all);
            EXPECT_EQ(all.size(), members);
            EXPECT_TRUE(std::ranges::adjacent_find(all) == all.end() && all.back() + 1 == members);
        }
    }
}

TEST(CommonCoin, AnyTwoMembersMeetAsOftenAsChanceHasIt) {
    std::size_t together = 0;
    for (std::size_t i = 0; i < 3000; ++i) {
        Digest coin{};
        coin[0] = static_cast<std::uint8_t>(i);
        coin[1] = static_cast<std::uint8_t>(i >> 8U);
        const std::vector<std::size_t> first = groups_by_coin(coin, 8, 4).front();
        const bool has_zero = std::ranges::find(first, 0U) != first.end();
        const bool has_seven = std::ranges::find(first, 7U) != first.end();
        together += has_zero == has_seven ? 1U : 0U;
    }
    EXPECT_NEAR(static_cast<double>(together) / 3000, 3.0 / 7, 0.05);
}

}  // namespace
}  // namespace kanon::messages

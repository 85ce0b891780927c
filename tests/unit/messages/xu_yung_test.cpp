// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/xu_yung.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/frame.hpp"

#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>

namespace kanon::messages {
namespace {

using parties::Peers;
using parties::test::Transcript;

struct Club {
    std::vector<Credential> members;
    ClubList list;
};

Club club_of(std::size_t members, std::size_t k) {
    std::vector<Credential> credentials;
    for (std::size_t i = 0; i < members; ++i) {
        credentials.push_back(new_credential());
    }
    ClubList list = list_of(credentials, k);
    return {.members = std::move(credentials), .list = std::move(list)};
}

struct Met {
    std::array<Handshake, 2> hands;
    std::array<bool, 2> failed{};  ///< ended by an Error
    std::vector<Transcript> transcripts;
};

using Change = parties::test::TamperingChannel::Change;

/// Two meet; what the second sends is changed.
Met meet(
    const Club& first,
    std::size_t member,
    const Club& second,
    std::size_t other,
    const Change& change = [](parties::MessageType, parties::Bytes&) {}) {
    Met out;
    out.transcripts = parties::test::run_parties(2, [&](const Peers& peers) {
        const std::size_t own = peers.own();
        parties::test::TamperingChannel channel(
            peers.channel(1 - own), [&](parties::MessageType type, parties::Bytes& payload) {
                if (own == 1) {
                    change(type, payload);
                }
            });
        try {
            out.hands[own] = own == 0
                                 ? shake_hands(channel, first.list, first.members[member], true)
                                 : shake_hands(channel, second.list, second.members[other], false);
        } catch (const Error&) {
            out.failed[own] = true;
            peers.channel(1 - own).abort(parties::AbortReason::not_as_agreed);
        }
    });
    return out;
}

TEST(XuYung, MembersOfOneClubFindEachOtherAndHaveAKey) {
    const Club club = club_of(8, 3);
    EXPECT_EQ(club.list.blocks().size(), 2U);
    for (const std::size_t other : {1U, 2U, 0U}) {  // of another block, of one's own, oneself
        const Met met = meet(club, 0, club, other);
        EXPECT_TRUE(met.hands[0].accepted && met.hands[1].accepted);
        EXPECT_TRUE(met.hands[0].key == met.hands[1].key);
        EXPECT_EQ(met.hands[0].block, other % 2);
        EXPECT_EQ(met.hands[1].block, 0U);
    }
}

TEST(XuYung, OneCredentialServesAgainWithFreshKeys) {
    const Club club = club_of(4, 2);
    const Met once = meet(club, 0, club, 3);
    const Met again = meet(club, 0, club, 3);
    EXPECT_TRUE(once.hands[0].accepted && again.hands[0].accepted);
    EXPECT_FALSE(once.hands[0].key == again.hands[0].key);
}

/// Neither of another club nor the member learns more than that it did not succeed; the messages
/// are of the same sizes as among members.
TEST(XuYung, MembersOfDifferentClubsLearnNothing) {
    const Club club = club_of(6, 3);
    const Club other = club_of(6, 3);
    const Met met = meet(club, 0, other, 0);
    for (const Handshake& hand : met.hands) {
        EXPECT_FALSE(hand.accepted);
        EXPECT_FALSE(hand.block);
    }
    EXPECT_FALSE(met.hands[0].key == met.hands[1].key);
    const Met among = meet(club, 0, club, 1);
    for (std::size_t side = 0; side < 2; ++side) {
        std::vector<std::size_t> sizes;
        std::vector<std::size_t> sizes_among;
        for (const auto& entry : met.transcripts[side][1 - side]) {
            sizes.push_back(entry.bytes);
        }
        for (const auto& entry : among.transcripts[side][1 - side]) {
            sizes_among.push_back(entry.bytes);
        }
        EXPECT_EQ(sizes, sizes_among);
    }
}

/// k-anonymity: what a member says of itself is the same for all of its block, and each of them
/// opens the same challenge to the same secret.
TEST(XuYung, AllMembersOfABlockLookAlike) {
    const Club club = club_of(8, 4);
    std::set<parties::Bytes> named;
    for (const std::size_t member : {0U, 2U, 4U, 6U}) {
        const Met met = meet(club, member, club, 1);
        for (const auto& entry : met.transcripts[0][1]) {
            if (entry.sent && entry.type == types::kPseudonyms) {
                named.insert(entry.payload);
            }
        }
    }
    EXPECT_EQ(named.size(), 1U);
}

TEST(XuYung, ChallengesThatTellMembersApartAreNotOpened) {
    std::vector<crypto::ChallengeKey> keys;
    std::vector<crypto::Point> points;
    for (int i = 0; i < 3; ++i) {
        keys.push_back(crypto::ChallengeKey::random());
        points.push_back(keys.back().public_key());
    }
    const auto secret = crypto::SecretBytes<32>::random();
    const crypto::GroupChallenge good = crypto::challenge_group(points, secret);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto opened = keys[i].open(good, points, i);
        ASSERT_TRUE(opened);
        EXPECT_TRUE(*opened == secret);
        for (std::size_t spoilt = 0; spoilt < 3; ++spoilt) {
            crypto::GroupChallenge bad = good;
            bad.masked[spoilt][5] ^= 1;
            EXPECT_FALSE(keys[i].open(bad, points, i)) << "one would answer, and others not";
        }
        EXPECT_FALSE(crypto::ChallengeKey::random().open(good, points, i));
    }
}

TEST(XuYung, ReflectedMessagesAreNotAccepted) {
    const Club club = club_of(4, 2);
    bool accepted = true;
    (void)parties::test::run_parties(2, [&](const Peers& peers) {
        if (peers.own() == 0) {
            accepted = shake_hands(peers.channel(1), club.list, club.members[0], true).accepted;
            return;
        }
        for (const parties::MessageType type :
             {types::kPseudonyms, types::kChallenges, types::kConfirmation}) {
            const parties::Bytes got = peers.receive(0, type, 10'000);
            peers.channel(0).send(type, got);
        }
    });
    EXPECT_FALSE(accepted);
}

TEST(XuYung, ChangedMessagesAreNotAccepted) {
    const Club club = club_of(4, 2);
    Random random(20041025);
    for (int run = 0; run < 60; ++run) {
        std::size_t left = static_cast<std::size_t>(random.below(3));
        const Met met = meet(club, 0, club, 1, [&](parties::MessageType, parties::Bytes& payload) {
            if (left-- == 0) {
                parties::test::change_somewhere(random, payload);
            }
        });
        EXPECT_FALSE(met.hands[0].accepted);
    }
}

TEST(XuYung, CostsWhatTheFormulaSays) {
    const Club club = club_of(5, 2);  // blocks of 3 and of 2
    const Met met = meet(club, 0, club, 1);
    const std::array<std::size_t, 2> blocks{3, 2};
    for (std::size_t side = 0; side < 2; ++side) {
        std::uint64_t sent = 0;
        for (const auto& entry : met.transcripts[side][1 - side]) {
            sent += entry.sent ? entry.bytes + parties::kFrameHeaderBytes : 0;
        }
        EXPECT_EQ(sent, handshake_bytes(blocks[side], blocks[1 - side]));
    }
}

TEST(XuYung, AClubOfFewerThanKIsRefused) {
    EXPECT_THROW((void)club_of(2, 3), Error);
    EXPECT_THROW((void)club_of(2, 1), Error);
}

}  // namespace
}  // namespace kanon::messages

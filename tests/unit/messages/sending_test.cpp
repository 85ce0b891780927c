// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/sending.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/messages/protocols/von_ahn.hpp"
#include "kanon/messages/protocols/yao_feng.hpp"
#include "kanon/parties/channel/frame.hpp"

#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>

namespace kanon::messages {
namespace {

using parties::Peers;
using parties::test::Transcript;

SendingTerms terms_of(std::size_t k, std::size_t size, SendingProtocol protocol) {
    return {.protocol = protocol,
            .k = k,
            .group_size = size,
            .most_text_bytes = 20,
            .most_rounds = 12,
            .context = "test"};
}

/// Who sends what, and who cheats how, by place.
struct Play {
    std::map<std::size_t, Outgoing> sent;
    std::map<std::size_t, Cheat> cheats;
};

/// What each member saw; those who cheat may have thrown.
struct Played {
    std::vector<SendingOutcome> outcomes;
    std::vector<std::string> faults;
    std::vector<Transcript> transcripts;
};

/// Run one member: what it throws, after that has ended its channels; "" if nothing.
std::string fault_of(const Peers& peers, const std::function<void()>& run) {
    try {
        run();
        return "";
    } catch (const Error& error) {
        for (std::size_t other = 0; other < peers.size(); ++other) {
            if (other != peers.own()) {
                peers.channel(other).abort(parties::AbortReason::not_as_agreed);
            }
        }
        return error.what();
    }
}

Played play(std::size_t members, const SendingTerms& terms, const Play& what) {
    Played out{.outcomes = std::vector<SendingOutcome>(members),
               .faults = std::vector<std::string>(members),
               .transcripts = {}};
    out.transcripts = parties::test::run_parties(members, [&](const Peers& peers) {
        const std::size_t own = peers.own();
        const auto sent = what.sent.find(own);
        const auto cheat = what.cheats.find(own);
        out.faults[own] = fault_of(peers, [&] {
            out.outcomes[own] =
                run_sending(peers,
                            terms,
                            sent == what.sent.end() ? std::nullopt : std::optional(sent->second),
                            cheat == what.cheats.end() ? Cheat::none : cheat->second);
        });
    });
    return out;
}

TEST(Sending, EveryMessageArrivesAtItsReceiverAlone) {
    for (const SendingProtocol protocol : {SendingProtocol::von_ahn, SendingProtocol::yao_feng}) {
        const Played played = play(7,
                                   terms_of(3, 3, protocol),
                                   {.sent = {{0, {.to = 5, .text = "from 0 to 5"}},
                                             {1, {.to = 1, .text = "to oneself"}},
                                             {6, {.to = 5, .text = ""}}},
                                    .cheats = {}});
        for (std::size_t own = 0; own < 7; ++own) {
            const SendingOutcome& outcome = played.outcomes[own];
            EXPECT_EQ(played.faults[own], "");
            EXPECT_EQ(outcome.groups.size(), 2U);
            EXPECT_EQ(outcome.delivered.dropped, 0U);
            EXPECT_TRUE(outcome.group.named.empty());
            EXPECT_EQ(outcome.group.arrived, own == 0 || own == 1 || own == 6);
            std::vector<std::string> texts = outcome.delivered.texts;
            std::ranges::sort(texts);
            const std::vector<std::string> expected =
                own == 5   ? std::vector<std::string>{"", "from 0 to 5"}
                : own == 1 ? std::vector<std::string>{"to oneself"}
                           : std::vector<std::string>{};
            EXPECT_EQ(texts, expected) << own;
        }
    }
}

/// All members of a group send in every round until no two drew the same slot.
TEST(Sending, CollisionsAreTriedAgain) {
    Play all;
    for (std::size_t member = 0; member < 4; ++member) {
        all.sent[member] = {.to = 0, .text = "m" + std::to_string(member)};
    }
    std::size_t garbled = 0;
    for (int run = 0; run < 5; ++run) {
        const Played played = play(4, terms_of(2, 4, SendingProtocol::yao_feng), all);
        EXPECT_EQ(played.outcomes[0].delivered.texts.size(), 4U);
        garbled += played.outcomes[0].group.garbled;
        EXPECT_EQ(played.outcomes[0].group.garbled > 0, played.outcomes[0].group.rounds > 1);
    }
    EXPECT_GT(garbled, 0U) << "two of four collide in eight slots with a chance of 59 % a run";
}

class CheatersTest : public ::testing::TestWithParam<Cheat> {};

TEST_P(CheatersTest, TheCheaterIsNamedAndHonestMembersNever) {
    const Cheat cheat = GetParam();
    const Played played =
        play(5,
             terms_of(3, 5, SendingProtocol::von_ahn),
             {.sent = {{0, {.to = 4, .text = "in spite of it"}}}, .cheats = {{2, cheat}}});
    for (const std::size_t honest : {0U, 1U, 3U, 4U}) {
        const GroupOutcome& group = played.outcomes[honest].group;
        EXPECT_EQ(played.faults[honest], "");
        if (is_named_for(cheat)) {
            ASSERT_EQ(group.named.size(), 1U);
            EXPECT_EQ(group.named[0].place, 2U);
            EXPECT_EQ(group.left.size(), 4U);
        } else {
            EXPECT_TRUE(group.named.empty());
            EXPECT_EQ(group.disputes > 0, cheat == Cheat::false_accusation);
        }
        EXPECT_EQ(group.arrived, honest == 0);
    }
    EXPECT_EQ(played.faults[2].empty(), !is_named_for(cheat));
    EXPECT_EQ(played.outcomes[4].delivered.texts, std::vector<std::string>{"in spite of it"});
}

INSTANTIATE_TEST_SUITE_P(All,
                         CheatersTest,
                         ::testing::Values(Cheat::false_accusation,
                                           Cheat::garbage,
                                           Cheat::two_faces,
                                           Cheat::two_slots,
                                           Cheat::wrong_share,
                                           Cheat::wrong_sum),
                         [](const auto& cheat) {
                             std::string name(
                                 cheat_names()[static_cast<std::size_t>(cheat.param) - 1]);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Sending, ReasonsAreThoseOfTheDeeds) {
    const std::map<Cheat, Blame> expected{{Cheat::two_faces, Blame::two_faced},
                                          {Cheat::two_slots, Blame::two_slots},
                                          {Cheat::wrong_share, Blame::wrong_opening},
                                          {Cheat::wrong_sum, Blame::wrong_sum}};
    for (const auto& [cheat, blame] : expected) {
        const Played played =
            play(4, terms_of(2, 4, SendingProtocol::von_ahn), {.sent = {}, .cheats = {{1, cheat}}});
        ASSERT_EQ(played.outcomes[0].group.named.size(), 1U);
        EXPECT_EQ(played.outcomes[0].group.named[0].blame, blame);
    }
}

TEST(Sending, ThreeCheatersAreNamedAtOnceOrOneAfterAnother) {
    const Played played =
        play(7,
             terms_of(4, 7, SendingProtocol::von_ahn),
             {.sent = {{0, {.to = 3, .text = "text"}}},
              .cheats = {{4, Cheat::two_slots}, {5, Cheat::wrong_sum}, {6, Cheat::wrong_share}}});
    for (std::size_t honest = 0; honest < 4; ++honest) {
        EXPECT_EQ(played.faults[honest], "");
        std::vector<std::size_t> named;
        for (const Named& one : played.outcomes[honest].group.named) {
            named.push_back(one.place);
        }
        std::ranges::sort(named);
        EXPECT_EQ(named, (std::vector<std::size_t>{4, 5, 6}));
    }
    EXPECT_EQ(played.outcomes[3].delivered.texts, std::vector<std::string>{"text"});
}

TEST(Sending, AGroupThatHasFewerThanKMembersLeftEnds) {
    const Played played =
        play(3,
             terms_of(3, 3, SendingProtocol::von_ahn),
             {.sent = {{0, {.to = 1, .text = "x"}}}, .cheats = {{2, Cheat::wrong_sum}}});
    for (const std::size_t honest : {0U, 1U}) {
        EXPECT_EQ(played.faults[honest],
                  "fewer than k = 3 members are left in the group; left out, for they cheated: 1");
    }
}

/// A member that stops ends its own group with a line; the other group counts it, and goes on.
TEST(Sending, AMemberThatStopsIsALineInItsGroupAndADropInTheOther) {
    const SendingTerms terms = terms_of(2, 3, SendingProtocol::von_ahn);
    std::vector<SendingOutcome> outcomes(6);
    std::vector<std::string> faults(6);
    (void)parties::test::run_parties(6, [&](const Peers& peers) {
        const std::size_t own = peers.own();
        parties::test::TamperingPeers stopping(
            peers, [&](parties::MessageType type, parties::Bytes&) {
                if (own == 2 && type == types::kCommitments) {
                    throw Error(ErrorCode::cancelled, "it stops");
                }
            });
        faults[own] = fault_of(
            peers, [&] { outcomes[own] = run_sending(stopping.peers(), terms, std::nullopt); });
    });
    std::size_t ended = 0;
    for (std::size_t own = 0; own < 6; ++own) {
        ended += faults[own].empty() ? 0U : 1U;
        if (faults[own].empty()) {
            EXPECT_EQ(outcomes[own].delivered.dropped, 3U);
        } else {
            EXPECT_TRUE(own == 2 || faults[own].find(" stopped: ") != std::string::npos);
        }
    }
    EXPECT_EQ(ended, 3U);
}

/// Whatever one member sends in place of what it should, its group names it or ends; no honest
/// member is ever named, and nobody is left waiting.
TEST(Sending, ChangedMessagesNeverNameAnHonestMember) {
    Random random(20031028);
    for (int run = 0; run < 40; ++run) {
        std::vector<SendingOutcome> outcomes(3);
        std::uint64_t left = 10 + random.below(34);
        (void)parties::test::run_parties(3, [&](const Peers& peers) {
            const std::size_t own = peers.own();
            const parties::test::TamperingPeers changing(
                peers, [&](parties::MessageType, parties::Bytes& payload) {
                    if (own == 1 && left-- == 0) {
                        parties::test::change_somewhere(random, payload);
                    }
                });
            static_cast<void>(fault_of(peers, [&] {
                outcomes[own] =
                    run_sending(changing.peers(), terms_of(2, 3, SendingProtocol::von_ahn), {});
            }));
        });
        for (const std::size_t honest : {0U, 2U}) {
            for (const Named& one : outcomes[honest].group.named) {
                EXPECT_EQ(one.place, 1U);
            }
        }
    }
}

/// Payload bytes and frames' heads that went out in messages of some types.
std::uint64_t sent_bytes(const Transcript& transcript,
                         const std::vector<parties::MessageType>& kinds) {
    std::uint64_t out = 0;
    for (const auto& channel : transcript) {
        for (const parties::TranscriptEntry& entry : channel) {
            if (entry.sent && std::ranges::find(kinds, entry.type) != kinds.end()) {
                out += entry.bytes + entry.frames * parties::kFrameHeaderBytes;
            }
        }
    }
    return out;
}

TEST(Sending, ARoundOfVonAhnCostsWhatTheFormulaSays) {
    for (const std::size_t members : {2U, 3U, 5U}) {
        const SendingTerms terms = terms_of(2, members, SendingProtocol::von_ahn);
        const Played played = play(members, terms, {});
        const SlotFormat format(sealed_text_size(terms.most_text_bytes));
        const RoundShape shape{
            .members = members, .slots = von_ahn_slots(members), .scalars = format.scalars()};
        // Two further broadcasts, of the coin, have echoes too.
        const std::uint64_t echoes_of_coin =
            2 * (members - 1) * (96 * members + parties::kFrameHeaderBytes);
        for (const Transcript& transcript : played.transcripts) {
            EXPECT_EQ(sent_bytes(transcript,
                                 {types::kCommitments,
                                  types::kShares,
                                  types::kAccusations,
                                  types::kOpenings,
                                  types::kShareSums,
                                  types::kEchoes}),
                      von_ahn_round_bytes(shape) + echoes_of_coin);
        }
    }
}

TEST(Sending, ARoundOfYaoFengCostsWhatTheFormulaSays) {
    for (const std::size_t members : {2U, 3U, 5U}) {
        const SendingTerms terms = terms_of(2, members, SendingProtocol::yao_feng);
        const Played played = play(members, terms, {});
        std::uint64_t all = 0;
        for (const Transcript& transcript : played.transcripts) {
            all += sent_bytes(transcript, {types::kMaskedSlots, types::kOpenSlots});
        }
        EXPECT_EQ(
            all,
            yao_feng_round_bytes(members, SlotFormat(sealed_text_size(terms.most_text_bytes))));
    }
}

/// Of all messages of a run, in their order.
std::vector<std::size_t> sizes_of(const Played& played) {
    std::vector<std::size_t> out;
    for (const Transcript& transcript : played.transcripts) {
        for (const auto& channel : transcript) {
            for (const parties::TranscriptEntry& entry : channel) {
                out.push_back(entry.bytes);
            }
        }
    }
    return out;
}

/// A run in which somebody sends has the same messages, of the same sizes, as one in which nobody
/// does.
TEST(Sending, ASenderLooksLikeTheOthersFromOutside) {
    for (const SendingProtocol protocol : {SendingProtocol::von_ahn, SendingProtocol::yao_feng}) {
        const SendingTerms terms = terms_of(2, 4, protocol);
        EXPECT_EQ(sizes_of(play(4, terms, {.sent = {{1, {.to = 3, .text = "x"}}}, .cheats = {}})),
                  sizes_of(play(4, terms, {})));
    }
}

}  // namespace
}  // namespace kanon::messages

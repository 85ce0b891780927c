// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/jiang_clifton.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/parties/protocols/local_chain.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include "two_tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace kanon::parties {
namespace {

using test::two_tables;
using test::TwoTables;

/// The same by plain keys.
struct Plain {
    std::array<Node, 2> nodes;
    std::set<std::string> released;
    std::uint64_t joint_rows = 0;
    std::uint64_t held_back = 0;
    std::uint64_t steps = 0;
};

std::map<std::string, std::uint32_t> groups_by_key(const KeyedTask& own, const LocalChain& chain) {
    std::map<std::string, std::uint32_t> out;
    for (std::size_t row = 0; row < own.keys.size(); ++row) {
        if (!chain.held_back()[own.type_of_row[row]]) {
            out[own.keys[row]] = chain.group_of_type()[own.type_of_row[row]];
        }
    }
    return out;
}

std::optional<Plain> by_plain_keys(const TwoTables& tables, bool hold_back) {
    const auto most = [&](std::size_t party) {
        return hold_back ? tables.promise.limit.rows(tables.keys[party].size()) / 4 : 0;
    };
    std::array<LocalChain, 2> chains{LocalChain(tables.problems[0], tables.promise.k, most(0)),
                                     LocalChain(tables.problems[1], tables.promise.k, most(1))};
    Plain out;
    out.held_back = chains[0].held_back_rows() + chains[1].held_back_rows();
    while (true) {
        const auto first = groups_by_key(tables.of(0), chains[0]);
        const auto second = groups_by_key(tables.of(1), chains[1]);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::string>> groups;
        out.joint_rows = 0;
        for (const auto& [key, group] : first) {
            if (second.contains(key)) {
                groups[{group, second.at(key)}].push_back(key);
                ++out.joint_rows;
            }
        }
        out.released.clear();
        for (const auto& [group, keys] : groups) {
            if (keys.size() >= tables.promise.k) {
                out.released.insert(keys.begin(), keys.end());
            }
        }
        const std::uint64_t left_out = out.joint_rows - out.released.size() + out.held_back;
        const bool shows = chains[0].shows_something() || chains[1].shows_something();
        if (shows && !out.released.empty() &&
            left_out <= tables.promise.limit.rows(out.joint_rows)) {
            out.nodes = {chains[0].node(), chains[1].node()};
            return out;
        }
        const std::size_t turn = chains[1].group_count() > chains[0].group_count() ? 1 : 0;
        if (!chains[turn].generalize() && !chains[1 - turn].generalize()) {
            break;
        }
        ++out.steps;
    }
    return out.held_back > 0 ? by_plain_keys(tables, false) : std::nullopt;
}

std::array<JointRows, 2> by_protocol(const TwoTables& tables,
                                     std::vector<test::Transcript>* transcripts = nullptr) {
    std::array<JointRows, 2> out;
    auto found = test::run_parties(2, [&](const Peers& peers) {
        out[peers.own()] = jiang_clifton(tables.of(peers.own()), tables.promise, peers, {});
    });
    if (transcripts != nullptr) {
        *transcripts = std::move(found);
    }
    return out;
}

std::vector<std::string> keys_of(const TwoTables& tables,
                                 std::size_t party,
                                 const JointRows& rows) {
    std::vector<std::string> out;
    for (const std::uint32_t row : rows.rows) {
        out.push_back(tables.keys[party][row]);
    }
    return out;
}

TEST(JiangClifton, GivesWhatAPlainComparisonOfKeysGives) {
    std::size_t released = 0;
    std::size_t infeasible = 0;
    std::size_t held_back = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const TwoTables tables = two_tables(seed);
        std::optional<Plain> plain;
        try {
            plain = by_plain_keys(tables, true);
        } catch (const Error&) {  // a table that is too small by itself
            EXPECT_THROW(static_cast<void>(by_protocol(tables)), Error);
            continue;
        }
        if (!plain) {
            ++infeasible;
            EXPECT_THROW(static_cast<void>(by_protocol(tables)), Error);
            continue;
        }
        ++released;
        held_back += plain->held_back > 0 ? 1U : 0U;
        const std::array<JointRows, 2> both = by_protocol(tables);
        const std::vector<std::string> keys = keys_of(tables, 0, both[0]);
        EXPECT_EQ(keys, keys_of(tables, 1, both[1]));
        EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()), plain->released);
        EXPECT_EQ(keys.size(), plain->released.size());
        for (std::size_t party = 0; party < 2; ++party) {
            EXPECT_EQ(both[party].node, plain->nodes[party]);
            EXPECT_EQ(both[party].joint_rows, plain->joint_rows);
            EXPECT_EQ(both[party].left_out, plain->joint_rows - plain->released.size());
            EXPECT_EQ(both[party].steps, plain->steps);
            EXPECT_EQ(both[party].held_back, plain->held_back);
        }
    }
    EXPECT_GT(released, 200U);
    EXPECT_GT(infeasible, 10U);
    EXPECT_GT(held_back, 10U);
}

TEST(JiangClifton, BothAreToldThatThereIsNone) {
    TwoTables tables = two_tables(3);
    tables.keys[1] = tables.keys[0];
    tables.keys[1].resize(tables.problems[1].type_of_row.size(), "");
    for (std::size_t row = 0; row < tables.keys[1].size(); ++row) {
        tables.keys[1][row] = "nobody else " + std::to_string(row);
    }
    std::array<std::string, 2> said;
    static_cast<void>(test::run_parties(2, [&](const Peers& peers) {
        try {
            static_cast<void>(jiang_clifton(tables.of(peers.own()), tables.promise, peers, {}));
        } catch (const Error& error) {
            said[peers.own()] = error.what();
            EXPECT_EQ(error.code(), ErrorCode::infeasible);
        }
    }));
    EXPECT_NE(said[0].find("both have 0 rows of the same people"), std::string::npos) << said[0];
    EXPECT_EQ(said[0], said[1]);
}

/// Payload bytes that a party received, by type.
std::map<std::uint16_t, std::vector<std::size_t>> received_sizes(
    const std::vector<TranscriptEntry>& entries) {
    std::map<std::uint16_t, std::vector<std::size_t>> out;
    for (const TranscriptEntry& entry : entries) {
        if (!entry.sent) {
            out[entry.type.number].push_back(entry.bytes);
        }
    }
    return out;
}

TEST(JiangClifton, TranscriptsHaveNoKeyAndNoSizeBeyondTheDeclaredLeakage) {
    const TwoTables tables = two_tables(21);
    const std::optional<Plain> plain = by_plain_keys(tables, true);
    ASSERT_TRUE(plain);
    std::vector<test::Transcript> first;
    std::vector<test::Transcript> second;
    static_cast<void>(by_protocol(tables, &first));
    static_cast<void>(by_protocol(tables, &second));
    for (std::size_t party = 0; party < 2; ++party) {
        const auto& entries = first[party][1 - party];
        // Sizes hang on the input and what is told of it, not on chance.
        EXPECT_EQ(received_sizes(entries), received_sizes(second[party][1 - party]));
        for (const TranscriptEntry& entry : entries) {
            const std::string payload(entry.payload.begin(), entry.payload.end());
            EXPECT_EQ(payload.find("person"), std::string::npos);
        }
        // Encrypted keys are new in every run.
        const auto keys = [&](const test::Transcript& of) {
            return std::ranges::find(of[1 - party],
                                     messages::kGroupedKeys.number,
                                     [](const TranscriptEntry& e) { return e.type.number; })
                ->payload;
        };
        EXPECT_NE(keys(first[party]), keys(second[party]));
    }
}

/// A run in which one party changes one of its messages; what each party had in the end, if it had.
std::array<std::optional<JointRows>, 2> with_changed_message(const TwoTables& tables,
                                                             std::uint64_t seed) {
    std::array<std::optional<JointRows>, 2> out;
    const std::size_t changing = seed % 2;
    std::uint64_t before = seed / 2 % 4;  // messages that stay as they are
    Random random(seed);
    try {
        static_cast<void>(test::run_parties(2, [&](const Peers& plain) {
            const bool changes = plain.own() == changing;
            const test::TamperingPeers tampering(plain, [&](MessageType, Bytes& payload) {
                if (changes && before-- == 0) {
                    test::change_somewhere(random, payload);
                }
            });
            out[plain.own()] =
                jiang_clifton(tables.of(plain.own()), tables.promise, tampering.peers(), {});
        }));
    } catch (const Error&) {
        // One line at those who noticed it.
    }
    return out;
}

TEST(JiangClifton, AChangedMessageEndsTheRunOrLeavesRowsThatAreOnesOwn) {
    std::size_t ended = 0;
    constexpr std::uint64_t kRuns = 400;
    for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
        SCOPED_TRACE(seed);
        const TwoTables tables = two_tables(seed % 40);
        const auto found = with_changed_message(tables, seed);
        ended += found[0] && found[1] ? 0U : 1U;
        for (std::size_t party = 0; party < 2; ++party) {
            if (!found.at(party)) {
                continue;
            }
            const std::vector<std::uint32_t>& rows = found.at(party)->rows;
            const std::set<std::uint32_t> distinct(rows.begin(), rows.end());
            EXPECT_EQ(distinct.size(), rows.size());
            EXPECT_TRUE(distinct.empty() || *distinct.rbegin() < tables.keys.at(party).size());
        }
    }
    EXPECT_GT(ended, kRuns / 2);
}

}  // namespace
}  // namespace kanon::parties

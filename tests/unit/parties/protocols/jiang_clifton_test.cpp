// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/jiang_clifton.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/protocols/local_chain.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include "support/random_problems.hpp"
#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace kanon::parties {
namespace {

/// Two tables whose keys are partly the same.
struct TwoTables {
    std::array<Problem, 2> problems;
    std::array<std::vector<std::string>, 2> keys;
    JointPromise promise;

    [[nodiscard]] KeyedTask of(std::size_t party) const {
        return {.task = problems[party],
                .type_of_row = problems[party].type_of_row,
                .keys = keys[party]};
    }
};

TwoTables two_tables(std::uint64_t seed) {
    Random random(seed);
    TwoTables out;
    out.promise.k = 2 + random.below(2);
    if (random.below(2) == 0) {
        out.promise.limit = SuppressionLimit{.numerator = random.below(13), .denominator = 0};
    }
    for (std::size_t party = 0; party < 2; ++party) {
        const kanon::test::RandomShape shape{.rows = 6 + random.below(30),
                                             .attributes = 1 + random.below(3),
                                             .values = 2 + random.below(5)};
        out.problems[party] = kanon::test::random_problem(shape, seed * 2 + party);
        std::vector<std::string> pool;
        for (std::size_t i = 0; i < 40; ++i) {
            pool.push_back("person " + std::to_string(i));
        }
        for (std::size_t row = 0; row < shape.rows; ++row) {
            const std::size_t at = random.below(pool.size());
            out.keys[party].push_back(pool[at]);
            pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    return out;
}

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

/// What the first party sees of its peer, as far as values are not random: of its encrypted keys
/// the sizes of groups, and how many of them each of one's own groups has in common with each.
struct SeenOfKeys {
    std::vector<std::uint32_t> group_sizes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> common;
    std::size_t distinct_points = 0;

    bool operator==(const SeenOfKeys&) const = default;
};

using Bytes32 = std::array<std::uint8_t, crypto::Point::kSize>;

struct KeysOfPeer {
    std::vector<std::uint32_t> group_sizes;
    std::vector<Bytes32> points;  ///< of the peer's keys, encrypted by both
};

SeenOfKeys seen_of(const KeysOfPeer& peer,
                   const std::vector<Bytes32>& own_twice,
                   const std::vector<std::uint32_t>& own_groups) {
    SeenOfKeys out{.group_sizes = peer.group_sizes, .common = {}, .distinct_points = 0};
    std::map<Bytes32, std::uint32_t> group_of_point;
    std::size_t at = 0;
    for (std::uint32_t group = 0; group < peer.group_sizes.size(); ++group) {
        for (std::uint32_t i = 0; i < peer.group_sizes[group]; ++i) {
            group_of_point[peer.points[at++]] = group;
        }
    }
    std::set<Bytes32> all;
    for (const auto& [point, group] : group_of_point) {
        all.insert(point);
    }
    for (std::size_t place = 0; place < own_twice.size(); ++place) {
        all.insert(own_twice[place]);
        if (const auto found = group_of_point.find(own_twice[place]);
            found != group_of_point.end()) {
            ++out.common[{own_groups[place], found->second}];
        }
    }
    out.distinct_points = all.size();
    return out;
}

Bytes32 random_point() {
    return crypto::base_multiply(crypto::Scalar::random()).encode();
}

/// What the first party would see, made from what is declared alone: sizes of groups, and how many
/// people each pair of groups has in common. No key goes in.
SeenOfKeys simulated(const SeenOfKeys& declared,
                     const std::vector<std::uint32_t>& own_groups,
                     std::vector<Bytes32>& points) {
    KeysOfPeer peer{.group_sizes = declared.group_sizes, .points = {}};
    std::vector<std::vector<Bytes32>> of_group;
    for (const std::uint32_t size : declared.group_sizes) {
        of_group.emplace_back();
        for (std::uint32_t i = 0; i < size; ++i) {
            of_group.back().push_back(random_point());
        }
        peer.points.insert(peer.points.end(), of_group.back().begin(), of_group.back().end());
    }
    std::vector<Bytes32> own_twice;
    auto left = declared.common;
    for (const std::uint32_t group : own_groups) {
        const auto at = std::ranges::find_if(left, [&](const auto& entry) {
            return entry.first.first == group && entry.second > 0;
        });
        if (at == left.end()) {
            own_twice.push_back(random_point());
            continue;
        }
        own_twice.push_back(of_group[at->first.second].back());
        of_group[at->first.second].pop_back();
        --at->second;
    }
    points = peer.points;
    points.insert(points.end(), own_twice.begin(), own_twice.end());
    return seen_of(peer, own_twice, own_groups);
}

/// Greatest difference of the shares of bytes below each value, over all bytes but the last, which
/// is not uniform in encodings.
double distance_of_bytes(const std::vector<Bytes32>& a, const std::vector<Bytes32>& b) {
    const auto shares = [](const std::vector<Bytes32>& points) {
        std::array<double, 256> out{};
        for (const Bytes32& point : points) {
            for (std::size_t i = 0; i + 1 < point.size(); ++i) {
                out.at(point[i]) += 1.0 / (static_cast<double>(points.size()) * 31);
            }
        }
        return out;
    };
    const auto left = shares(a);
    const auto right = shares(b);
    double sum = 0;
    double greatest = 0;
    for (std::size_t value = 0; value < 256; ++value) {
        sum += left.at(value) - right.at(value);
        greatest = std::max(greatest, std::abs(sum));
    }
    return greatest;
}

/// Points of a payload of which so many bytes come first.
std::vector<Bytes32> points_at_end(const Bytes& payload, std::size_t count) {
    std::vector<Bytes32> out(count);
    const std::size_t begin = payload.size() - count * crypto::Point::kSize;
    for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(payload.begin() + static_cast<std::ptrdiff_t>(begin + i * crypto::Point::kSize),
                    crypto::Point::kSize,
                    out[i].begin());
    }
    return out;
}

const TranscriptEntry& received_entry(const test::Transcript& of, std::uint16_t type) {
    return *std::ranges::find_if(of[1], [&](const TranscriptEntry& entry) {
        return !entry.sent && entry.type.number == type;
    });
}

TEST(JiangClifton, WhatTheFirstPartySeesCanBeMadeFromTheDeclaredLeakage) {
    std::size_t tried = 0;
    std::vector<Bytes32> real_points;
    std::vector<Bytes32> made_points;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        TwoTables tables = two_tables(seed);
        tables.promise.limit = {};
        try {
            if (!by_plain_keys(tables, true)) {
                continue;
            }
        } catch (const Error&) {
            continue;
        }
        ++tried;
        // What is declared, from plain keys.
        const LocalChain own(tables.problems[0], tables.promise.k);
        const LocalChain other(tables.problems[1], tables.promise.k);
        const auto own_of = groups_by_key(tables.of(0), own);
        SeenOfKeys declared;
        declared.group_sizes.resize(other.group_count());
        std::size_t joint = 0;
        for (const auto& [key, group] : groups_by_key(tables.of(1), other)) {
            ++declared.group_sizes[group];
            if (own_of.contains(key)) {
                ++declared.common[{own_of.at(key), group}];
                ++joint;
            }
        }
        declared.distinct_points = tables.keys[0].size() + tables.keys[1].size() - joint;
        std::vector<std::uint32_t> own_groups;
        own_groups.reserve(own_of.size());
        for (const auto& [key, group] : own_of) {
            own_groups.push_back(group);
        }
        std::ranges::sort(own_groups);
        std::vector<Bytes32> points;
        EXPECT_EQ(simulated(declared, own_groups, points), declared);
        made_points.insert(made_points.end(), points.begin(), points.end());
        // What really came: as many bytes, and of points nothing but their number tells.
        std::vector<test::Transcript> transcripts;
        static_cast<void>(by_protocol(tables, &transcripts));
        const Bytes& keys = received_entry(transcripts[0], messages::kGroupedKeys.number).payload;
        const Bytes& twice =
            received_entry(transcripts[0], messages::kEncryptedTwice.number).payload;
        EXPECT_LE(keys.size(), tables.keys[1].size() * 36 + 32);
        EXPECT_EQ(twice.size(), tables.keys[0].size() * crypto::Point::kSize + 1);
        for (const auto& [payload, party] :
             {std::pair(keys, std::size_t{1}), std::pair(twice, std::size_t{0})}) {
            const auto found = points_at_end(payload, tables.keys.at(party).size());
            EXPECT_EQ(std::set<Bytes32>(found.begin(), found.end()).size(), found.size());
            real_points.insert(real_points.end(), found.begin(), found.end());
        }
    }
    EXPECT_GT(tried, 20U);
    // Kolmogorov and Smirnov: 1.95 sqrt(2 / n) is met by chance once in a thousand runs.
    const double bytes =
        31.0 * static_cast<double>(std::min(real_points.size(), made_points.size()));
    EXPECT_LT(distance_of_bytes(real_points, made_points), 3 * std::sqrt(2 / bytes));
}

}  // namespace
}  // namespace kanon::parties

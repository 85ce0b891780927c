// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/crypto/small_logs.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2_messages.hpp"

#include "support/random_problems.hpp"
#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <variant>

namespace kanon::parties {
namespace {

constexpr std::uint32_t kStar = StarredCustomer::kStar;

using Codes = std::vector<std::uint32_t>;

/// A table whose rows lie with several parties.
struct Divided {
    Problem problem;
    CustomersPromise promise;
    Codes domain_sizes;
    std::vector<std::vector<Codes>> rows;  ///< by place, none at the miner's

    [[nodiscard]] std::vector<Codes> all() const {
        std::vector<Codes> out;
        for (const std::vector<Codes>& of_party : rows) {
            out.insert(out.end(), of_party.begin(), of_party.end());
        }
        return out;
    }
};

Divided divided_table(std::uint64_t seed) {
    Random random(seed);
    const kanon::test::RandomShape shape{.rows = 4 + random.below(12),
                                         .attributes = 1 + random.below(4),
                                         .values = 2 + random.below(3)};
    Divided out;
    const std::size_t parties = 3 + random.below(3);
    out.promise = {.k = 2 + random.below(3), .miner = random.below(parties)};
    out.problem = kanon::test::with_k(kanon::test::random_star_problem(shape, seed), out.promise.k);
    out.rows.resize(parties);
    for (QuasiIdentifier& attribute : out.problem.quasi_identifiers) {
        attribute.weight = 1;
        out.domain_sizes.push_back(static_cast<std::uint32_t>(attribute.hierarchy.domain_size()));
    }
    for (const std::uint32_t type : out.problem.type_of_row) {
        Codes codes;
        for (const CodeVector& column : out.problem.row_types().columns) {
            codes.push_back(column[type]);
        }
        std::size_t place = random.below(parties);
        while (place == out.promise.miner) {
            place = random.below(parties);
        }
        out.rows[place].push_back(std::move(codes));
    }
    return out;
}

/// The same by the central method, row types in the order of their first rows; sorted.
std::vector<Codes> by_central_method(const Divided& table) {
    Task task = table.problem;
    task.tracked.clear();
    task.class_place.reset();
    std::vector<Codes> types;
    RowTypes counted;
    for (const Codes& row : table.all()) {
        const auto at = std::ranges::find(types, row);
        if (at == types.end()) {
            types.push_back(row);
            counted.counts.push_back(1);
        } else {
            ++counted.counts[static_cast<std::size_t>(at - types.begin())];
        }
        ++counted.rows;
    }
    for (std::size_t j = 0; j < table.domain_sizes.size(); ++j) {
        CodeVector column(types.size(), table.domain_sizes[j]);
        for (std::size_t type = 0; type < types.size(); ++type) {
            column.set(type, types[type][j]);
        }
        counted.columns.push_back(std::move(column));
    }
    task.count(std::move(counted));
    const Outcome outcome =
        make_method(find_method("meyerson-williams"), task, {})->run(task, RunContext{});
    const auto& recoding = std::get<ClassRecoding>(outcome.recoding.value());
    std::vector<Codes> out;
    const auto release = [&](std::uint32_t of_class, std::uint32_t rows) {
        Codes codes;
        for (std::size_t j = 0; j < table.domain_sizes.size(); ++j) {
            const std::uint32_t value = recoding.value_of_class[j][of_class];
            codes.push_back(value == table.domain_sizes[j] ? kStar : value);
        }
        out.insert(out.end(), rows, codes);
    };
    std::set<std::uint32_t> shared;
    for (const Share& share : recoding.shares) {
        shared.insert(share.type);
        release(share.of_class, share.rows);
    }
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        if (!shared.contains(type)) {
            release(recoding.class_of_type[type], task.row_types().counts[type]);
        }
    }
    std::ranges::sort(out);
    return out;
}

struct Finished {
    StarredCustomers miner;
    std::vector<std::vector<Pattern>> stars;
    std::vector<test::Transcript> transcripts;
};

std::string sensitive_of(std::size_t place, std::size_t row) {
    return "illness " + std::to_string(place) + "/" + std::to_string(row);
}

using Change = std::function<void(MessageType, Bytes&)>;

Finished by_protocol(const Divided& table, const Change& change = {}, unsigned threads = 1) {
    const RunContext context{.threads = threads};
    Finished out;
    out.stars.resize(table.rows.size());
    out.transcripts = test::run_parties(table.rows.size(), [&](const Peers& plain) {
        const std::size_t own = plain.own();
        const test::TamperingPeers tampering(plain, [&](MessageType type, Bytes& payload) {
            if (change) {
                change(type, payload);
            }
        });
        if (own == table.promise.miner) {
            out.miner = zhong_yang_wright_2_miner(
                table.domain_sizes, table.promise, tampering.peers(), context);
            return;
        }
        Codes codes;
        std::vector<std::string> sensitive;
        for (std::size_t row = 0; row < table.rows[own].size(); ++row) {
            codes.insert(codes.end(), table.rows[own][row].begin(), table.rows[own][row].end());
            sensitive.push_back(sensitive_of(own, row));
        }
        out.stars[own] = zhong_yang_wright_2_customers(
            {.domain_sizes = table.domain_sizes, .codes = codes, .sensitive = sensitive},
            table.promise,
            tampering.peers(),
            context);
    });
    return out;
}

/// Each row is released with its own values where it shows any, and with its sensitive value.
void expect_own_values(const Divided& table, const Finished& found) {
    std::size_t at = 0;
    for (std::size_t place = 0; place < table.rows.size(); ++place) {
        ASSERT_EQ(found.stars[place].size(), table.rows[place].size());
        for (std::size_t row = 0; row < table.rows[place].size(); ++row) {
            Codes expected = table.rows[place][row];
            for (std::size_t j = 0; j < expected.size(); ++j) {
                expected[j] = (found.stars[place][row] >> j & 1U) != 0 ? kStar : expected[j];
            }
            EXPECT_EQ(found.miner.rows.at(at).codes, expected);
            EXPECT_EQ(found.miner.rows[at++].sensitive, sensitive_of(place, row));
        }
    }
    EXPECT_EQ(at, found.miner.rows.size());
}

std::vector<std::uint8_t> plain_distances(const std::vector<Codes>& rows) {
    std::vector<std::uint8_t> out;
    for (const Codes& a : rows) {
        for (const Codes& b : rows) {
            std::size_t differing = 0;
            for (std::size_t j = 0; j < a.size(); ++j) {
                differing += a[j] == b[j] ? 0U : 1U;
            }
            out.push_back(static_cast<std::uint8_t>(differing));
        }
    }
    return out;
}

TEST(ZhongYangWright2, StarsAsTheCentralMethodDoes) {
    std::size_t stars = 0;
    std::size_t shown = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const Divided table = divided_table(seed);
        if (table.all().size() < table.promise.k) {
            EXPECT_THROW(static_cast<void>(by_protocol(table)), Error);
            continue;
        }
        const Finished found = by_protocol(table, {}, seed % 20 == 0 ? 3 : 1);
        EXPECT_EQ(found.miner.distances, plain_distances(table.all()));
        expect_own_values(table, found);
        std::vector<Codes> released;
        for (const StarredCustomer& row : found.miner.rows) {
            released.push_back(row.codes);
            const auto starred = static_cast<std::size_t>(std::ranges::count(row.codes, kStar));
            stars += starred;
            shown += row.codes.size() - starred;
        }
        std::ranges::sort(released);
        EXPECT_EQ(released, by_central_method(table));
    }
    EXPECT_GT(stars, 1000U);
    EXPECT_GT(shown, 1000U);
}

TEST(ZhongYangWright2, TooFewRowsEndEverybody) {
    Divided table = divided_table(1);
    table.promise.k = table.all().size() + 1;
    std::vector<ErrorCode> codes(table.rows.size(), ErrorCode::usage);
    static_cast<void>(test::run_parties(table.rows.size(), [&](const Peers& peers) {
        try {
            if (peers.own() == table.promise.miner) {
                static_cast<void>(
                    zhong_yang_wright_2_miner(table.domain_sizes, table.promise, peers, {}));
            } else {
                const Codes none;
                const Codes sizes = table.domain_sizes;
                static_cast<void>(zhong_yang_wright_2_customers(
                    {.domain_sizes = sizes, .codes = none, .sensitive = {}},
                    table.promise,
                    peers,
                    {}));
            }
        } catch (const Error& error) {
            codes[peers.own()] = error.code();
        }
    }));
    EXPECT_EQ(codes, std::vector<ErrorCode>(table.rows.size(), ErrorCode::infeasible));
}

TEST(ZhongYangWright2, OtherDomainsAreRefused) {
    const Divided table = divided_table(1);
    const Change change = [](MessageType type, Bytes& payload) {
        if (type == messages::kCodedCustomers) {
            payload[2] ^= 1U;
        }
    };
    bool was_refused = false;
    try {
        static_cast<void>(by_protocol(table, change));
    } catch (const Error&) {
        was_refused = true;
    }
    EXPECT_TRUE(was_refused);
}

/// Messages of one party to another, in two runs of the same table.
void expect_no_value(const std::vector<TranscriptEntry>& entries,
                     const std::vector<TranscriptEntry>& again,
                     bool is_with_miner) {
    ASSERT_EQ(entries.size(), again.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Bytes& payload = entries[i].payload;
        const std::string text(payload.begin(), payload.end());
        const MessageType type = entries[i].type;
        EXPECT_EQ(payload.size(), again[i].payload.size());
        EXPECT_TRUE(type == messages::kStarredRows || text.find("illness") == std::string::npos);
        if (type == messages::kIndicators || type == messages::kDifferencesSoFar) {
            EXPECT_FALSE(is_with_miner);  // who holds the key
            EXPECT_TRUE(payload.empty() || payload != again[i].payload);
            ASSERT_EQ(payload.size() % 32, 0U);
            std::set<std::string> points;
            for (std::size_t at = 0; at < text.size(); at += 32) {
                points.insert(text.substr(at, 32));
            }
            EXPECT_EQ(points.size(), text.size() / 32);  // no two encryptions are alike
        }
    }
}

TEST(ZhongYangWright2, TranscriptsHaveNoValueButThoseReleased) {
    const Divided table = divided_table(7);
    const std::size_t miner = table.promise.miner;
    const Finished first = by_protocol(table);
    const Finished second = by_protocol(table);
    for (std::size_t place = 0; place < table.rows.size(); ++place) {
        for (std::size_t to = 0; to < table.rows.size(); ++to) {
            expect_no_value(first.transcripts[place][to],
                            second.transcripts[place][to],
                            place == miner || to == miner);
        }
    }
}

const TranscriptEntry& sent(const Finished& found,
                            std::size_t place,
                            std::size_t to,
                            MessageType type) {
    return *std::ranges::find_if(found.transcripts[place][to], [&](const TranscriptEntry& entry) {
        return entry.sent && entry.type == type;
    });
}

TEST(ZhongYangWright2, AgreementsAreNotTheSumsThatAPartyBeforeCouldRecognize) {
    Divided table = divided_table(7);
    table.rows = {{{0, 1}, {1, 1}}, {}, {{0, 0}, {1, 0}}};
    table.domain_sizes = {2, 3};
    table.promise = {.k = 2, .miner = 1};
    const Finished found = by_protocol(table);
    const auto indicators =
        zyw2::read_ciphertexts({sent(found, 0, 2, messages::kIndicators).payload, "p0"}, 10);
    const auto told =
        zyw2::Agreements::read({sent(found, 2, 1, messages::kAgreements).payload, "p2"}, 2, 2, 2);
    for (std::size_t row = 0; row < 4; ++row) {
        const Codes& codes = table.rows[2][row % 2];
        const std::size_t of_other = row / 2 * 5;
        const crypto::Ciphertext sum =
            indicators[of_other + codes[0]] + indicators[of_other + 2 + codes[1]];
        EXPECT_NE(told.with_others[row].a, sum.a);
        EXPECT_NE(told.with_others[row].b, sum.b);
    }
}

/// A miner that puts all rows into one set and opens what it gets.
std::vector<std::optional<std::uint64_t>> opened_differences(const Divided& table,
                                                             const Peers& peers) {
    const auto key = crypto::ElGamalKey::random();
    MessageWriter writer;
    writer.raw(key.public_key().encode());
    peers.send_all(messages::kMinersKey, writer.take());
    std::vector<zyw2::PartOfSet> parts(peers.size());
    std::optional<std::size_t> before;
    std::uint32_t row = 0;
    for (std::size_t place = 0; place < peers.size(); ++place) {
        if (place == peers.own()) {
            continue;
        }
        static_cast<void>(peers.receive(place, messages::kCodedCustomers, 1000));
        static_cast<void>(peers.receive(place, messages::kAgreements, 1000000));
        for (std::size_t i = 0; i < table.rows[place].size(); ++i) {
            parts[place].rows.push_back(row++);
        }
        parts[place].before = before;
        if (before) {
            parts[*before].next = place;
        }
        before = place;
    }
    std::vector<std::optional<std::uint64_t>> out;
    const crypto::SmallLogs logs(10000);
    for (std::size_t place = 0; place < peers.size(); ++place) {
        if (place != peers.own()) {
            peers.send(place, messages::kParts, zyw2::write_parts(std::span(&parts[place], 1)));
        }
    }
    const Bytes payload = peers.receive(*before, messages::kDifferences, 100000);
    for (const crypto::Ciphertext& sum :
         zyw2::read_ciphertexts({payload, "last"}, table.domain_sizes.size())) {
        out.push_back(logs.find(key.decrypt(sum)));
    }
    return out;
}

TEST(ZhongYangWright2, OfASetTheMinerLearnsZeroOrRandom) {
    Divided table = divided_table(7);
    // Alike; one of the last party differs; one of the first; several of all.
    table.rows = {{{2, 1, 0, 1}, {2, 1, 1, 0}}, {}, {{2, 1, 0, 0}}, {{2, 1, 0, 0}, {2, 0, 0, 1}}};
    table.domain_sizes = {3, 2, 2, 2};
    table.promise = {.k = 2, .miner = 1};
    std::vector<std::optional<std::uint64_t>> opened;
    static_cast<void>(test::run_parties(4, [&](const Peers& peers) {
        if (peers.own() == 1) {
            opened = opened_differences(table, peers);
            for (const std::size_t place : {0U, 2U, 3U}) {
                peers.channel(place).abort(AbortReason::cancelled);
            }
            return;
        }
        Codes codes;
        for (const Codes& row : table.rows[peers.own()]) {
            codes.insert(codes.end(), row.begin(), row.end());
        }
        const std::vector<std::string> sensitive(table.rows[peers.own()].size());
        EXPECT_THROW(
            static_cast<void>(zhong_yang_wright_2_customers(
                {.domain_sizes = table.domain_sizes, .codes = codes, .sensitive = sensitive},
                table.promise,
                peers,
                {})),
            Error);
    }));
    ASSERT_EQ(opened.size(), 4U);
    EXPECT_EQ(opened[0], std::optional<std::uint64_t>(0));
    EXPECT_EQ(opened[1], std::nullopt);  // no number that could be counted to
    EXPECT_EQ(opened[2], std::nullopt);
    EXPECT_EQ(opened[3], std::nullopt);
}

TEST(ZhongYangWright2, ChangedMessagesEndWithAnErrorOrAReleaseOfKAlike) {
    std::map<std::uint16_t, std::size_t> errors;
    constexpr std::uint16_t kTypes = 9;
    for (std::uint64_t seed = 0; seed < 540; ++seed) {
        SCOPED_TRACE(seed);
        const Divided table = divided_table(seed / kTypes);
        if (table.all().size() < table.promise.k) {
            continue;
        }
        const auto type = messages::of_protocol(static_cast<std::uint16_t>(80 + seed % kTypes));
        std::mutex one_at_a_time;
        Random random(seed);
        std::uint64_t left = 1 + random.below(2);  // which of them
        try {
            const Finished found = by_protocol(table, [&](MessageType of, Bytes& payload) {
                const std::scoped_lock lock(one_at_a_time);
                if (of == type && left > 0 && --left == 0) {
                    test::change_somewhere(random, payload);
                }
            });
            std::map<Codes, std::uint64_t> rows;
            for (const StarredCustomer& row : found.miner.rows) {
                ++rows[row.codes];
            }
            for (const auto& [codes, count] : rows) {
                EXPECT_GE(count, table.promise.k);
            }
        } catch (const Error&) {
            ++errors[type.number];
        }
    }
    EXPECT_EQ(errors.size(), kTypes);
    for (const auto& [type, count] : errors) {
        EXPECT_GT(count, 20U) << type;
    }
}

}  // namespace
}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_customer.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_messages.hpp"

#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <set>

namespace kanon::parties {
namespace {

/// Customers by the places of their parties, none at the miner's.
struct Customers {
    std::vector<std::vector<CustomerRow>> rows;
    CustomersPromise promise;

    [[nodiscard]] std::vector<CustomerRow> all() const {
        std::vector<CustomerRow> out;
        for (const auto& of_party : rows) {
            out.insert(out.end(), of_party.begin(), of_party.end());
        }
        return out;
    }
};

CustomerRow row_of(std::uint64_t value, std::uint64_t customer) {
    return {.quasi_identifiers = "street no. " + std::to_string(value),
            .sensitive = "illness of customer " + std::to_string(customer)};
}

Customers random_customers(std::uint64_t seed) {
    Random random(seed);
    Customers out;
    const std::size_t parties = 3 + random.below(3);
    out.promise = {.k = 2 + random.below(3), .miner = random.below(parties)};
    out.rows.resize(parties);
    const std::uint64_t count = 3 + random.below(10);
    const std::uint64_t values = 2 + random.below(4);
    for (std::uint64_t customer = 0; customer < count; ++customer) {
        std::size_t place = random.below(parties);
        while (place == out.promise.miner) {
            place = random.below(parties);
        }
        out.rows[place].push_back(row_of(random.below(values), customer));
    }
    return out;
}

/// One party for each customer; the miner comes last. Sizes of the groups of equal rows.
Customers single_customers(const std::vector<std::size_t>& groups, std::uint64_t k) {
    Customers out;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (std::size_t i = 0; i < groups[group]; ++i) {
            out.rows.push_back({row_of(group, out.rows.size())});
        }
    }
    out.promise = {.k = k, .miner = out.rows.size()};
    out.rows.emplace_back();
    return out;
}

std::map<std::string, std::uint32_t> sizes_of_groups(const Customers& customers) {
    std::map<std::string, std::uint32_t> out;
    for (const CustomerRow& row : customers.all()) {
        ++out[row.quasi_identifiers];
    }
    return out;
}

std::vector<CustomerRow> rows_of_k(const Customers& customers) {
    const auto sizes = sizes_of_groups(customers);
    std::vector<CustomerRow> out;
    for (const CustomerRow& row : customers.all()) {
        if (sizes.at(row.quasi_identifiers) >= customers.promise.k) {
            out.push_back(row);
        }
    }
    std::ranges::sort(out);
    return out;
}

struct Finished {
    std::vector<CustomerRow> opened;
    std::vector<std::vector<std::uint32_t>> equal_rows;
    std::vector<test::Transcript> transcripts;
};

using Change = std::function<void(std::size_t, MessageType, Bytes&)>;  ///< of a place

Finished by_protocol(const Customers& customers, const Change& change = {}, unsigned threads = 1) {
    const RunContext context{.threads = threads};
    Finished out;
    out.equal_rows.resize(customers.rows.size());
    out.transcripts = test::run_parties(customers.rows.size(), [&](const Peers& plain) {
        const std::size_t own = plain.own();
        const test::TamperingPeers tampering(plain, [&, own](MessageType type, Bytes& payload) {
            if (change) {
                change(own, type, payload);
            }
        });
        if (own == customers.promise.miner) {
            out.opened = zhong_yang_wright_1_miner(customers.promise, tampering.peers(), context);
        } else {
            out.equal_rows[own] = zhong_yang_wright_1_customers(
                customers.rows[own], customers.promise, tampering.peers(), context);
        }
    });
    return out;
}

TEST(ZhongYangWright1, OpensTheRowsOfKAndMoreAndNoOthers) {
    std::size_t opened = 0;
    std::size_t sealed = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const Customers customers = random_customers(seed);
        const std::vector<CustomerRow> expected = rows_of_k(customers);
        const Finished run = by_protocol(customers);
        EXPECT_EQ(run.opened, expected);
        opened += expected.size();
        sealed += customers.all().size() - expected.size();
        if (customers.all().size() < customers.promise.k) {
            continue;
        }
        const auto sizes = sizes_of_groups(customers);
        for (std::size_t place = 0; place < customers.rows.size(); ++place) {
            ASSERT_EQ(run.equal_rows[place].size(), customers.rows[place].size());
            for (std::size_t row = 0; row < customers.rows[place].size(); ++row) {
                EXPECT_EQ(run.equal_rows[place][row],
                          sizes.at(customers.rows[place][row].quasi_identifiers));
            }
        }
    }
    EXPECT_GT(opened, 500U);
    EXPECT_GT(sealed, 300U);
}

TEST(ZhongYangWright1, TakesEmptyAndLongRowsAndAnyBytes) {
    Customers customers = single_customers({2, 2, 1}, 2);
    for (std::size_t place = 0; place < 2; ++place) {
        customers.rows[place][0] = {.quasi_identifiers = "", .sensitive = ""};
    }
    customers.rows[2][0].sensitive = std::string(10000, '\0') + "\xff";
    EXPECT_EQ(by_protocol(customers).opened, rows_of_k(customers));
    customers.rows[2][0].sensitive = std::string(kMostCustomerBytes, 'x');
    EXPECT_THROW(static_cast<void>(by_protocol(customers)), Error);
}

TEST(ZhongYangWright1, ThreadsChangeNothing) {
    Customers customers = single_customers({}, 3);
    customers.rows.resize(3);
    customers.promise.miner = 2;
    for (std::uint64_t i = 0; i < 60; ++i) {
        customers.rows[i % 2].push_back(row_of(i % 11, i));
    }
    customers.rows[1].push_back(row_of(12, 60));
    EXPECT_EQ(by_protocol(customers, {}, 3).opened, rows_of_k(customers));
    EXPECT_EQ(rows_of_k(customers).size(), 60U);
}

TEST(ZhongYangWright1, FewerThanKCustomersSayNothing) {
    const Finished run = by_protocol(single_customers({2}, 3));
    EXPECT_TRUE(run.opened.empty());
    EXPECT_EQ(run.equal_rows[0], std::vector<std::uint32_t>{1});
    EXPECT_EQ(run.transcripts[0][2].size(), 2U);
}

/// What a party sent to another, of a type.
const Bytes& sent(const Finished& run, std::size_t place, std::size_t to, MessageType type) {
    return std::ranges::find_if(
               run.transcripts[place][to],
               [&](const TranscriptEntry& entry) { return entry.sent && entry.type == type; })
        ->payload;
}

TEST(ZhongYangWright1, GroupsOfOneLessThanKSendNothing) {
    for (const std::uint64_t k : {2U, 3U, 4U}) {
        const Customers customers =
            single_customers(std::vector<std::size_t>(3, static_cast<std::size_t>(k - 1)), k);
        const Finished run = by_protocol(customers);
        EXPECT_TRUE(run.opened.empty());
        for (std::size_t place = 0; place < customers.promise.miner; ++place) {
            EXPECT_EQ(sent(run, place, customers.promise.miner, messages::kPartialOpenings),
                      Bytes{0});
        }
    }
}

/// Does a row open with any choice of these parts?
bool opens_with_some(const zyw1::SealedRow& row,
                     std::uint32_t number,
                     const std::vector<std::pair<std::uint32_t, crypto::Point>>& parts,
                     const crypto::Point& group_key) {
    for (std::uint32_t chosen = 1; chosen < (1U << parts.size()); ++chosen) {
        std::vector<crypto::PointShare> shares;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if ((chosen >> i & 1U) != 0) {
                shares.push_back({.x = zyw1::place_of_share(parts[i].first), .y = parts[i].second});
            }
        }
        try {
            static_cast<void>(zyw1::open_row(row, number, shares, group_key));
            return true;
        } catch (const Error&) {  // sealed
        }
    }
    return false;
}

/// What the miner got of customers that each have a party of their own.
struct MinersView {
    zyw1::Directory directory;
    std::vector<zyw1::SealedRow> rows;
    std::vector<zyw1::OpenedGroup> groups;  ///< each with the openers of all
};

MinersView view_of(const Customers& customers, const Finished& run) {
    const std::size_t miner = customers.promise.miner;
    MinersView out;
    out.directory =
        zyw1::read_directory({sent(run, miner, 0, messages::kAllCustomers), "miner"}, miner + 1);
    std::map<std::vector<std::uint32_t>, zyw1::OpenedGroup> groups;
    for (std::size_t place = 0; place < miner; ++place) {
        out.rows.push_back(
            zyw1::read_sealed_rows({sent(run, place, miner, messages::kSealedRows), "customer"},
                                   1,
                                   out.directory.padded)
                .front());
        for (zyw1::OpenedGroup& group :
             zyw1::read_openings({sent(run, place, miner, messages::kPartialOpenings), "customer"},
                                 out.directory,
                                 place,
                                 customers.promise.k)) {
            const auto [at, is_new] = groups.try_emplace(group.customers, group);
            if (!is_new) {
                at->second.openers.push_back(group.openers.front());
            }
        }
    }
    for (auto& [of, group] : groups) {
        out.groups.push_back(std::move(group));
    }
    return out;
}

/// The sets of `size` of these customers, as bits.
std::vector<std::uint32_t> sets_of(std::size_t customers, std::uint64_t size) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t set = 0; set < (1U << customers); ++set) {
        if (static_cast<std::uint64_t>(std::popcount(set)) == size) {
            out.push_back(set);
        }
    }
    return out;
}

/// With what these customers told the miner: do all rows of a group open, or none?
void expect_group(const MinersView& view,
                  const zyw1::OpenedGroup& group,
                  std::uint32_t set,
                  std::uint64_t k) {
    for (std::size_t i = 0; i < group.customers.size(); ++i) {
        std::vector<std::pair<std::uint32_t, crypto::Point>> parts;
        for (const zyw1::Opener& opener : group.openers) {
            if ((set >> opener.customer & 1U) != 0) {
                parts.emplace_back(opener.customer, opener.partial_openings[i]);
            }
        }
        const std::uint32_t number = group.customers[i];
        EXPECT_EQ(opens_with_some(view.rows[number], number, parts, group.group_key),
                  parts.size() == k);
    }
}

/// The same for all sets of k and of one less.
void expect_sets(const MinersView& view, const zyw1::OpenedGroup& group, std::uint64_t k) {
    for (const std::uint64_t size : {k - 1, k}) {
        for (const std::uint32_t set : sets_of(view.rows.size(), size)) {
            expect_group(view, group, set, k);
        }
    }
}

TEST(ZhongYangWright1, TranscriptsOfFewerThanKCustomersOpenNothing) {
    const std::vector<std::vector<std::size_t>> sizes{{2, 1}, {3, 2}, {5}, {4, 1}, {6}};
    for (const std::vector<std::size_t>& groups : sizes) {
        for (std::uint64_t k = 2; k <= std::min<std::size_t>(groups[0], 4); ++k) {
            const Customers customers = single_customers(groups, k);
            const MinersView view = view_of(customers, by_protocol(customers));
            ASSERT_FALSE(view.groups.empty());
            for (const zyw1::OpenedGroup& group : view.groups) {
                ASSERT_EQ(group.openers.size(), k);
                expect_sets(view, group, k);
            }
        }
    }
}

/// Customers who went through all of the protocol, without messages.
struct Dealt {
    std::vector<CustomerRow> rows;
    std::vector<zyw1::Customer> customers;
    crypto::Point joint_key;
    std::vector<zyw1::SealedRow> sealed;
};

Dealt dealt_customers(std::size_t count, std::uint64_t k) {
    Dealt out;
    std::vector<crypto::Point> keys;
    for (std::uint32_t i = 0; i < count; ++i) {
        out.rows.push_back(row_of(i / 3, i));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        out.customers.emplace_back(out.rows[i]);
        out.customers.back().set_number(i);
        keys.push_back(out.customers.back().public_key());
    }
    std::vector<std::uint32_t> helpers(static_cast<std::size_t>(k));
    std::iota(helpers.begin(), helpers.end(), 0U);
    std::vector<zyw1::DealtShares> dealt;
    for (const std::uint32_t helper : helpers) {
        dealt.push_back(out.customers[helper].deal(k, keys));
        out.joint_key = out.joint_key + dealt.back().in_public;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        std::vector<std::string> own;
        crypto::Point evaluated;
        for (const std::uint32_t helper : helpers) {
            own.push_back(dealt[helper].shares[i]);
            evaluated = evaluated + out.customers[helper].evaluate(out.customers[i].blinded());
        }
        out.customers[i].take_shares(own, helpers, keys);
        out.customers[i].take_evaluated(evaluated);
        out.sealed.push_back(out.customers[i].seal_row(out.joint_key, 128));
    }
    return out;
}

/// With the shares of these customers, whichever rows they have.
void expect_rows(const Dealt& dealt, std::uint32_t set, bool are_k) {
    for (std::uint32_t row = 0; row < dealt.rows.size(); ++row) {
        std::vector<std::pair<std::uint32_t, crypto::Point>> parts;
        for (std::uint32_t i = 0; i < dealt.customers.size(); ++i) {
            if ((set >> i & 1U) != 0) {
                parts.emplace_back(
                    i, dealt.customers[i].partial_opening(dealt.sealed[row].tagged.point));
            }
        }
        const auto opens = [&](std::uint32_t keyholder) {
            return opens_with_some(
                dealt.sealed[row], row, parts, dealt.customers[keyholder].group_key());
        };
        EXPECT_EQ(opens(row), are_k);
        EXPECT_FALSE(opens((row + 3) % 6));  // of another group, k shares or not
    }
}

TEST(ZhongYangWright1, SharesOfFewerThanKCustomersOpenNoRowEvenWithItsGroupKey) {
    for (std::uint64_t k = 2; k <= 4; ++k) {
        const Dealt dealt = dealt_customers(7, k);
        for (const std::uint64_t size : {k - 1, k}) {
            for (const std::uint32_t set : sets_of(7, size)) {
                expect_rows(dealt, set, size == k);
            }
        }
    }
}

TEST(ZhongYangWright1, OnlyEqualRowsAreFoundEqual) {
    const Dealt dealt = dealt_customers(7, 3);
    std::vector<zyw1::TaggedPoint> tagged;
    for (const zyw1::SealedRow& row : dealt.sealed) {
        tagged.push_back(row.tagged);
    }
    EXPECT_EQ(dealt.customers[1].equal_rows(tagged), (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(dealt.customers[6].equal_rows(tagged), (std::vector<std::uint32_t>{6}));
    std::swap(tagged[0], tagged[1]);  // tags are bound to their customers
    EXPECT_EQ(dealt.customers[1].equal_rows(tagged), (std::vector<std::uint32_t>{2}));
}

TEST(ZhongYangWright1, HelpersAreOfEveryPartyAndKAtLeast) {
    zyw1::Directory directory{.padded = 0, .counts = {0, 4, 0, 1, 3}};
    directory.public_keys.resize(8);
    using Numbers = std::vector<std::uint32_t>;
    EXPECT_EQ(directory.helpers(1), (Numbers{0, 4, 5}));
    EXPECT_EQ(directory.helpers(3), (Numbers{0, 4, 5}));
    EXPECT_EQ(directory.helpers(5), (Numbers{0, 1, 2, 4, 5}));
    EXPECT_EQ(directory.helpers(8).size(), 8U);
    EXPECT_EQ(directory.helpers_at(4, 3), (Numbers{5}));
    EXPECT_EQ(directory.helpers_at(0, 3), Numbers{});
    EXPECT_EQ(directory.place_of(4), 3U);
    EXPECT_EQ(directory.place_of(5), 4U);
}

TEST(ZhongYangWright1, TranscriptsHaveNoValueAndNoSizeThatTellsOne) {
    Customers customers = single_customers({3, 2}, 3);
    const Finished first = by_protocol(customers);
    customers.rows[3][0].quasi_identifiers += " at the end of it";
    const Finished second = by_protocol(customers);
    for (std::size_t place = 0; place < customers.rows.size(); ++place) {
        for (std::size_t other = 0; other < customers.rows.size(); ++other) {
            const auto& entries = first.transcripts[place][other];
            const auto& again = second.transcripts[place][other];
            ASSERT_EQ(entries.size(), again.size());
            if (place != customers.promise.miner && other != customers.promise.miner) {
                EXPECT_TRUE(entries.empty());  // customers talk to the miner alone
            }
            for (std::size_t i = 0; i < entries.size(); ++i) {
                const std::string payload(entries[i].payload.begin(), entries[i].payload.end());
                EXPECT_EQ(payload.find("street"), std::string::npos);
                EXPECT_EQ(payload.find("illness"), std::string::npos);
                EXPECT_EQ(entries[i].bytes, again[i].bytes);
                if (entries[i].bytes > 1) {
                    EXPECT_NE(entries[i].payload, again[i].payload);
                }
            }
        }
    }
}

/// Tags, points and seals of equal rows have nothing in common that the miner could see.
TEST(ZhongYangWright1, TheMinerSeesNoTwoEqualBlocks) {
    const Customers customers = single_customers({4, 1}, 5);  // too few to open
    const Finished run = by_protocol(customers);
    EXPECT_TRUE(run.opened.empty());
    std::set<std::string> blocks;
    std::size_t count = 0;
    for (std::size_t place = 0; place < customers.promise.miner; ++place) {
        for (const MessageType type : {messages::kDealtShares, messages::kSealedRows}) {
            const Bytes& payload = sent(run, place, customers.promise.miner, type);
            for (std::size_t at = 0; at + 32 <= payload.size(); ++at) {
                blocks.emplace(payload.begin() + static_cast<std::ptrdiff_t>(at),
                               payload.begin() + static_cast<std::ptrdiff_t>(at) + 32);
                ++count;
            }
        }
    }
    EXPECT_EQ(blocks.size(), count);
}

TEST(ZhongYangWright1, ChangedSharesAndSealsEndWithAnError) {
    const Customers customers = single_customers({3, 1}, 3);
    for (std::size_t place = 0; place < 3; ++place) {
        for (const std::size_t at : {32U, 60U, 90U, 135U, 140U, 447U}) {
            EXPECT_THROW(static_cast<void>(
                             by_protocol(customers,
                                         [&](std::size_t own, MessageType type, Bytes& payload) {
                                             if (own == place && type == messages::kDealtShares) {
                                                 payload.at(at) ^= 1U;
                                             }
                                         })),
                         Error);
        }
        for (const MessageType changed : {messages::kSealedRows, messages::kPartialOpenings}) {
            for (const std::size_t from_end : {1U, 20U, 60U, 100U}) {
                EXPECT_THROW(static_cast<void>(by_protocol(
                                 customers,
                                 [&](std::size_t own, MessageType type, Bytes& payload) {
                                     if (own == place && type == changed) {
                                         payload.at(payload.size() - from_end) ^= 1U;
                                     }
                                 })),
                             Error);
            }
        }
    }
}

TEST(ZhongYangWright1, ChangedMessagesNeverOpenWhatIsBelowK) {
    std::size_t errors = 0;
    constexpr std::uint16_t kTypes = 9;
    for (std::uint64_t seed = 0; seed < 360; ++seed) {
        SCOPED_TRACE(seed);
        const Customers customers = random_customers(seed / kTypes);
        const auto type = messages::of_protocol(static_cast<std::uint16_t>(64 + seed % kTypes));
        const std::vector<CustomerRow> expected = rows_of_k(customers);
        bool has_changed = false;
        std::mutex one_at_a_time;
        Random random(seed);
        try {
            const Finished run =
                by_protocol(customers, [&](std::size_t, MessageType of, Bytes& payload) {
                    const std::scoped_lock lock(one_at_a_time);
                    if (of == type && !has_changed) {
                        has_changed = true;
                        test::change_somewhere(random, payload);
                    }
                });
            EXPECT_TRUE(std::ranges::includes(expected, run.opened));
        } catch (const Error&) {
            ++errors;
        }
    }
    EXPECT_GT(errors, 200U);
}

}  // namespace
}  // namespace kanon::parties

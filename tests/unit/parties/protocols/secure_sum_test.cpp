// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/agreement/protocol_info.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include "shared_out_rows.hpp"
#include "support/mixed_problems.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

using kanon::test::mixed_problem;
using kanon::test::released_text;

using test::shared_out;
using test::SharedOutRows;

SharedOutRows divided_table(std::uint64_t seed) {
    Random random(seed + 1000);
    return shared_out(mixed_problem(seed), 2 + seed % 5, random);
}

std::vector<SummedClasses> by_protocol(const SharedOutRows& rows,
                                       std::vector<test::Transcript>* transcripts = nullptr) {
    std::vector<SummedClasses> out(rows.sites.size());
    auto found = test::run_parties(rows.sites.size(), [&](const Peers& peers) {
        out[peers.own()] = secure_sum(rows.sites[peers.own()], peers, {});
    });
    if (transcripts != nullptr) {
        *transcripts = std::move(found);
    }
    return out;
}

Outcome central(const Task& task) {
    return make_method(find_method("mondrian"), task, {{"ties", "by-name"}})->run(task, {});
}

void expect_as_central(const SharedOutRows& rows, std::uint64_t seed) {
    const Outcome outcome = central(rows.joint);
    ASSERT_TRUE(outcome.recoding) << seed;
    const auto& expected = std::get<ClassRecoding>(*outcome.recoding);
    const std::vector<SummedClasses> found = by_protocol(rows);
    std::map<std::uint32_t, std::uint32_t> same;
    std::map<std::uint32_t, std::uint64_t> size;
    for (std::size_t site = 0; site < found.size(); ++site) {
        EXPECT_NEAR(found[site].loss, outcome.loss, 1e-12) << seed;
        EXPECT_EQ(found[site].joint_rows, rows.joint.row_types().row_count()) << seed;
        ASSERT_EQ(found[site].recoding.class_of_type.size(), rows.joint_types[site].size());
        for (std::size_t type = 0; type < rows.joint_types[site].size(); ++type) {
            const std::uint32_t here = found[site].recoding.class_of_type[type];
            const std::uint32_t there = expected.class_of_type[rows.joint_types[site][type]];
            EXPECT_EQ(same.emplace(here, there).first->second, there) << seed;
            EXPECT_EQ(released_text(found[site].recoding, here), released_text(expected, there))
                << seed;
            size[here] += rows.sites[site].row_types().counts[type];
        }
    }
    EXPECT_EQ(same.size(), expected.value_of_class[0].size()) << seed;
    for (const auto& [of_class, count] : size) {
        for (const SummedClasses& of_site : found) {
            EXPECT_EQ(of_site.rows[of_class], count) << seed;
        }
    }
}

TEST(SecureSum, IsTheMethodOnAllRows) {
    int tables = 0;
    for (std::uint64_t seed = 0; seed < 510; ++seed) {
        const SharedOutRows rows = divided_table(seed);
        if (rows.joint.row_types().row_count() >= rows.joint.k) {
            expect_as_central(rows, seed);
            ++tables;
        }
    }
    EXPECT_GE(tables, 500);
}

/// The codes of what sites throw; none: nothing.
std::vector<std::optional<ErrorCode>> faults(
    const SharedOutRows& rows,
    std::size_t tamperer = std::numeric_limits<std::size_t>::max(),
    const test::TamperingChannel::Change& change = {}) {
    std::vector<std::optional<ErrorCode>> out(rows.sites.size());
    try {
        test::run_parties(rows.sites.size(), [&](const Peers& peers) {
            try {
                const std::size_t own = peers.own();
                if (own == tamperer) {
                    const test::TamperingPeers tampering(peers, change);
                    static_cast<void>(secure_sum(rows.sites[own], tampering.peers(), {}));
                } else {
                    static_cast<void>(secure_sum(rows.sites[own], peers, {}));
                }
            } catch (const Error& error) {
                out[peers.own()] = error.code();
                throw;
            }
        });
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): its code is in `out`
    }
    return out;
}

TEST(SecureSum, IsInfeasibleAtAllSitesOfTooFewRows) {
    Random random(3);
    Problem few = kanon::test::with_k(
        kanon::test::random_problem({.rows = 6, .attributes = 2, .values = 4}, 1), 7);
    const SharedOutRows rows = shared_out(std::move(few), 3, random);
    for (const auto& fault : faults(rows)) {
        EXPECT_EQ(fault, ErrorCode::infeasible);
    }
}

TEST(SecureSum, SendsNothingWhereCountsDoNotDecide) {
    Random random(3);
    SharedOutRows rows = shared_out(mixed_problem(1), 2, random);
    for (Task& site : rows.sites) {
        site.suppression_limit = 2;
    }
    test::run_parties(2, [&](const Peers& peers) {
        EXPECT_THROW(static_cast<void>(secure_sum(rows.sites[peers.own()], peers, {})), Error);
        EXPECT_EQ(peers.channel(1 - peers.own()).traffic().bytes_sent, 0U);
    });
}

/// Numbers of a payload.
std::vector<std::uint64_t> numbers_of(const Bytes& payload) {
    MessageReader reader(payload, "test");
    std::vector<std::uint64_t> out;
    while (reader.left() > 0) {
        out.push_back(reader.u64());
    }
    return out;
}

/// Every message of a run by sender, receiver, type and size.
std::vector<std::vector<std::string>> shapes(const std::vector<test::Transcript>& transcripts) {
    std::vector<std::vector<std::string>> out;
    for (const test::Transcript& of_site : transcripts) {
        for (const std::vector<TranscriptEntry>& with : of_site) {
            std::vector<std::string>& line = out.emplace_back();
            for (const TranscriptEntry& entry : with) {
                line.push_back(std::to_string(entry.type.number) + (entry.sent ? " > " : " < ") +
                               std::to_string(entry.payload.size()));
            }
        }
    }
    return out;
}

TEST(SecureSum, LengthsTellNoMoreThanTheSums) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Random one(seed);
        Random other(seed + 500);
        std::vector<test::Transcript> first;
        std::vector<test::Transcript> second;
        by_protocol(shared_out(mixed_problem(seed), 3, one), &first);
        by_protocol(shared_out(mixed_problem(seed), 3, other), &second);
        EXPECT_EQ(shapes(first), shapes(second)) << seed;
    }
}

/// Messages that the answers and the sizes of classes determine.
bool is_determined(MessageType type) {
    return type == messages::kAnswers || type == messages::kSums;
}

/// What a site receives that is determined, message by message.
std::vector<Bytes> determined(const test::Transcript& of_site) {
    std::vector<Bytes> out;
    for (const std::vector<TranscriptEntry>& with : of_site) {
        for (const TranscriptEntry& entry : with) {
            if (!entry.sent && is_determined(entry.type)) {
                out.push_back(entry.payload);
            }
        }
    }
    return out;
}

/// The same rows, but each site has those of the next one; the first keeps its own.
SharedOutRows turned(const SharedOutRows& rows) {
    SharedOutRows out = rows;
    std::rotate(out.sites.begin() + 1, out.sites.begin() + 2, out.sites.end());
    std::rotate(out.joint_types.begin() + 1, out.joint_types.begin() + 2, out.joint_types.end());
    return out;
}

/// A site sees what its own rows, the release and the declared leakage are: that is the same
/// however the other rows are divided between the others. Messages have the same shapes then, and
/// the same bytes where they are not random; that these are uniform is JointCounts' to show.
TEST(SecureSum, ASiteSeesNotWhoseTheOtherRowsAre) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const SharedOutRows rows = shared_out(mixed_problem(seed), 3 + seed % 3, random);
        if (rows.joint.row_types().row_count() < rows.joint.k) {
            continue;
        }
        std::vector<test::Transcript> first;
        std::vector<test::Transcript> second;
        by_protocol(rows, &first);
        by_protocol(turned(rows), &second);
        EXPECT_EQ(shapes(first), shapes(second)) << seed;
        for (std::size_t site = 0; site < first.size(); ++site) {
            EXPECT_EQ(determined(first[site]), determined(second[site])) << seed;
        }
    }
}

/// Sums that are opened are of all rows, or of the rows of a part: k and more.
TEST(SecureSum, OpensNoSumBelowK) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const SharedOutRows rows = shared_out(mixed_problem(seed), 3, random);
        if (rows.joint.row_types().row_count() < rows.joint.k) {
            continue;
        }
        std::vector<test::Transcript> seen;
        by_protocol(rows, &seen);
        for (const TranscriptEntry& entry : seen[1][0]) {
            if (entry.type == messages::kSums) {
                for (const std::uint64_t sum : numbers_of(entry.payload)) {
                    EXPECT_GE(sum, rows.joint.k);
                }
            }
        }
    }
}

/// The tampering site does something to the number-th of its messages of a type.
test::TamperingChannel::Change at_message(MessageType type,
                                          int number,
                                          const std::function<void(Bytes&)>& change) {
    auto seen = std::make_shared<std::atomic<int>>(0);
    return [=](MessageType of, Bytes& payload) {
        if (of == type && (*seen)++ == number) {
            change(payload);
        }
    };
}

void expect_refused(const SharedOutRows& rows,
                    std::size_t tamperer,
                    const test::TamperingChannel::Change& change,
                    const std::string& what) {
    const auto found = faults(rows, tamperer, change);
    EXPECT_TRUE(std::ranges::any_of(found, [](const auto& fault) {
        return fault == ErrorCode::bad_input;
    })) << what;
    EXPECT_TRUE(std::ranges::all_of(found, [](const auto& fault) { return fault.has_value(); }))
        << what;
}

TEST(SecureSum, RefusesWhatIsNotAsAgreed) {
    Random random(9);
    Problem joint = kanon::test::with_k(
        kanon::test::random_problem({.rows = 60, .attributes = 3, .values = 6}, 4), 3);
    joint.tracked.clear();
    joint.class_place.reset();
    const SharedOutRows rows = shared_out(std::move(joint), 4, random);
    const auto longer = [](Bytes& payload) { payload.resize(payload.size() + 8); };
    const auto shorter = [](Bytes& payload) { payload.pop_back(); };
    const auto not_below = [](Bytes& payload) { payload[0] = 251; };
    const auto no_key = [](Bytes& payload) { std::ranges::fill(payload, std::uint8_t{0}); };
    const std::vector<std::pair<std::size_t, MessageType>> sent{{0, messages::kSums},
                                                                {1, messages::kMaskedNumbers},
                                                                {0, messages::kBitParts},
                                                                {3, messages::kBitParts},
                                                                {3, messages::kNumberParts},
                                                                {1, messages::kHiddenParts},
                                                                {2, messages::kHiddenSums},
                                                                {0, messages::kJudgesBits},
                                                                {0, messages::kCoinedAnswers},
                                                                {1, messages::kAnswers},
                                                                {0, messages::kAnswers}};
    for (const auto& [tamperer, type] : sent) {
        const std::string name = std::to_string(type.number);
        for (int number = 0; number < 3; ++number) {
            expect_refused(rows, tamperer, at_message(type, number, longer), name + " longer");
            expect_refused(rows, tamperer, at_message(type, number, shorter), name + " shorter");
        }
    }
    for (const auto& [tamperer, type] : std::vector<std::pair<std::size_t, MessageType>>{
             {3, messages::kBitParts}, {2, messages::kHiddenParts}, {0, messages::kJudgesBits}}) {
        expect_refused(rows, tamperer, at_message(type, 0, not_below), "no number below 251");
    }
    for (const std::size_t tamperer : {0U, 1U, 2U}) {
        expect_refused(rows, tamperer, at_message(messages::kMaskKey, 0, no_key), "no key");
        expect_refused(rows, tamperer, at_message(messages::kPartsKey, 0, no_key), "no key");
    }
    const auto too_many = [](Bytes& payload) { payload[5] ^= 1; };
    expect_refused(rows, 1, at_message(messages::kMaskedNumbers, 0, too_many), "absurd rows");
}

/// One of two sites says that it has other bits, rows or sums than it has.
TEST(SecureSum, RefusesAnswersThatItsOwnRowsContradict) {
    Problem joint = kanon::test::bound(
        kanon::test::table_of("a", "1; 1; 1; 1; 1; 1; 2; 2; 2; 2; 2; 2"),
        "attributes: {a: {role: quasi-identifying, recode: range}}\nprivacy: {k-anonymity: 3}\n");
    SharedOutRows rows{.joint = std::move(joint), .sites = {}, .joint_types = {{0, 1}, {0, 1}}};
    rows.sites.push_back(kanon::test::task_of_some(rows.joint, {5, 1}));
    rows.sites.push_back(kanon::test::task_of_some(rows.joint, {1, 5}));
    const auto part = [](std::uint64_t added) {
        return at_message(messages::kMaskedNumbers, 1, [added](Bytes& payload) {
            std::vector<std::uint64_t> numbers = numbers_of(payload);
            numbers.at(0) += added;
            MessageWriter writer;
            writer.u64(numbers[0]);
            payload = writer.take();
        });
    };
    EXPECT_EQ(faults(rows, 1, part(0))[0], std::nullopt);
    EXPECT_EQ(faults(rows, 1, part(1))[0], std::nullopt) << "as if it had another row";
    EXPECT_EQ(faults(rows, 1, part(0 - std::uint64_t{2}))[0], ErrorCode::bad_input)
        << "fewer than this site has";
    EXPECT_EQ(faults(rows, 1, part(5))[0], ErrorCode::bad_input) << "too few are left";
}

TEST(SecureSum, EndsByAnErrorOrAResultWhateverIsChanged) {
    Random random(17);
    int refused = 0;
    constexpr int kTrials = 400;
    for (int trial = 0; trial < kTrials; ++trial) {
        const SharedOutRows rows = divided_table(static_cast<std::uint64_t>(trial) % 40);
        const std::size_t tamperer = random.below(rows.sites.size());
        const auto number = static_cast<int>(random.below(25));
        auto seen = std::make_shared<std::atomic<int>>(0);
        const auto found = faults(rows, tamperer, [&, seen](MessageType, Bytes& payload) {
            if ((*seen)++ == number) {
                test::change_somewhere(random, payload);
            }
        });
        refused +=
            std::ranges::any_of(found, [](const auto& one) { return one.has_value(); }) ? 1 : 0;
    }
    EXPECT_GT(refused, kTrials / 4);
}

TEST(SecureSum, StandsInTheTableOfProtocols) {
    const ProtocolInfo& info = find_protocol("secure-sum");
    EXPECT_EQ(info.division, Division::horizontal);
    EXPECT_EQ(info.least_parties, 2U);
    EXPECT_EQ(info.most_parties, 20U);
    EXPECT_FALSE(info.leakage.empty());
}

}  // namespace
}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum_nodes.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include "shared_out_rows.hpp"
#include "support/random_problems.hpp"
#include "tampering_channel.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

using test::shared_out;
using test::SharedOutRows;

constexpr std::array kObjectives{Objective::gcp,
                                 Objective::lm,
                                 Objective::loss,
                                 Objective::loss_geometric,
                                 Objective::prec,
                                 Objective::height,
                                 Objective::relative_height};

Problem problem_of_nodes(std::uint64_t seed) {
    Random random(seed + 77);
    Problem problem = kanon::test::random_problem({.rows = 8 + random.below(120),
                                                   .attributes = 1 + random.below(5),
                                                   .values = 2 + random.below(9),
                                                   .starred_top = random.below(2) == 0},
                                                  seed);
    problem = kanon::test::with_k(std::move(problem), 2 + random.below(6));
    problem.objective = kObjectives[seed % kObjectives.size()];
    problem.suppression_limit = 0;
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        if (random.below(4) == 0) {
            attribute.least_level = 1;
        }
        if (random.below(9) == 0) {
            attribute.greatest_level =
                std::max(attribute.least_level, static_cast<Level>(attribute.greatest_level - 1));
        }
    }
    return problem;
}

std::vector<std::optional<SummedNode>> by_protocol(
    const SharedOutRows& rows, std::vector<test::Transcript>* transcripts = nullptr) {
    std::vector<std::optional<SummedNode>> out(rows.sites.size());
    auto found = test::run_parties(rows.sites.size(), [&](const Peers& peers) {
        try {
            out[peers.own()] = secure_sum_nodes(rows.sites[peers.own()], peers, {});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        }
    });
    if (transcripts != nullptr) {
        *transcripts = std::move(found);
    }
    return out;
}

/// The node, the loss and the proof of the method on all rows.
TEST(SecureSumNodes, AreTheBestOfAllRows) {
    int found = 0;
    int infeasible = 0;
    for (std::uint64_t seed = 0; seed < 560; ++seed) {
        Random random(seed + 1000);
        const SharedOutRows rows = shared_out(problem_of_nodes(seed), 2 + seed % 5, random);
        const Outcome central =
            make_method(find_method("optimal"), rows.joint, {})->run(rows.joint, {});
        const auto by_sites = by_protocol(rows);
        for (const std::optional<SummedNode>& of_site : by_sites) {
            ASSERT_EQ(of_site.has_value(), central.recoding.has_value()) << seed;
            if (!of_site) {
                continue;
            }
            EXPECT_EQ(of_site->recoding.node, std::get<GlobalRecoding>(*central.recoding).node)
                << seed;
            EXPECT_EQ(of_site->loss, central.loss) << seed;
            EXPECT_EQ(of_site->loss, central.lower_bound) << seed;
            EXPECT_EQ(of_site->joint_rows, rows.joint.row_types().row_count());
        }
        (central.recoding ? found : infeasible) += 1;
    }
    EXPECT_GE(found, 500);
    EXPECT_GT(infeasible, 5);
}

/// Sums that are opened are of rows, and of what columns cost where every label has k rows or none.
TEST(SecureSumNodes, TellTheSameHoweverRowsAreDivided) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random one(seed);
        Random other(seed + 500);
        std::vector<test::Transcript> first;
        std::vector<test::Transcript> second;
        by_protocol(shared_out(problem_of_nodes(seed), 4, one), &first);
        by_protocol(shared_out(problem_of_nodes(seed), 4, other), &second);
        for (std::size_t site = 0; site < first.size(); ++site) {
            for (std::size_t with = 0; with < first.size(); ++with) {
                ASSERT_EQ(first[site][with].size(), second[site][with].size()) << seed;
                for (std::size_t i = 0; i < first[site][with].size(); ++i) {
                    const TranscriptEntry& a = first[site][with][i];
                    const TranscriptEntry& b = second[site][with][i];
                    EXPECT_EQ(a.type, b.type);
                    EXPECT_EQ(a.bytes, b.bytes);
                    if (a.type == messages::kAnswers || a.type == messages::kSums) {
                        EXPECT_EQ(a.payload, b.payload) << seed;
                    }
                }
            }
        }
    }
}

TEST(SecureSumNodes, AreRefusedWhereCountsDoNotDecide) {
    const auto refused = [](Problem joint) {
        Random random(3);
        const SharedOutRows rows = shared_out(std::move(joint), 2, random);
        test::run_parties(2, [&](const Peers& peers) {
            EXPECT_THROW(static_cast<void>(secure_sum_nodes(rows.sites[peers.own()], peers, {})),
                         Error);
            EXPECT_EQ(peers.channel(1 - peers.own()).traffic().bytes_sent, 0U);
        });
    };
    Problem joint = problem_of_nodes(1);
    joint.suppression_limit = 2;
    refused(joint);
    joint = problem_of_nodes(1);
    joint.objective = Objective::dm;
    refused(joint);
    joint = problem_of_nodes(1);
    kanon::test::add_l_diversity(joint, "distinct", 2);
    refused(joint);
}

TEST(SecureSumNodes, EndByAnErrorOrAResultWhateverIsChanged) {
    Random random(18);
    int refused = 0;
    for (int trial = 0; trial < 300; ++trial) {
        Random chance(static_cast<std::uint64_t>(trial));
        const SharedOutRows rows = shared_out(
            problem_of_nodes(static_cast<std::uint64_t>(trial)), 2 + random.below(4), chance);
        const std::size_t tamperer = random.below(rows.sites.size());
        const auto number = static_cast<int>(random.below(20));
        std::atomic<int> seen = 0;
        try {
            test::run_parties(rows.sites.size(), [&](const Peers& peers) {
                const Task& own = rows.sites[peers.own()];
                if (peers.own() != tamperer) {
                    static_cast<void>(secure_sum_nodes(own, peers, {}));
                    return;
                }
                const test::TamperingPeers tampering(peers, [&](MessageType, Bytes& payload) {
                    if (seen++ == number) {
                        test::change_somewhere(random, payload);
                    }
                });
                static_cast<void>(secure_sum_nodes(own, tampering.peers(), {}));
            });
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 60);
}

}  // namespace
}  // namespace kanon::parties

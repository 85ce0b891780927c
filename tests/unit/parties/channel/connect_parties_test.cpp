// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/connect_parties.hpp"

#include "channel_support.hpp"
#include "tls_support.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kanon::parties {
namespace {

using kanon::test::TemporaryFolder;
using test::Beside;
using test::contains;
using test::failure_of;
using test::kNumbers;
using test::loopback;
using test::new_identity;

class ConnectParties : public ::testing::Test {
protected:
    /// Another party; one that listens has a port of this machine.
    void add(const std::string& name, bool listens) {
        identities.push_back(new_identity(folder, name));
        listeners.push_back(listens ? std::make_unique<TlsListener>(loopback()) : nullptr);
        parties.push_back({.name = name,
                           .address = listens ? loopback(listeners.back()->port()).text() : "",
                           .fingerprint = identities.back().fingerprint()});
    }

    /// Each of these parties in a thread: says its number to all others and hears theirs.
    std::map<std::size_t, std::string> exchange(
        const std::vector<std::vector<std::size_t>>& lists) {
        std::map<std::size_t, std::string> heard;
        for (std::size_t i = 0; i < lists.size(); ++i) {
            heard[i];
        }
        std::vector<std::unique_ptr<Beside>> threads;
        threads.reserve(lists.size());
        for (std::size_t i = 0; i < lists.size(); ++i) {
            threads.push_back(std::make_unique<Beside>(
                [this, i, list = rows(lists[i]), &out = heard.at(i)] { out = greet(i, list); }));
        }
        for (const auto& thread : threads) {
            EXPECT_EQ(thread->failure().text, "");
        }
        return heard;
    }

    std::vector<Party> rows(const std::vector<std::size_t>& numbers) const {
        std::vector<Party> out;
        out.reserve(numbers.size());
        for (const std::size_t number : numbers) {
            out.push_back(parties[number]);
        }
        return out;
    }

    std::string greet(std::size_t self, const std::vector<Party>& list) const {
        const auto channels =
            connect_parties(list, identities[self], {}, {}, listeners[self].get());
        for (const auto& entry : channels) {
            entry.second->send(kNumbers, Bytes{static_cast<std::uint8_t>(self)});
        }
        std::string heard;
        for (const auto& entry : channels) {
            const Bytes number = entry.second->receive(kNumbers, 1);
            heard += entry.first + std::to_string(number[0]) + " ";
        }
        for (const auto& entry : channels) {
            entry.second->close();
        }
        return heard;
    }

    TemporaryFolder folder;
    std::vector<Identity> identities;
    std::vector<std::unique_ptr<TlsListener>> listeners;
    std::vector<Party> parties;
};

TEST_F(ConnectParties, JoinsAllWithAll) {
    for (const std::string name : {"a", "b", "c", "d"}) {
        add(name, name != "b");  // who has no address dials those before and after
    }
    const std::vector<std::size_t> all{0, 1, 2, 3};
    const auto heard = exchange({all, all, all, all});
    EXPECT_EQ(heard.at(0), "b1 c2 d3 ");
    EXPECT_EQ(heard.at(1), "a0 c2 d3 ");
    EXPECT_EQ(heard.at(3), "a0 b1 c2 ");
}

TEST_F(ConnectParties, JoinsAllWithAHub) {
    add("a", false);
    add("hub", true);
    add("z", false);
    const auto heard = exchange({{0, 1}, {0, 1, 2}, {1, 2}});
    EXPECT_EQ(heard.at(0), "hub1 ");
    EXPECT_EQ(heard.at(1), "a0 z2 ");
    EXPECT_EQ(heard.at(2), "hub1 ");
}

TEST_F(ConnectParties, SaysWhoIsMissing) {
    add("a", true);
    add("b", false);
    add("c", false);
    Beside b([&] {
        const auto channels = connect_parties(rows({0, 1}), identities[1]);
        (void)channels.at("a")->receive(kNumbers, 1);
    });
    const auto failure = failure_of([&] {
        (void)connect_parties(
            parties, identities[0], {.connect_seconds = 1}, {}, listeners[0].get());
    });
    EXPECT_EQ(failure.code, ErrorCode::timed_out);
    EXPECT_TRUE(contains(failure.text, "c did not connect")) << failure.text;
    EXPECT_FALSE(contains(failure.text, "b did not connect")) << failure.text;
    EXPECT_EQ(b.failure().text, "a stopped: it waited too long");
}

TEST_F(ConnectParties, TellsAllWhyOneStops) {
    add("a", true);
    add("b", false);
    Beside b([&] {
        const auto channels = connect_parties(parties, identities[1]);
        (void)channels.at("a")->receive(kNumbers, 1);
    });
    const auto channels = connect_parties(parties, identities[0], {}, {}, listeners[0].get());
    abort_all(channels, AbortReason::infeasible);
    EXPECT_EQ(b.failure().text, "a stopped: no release can keep the promises");
}

TEST_F(ConnectParties, TakesOnlyListsThatFit) {
    add("a", true);
    add("b", true);
    add("c", false);
    add("d", false);
    const auto refusal = [&](const std::vector<Party>& list, std::size_t self) {
        const auto failure = failure_of([&] { (void)connect_parties(list, identities[self]); });
        EXPECT_EQ(failure.code, ErrorCode::usage);
        return failure.text;
    };
    EXPECT_TRUE(contains(refusal(rows({0}), 0), "2 to 20 rows"));
    EXPECT_TRUE(contains(refusal(rows({0, 1}), 2), "has no row of this party"));
    EXPECT_TRUE(contains(refusal(rows({0, 1, 0}), 0), "twice"));
    EXPECT_TRUE(contains(refusal(rows({2, 3}), 2), "no address of c or d"));
    auto list = rows({0, 1});
    list[1].fingerprint = list[0].fingerprint;
    EXPECT_TRUE(contains(refusal(list, 0), "the fingerprint of b twice"));
    list = rows({0, 1});
    list[0].address = "nowhere";
    EXPECT_TRUE(contains(refusal(list, 1), "needs a port"));
}

}  // namespace
}  // namespace kanon::parties

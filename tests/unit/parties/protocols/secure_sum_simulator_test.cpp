// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/modular_stream.hpp"
#include "kanon/parties/protocols/secure_sum.hpp"
#include "kanon/parties/protocols/secure_sum_nodes.hpp"

#include "shared_out_rows.hpp"
#include "support/random_problems.hpp"
#include "two_ends.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

using test::shared_out;
using test::SharedOutRows;

/// What is declared of a run: the answers to what was asked, and the sums that were opened.
struct Declared {
    std::vector<Bytes> answers;
    std::vector<Bytes> sums;
};

/// All that a site is told, made up from what is declared and from chance; what it sends goes
/// nowhere.
class Simulator {
public:
    Simulator(Declared declared, std::uint64_t seed)
        : declared_(std::move(declared)), random_(seed) {}

    Bytes message(MessageType type, std::size_t bytes) {
        if (type == messages::kAnswers) {
            return declared_.answers.at(answers_++);
        }
        if (type == messages::kSums) {
            return declared_.sums.at(sums_++);
        }
        if (type == messages::kMaskKey || type == messages::kPartsKey) {
            const auto key = crypto::base_multiply(crypto::Scalar::random()).encode();
            return {key.begin(), key.end()};
        }
        const bool is_modular = type == messages::kBitParts || type == messages::kJudgesBits;
        Bytes out(bytes);
        for (std::uint8_t& byte : out) {
            byte = static_cast<std::uint8_t>(random_.below(is_modular ? kModulus : 256));
        }
        return out;
    }

    [[nodiscard]] bool is_used_up() const {
        return answers_ == declared_.answers.size() && sums_ == declared_.sums.size();
    }

private:
    Declared declared_;
    Random random_;
    std::size_t answers_ = 0;
    std::size_t sums_ = 0;
};

class SimulatedChannel final : public Channel {
public:
    SimulatedChannel(Simulator& simulator, std::string peer)
        : simulator_(simulator), peer_(std::move(peer)) {}

    [[nodiscard]] const std::string& peer() const override { return peer_; }

    void send(MessageType /*type*/, ByteView /*payload*/) override {}

    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override {
        return simulator_.message(type, most_bytes);
    }

    [[nodiscard]] Traffic traffic() const override { return {}; }

    void abort(AbortReason /*reason*/) noexcept override {}

    void close() noexcept override {}

private:
    Simulator& simulator_;
    std::string peer_;
};

/// What is declared stands in the messages to a site that all are sent.
Declared declared_of(const test::Transcript& of_site) {
    Declared out;
    for (const std::vector<TranscriptEntry>& with : of_site) {
        for (const TranscriptEntry& entry : with) {
            if (!entry.sent && entry.type == messages::kSums) {
                out.sums.push_back(entry.payload);
            }
        }
    }
    return out;
}

/// Answers come from the judge and from the left holder by turns; the last site is sent all.
class AnswerRecorder final : public Channel {
public:
    AnswerRecorder(Channel& channel, std::vector<Bytes>& answers)
        : channel_(channel), answers_(answers) {}

    [[nodiscard]] const std::string& peer() const override { return channel_.peer(); }

    void send(MessageType type, ByteView payload) override { channel_.send(type, payload); }

    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override {
        Bytes out = channel_.receive(type, most_bytes);
        if (type == messages::kAnswers) {
            answers_.push_back(out);
        }
        return out;
    }

    [[nodiscard]] Traffic traffic() const override { return channel_.traffic(); }

    void abort(AbortReason reason) noexcept override { channel_.abort(reason); }

    void close() noexcept override { channel_.close(); }

private:
    Channel& channel_;
    std::vector<Bytes>& answers_;
};

/// Directions, types and lengths of a site's messages with each other one.
std::vector<std::vector<std::string>> shape(const test::Transcript& of_site) {
    std::vector<std::vector<std::string>> out;
    for (const std::vector<TranscriptEntry>& with : of_site) {
        std::vector<std::string>& line = out.emplace_back();
        for (const TranscriptEntry& entry : with) {
            line.push_back(std::to_string(entry.type.number) + (entry.sent ? " > " : " < ") +
                           std::to_string(entry.bytes));
        }
    }
    return out;
}

/// A run of all sites: what one of them saw, what it was answered, and what it released.
template <class Released>
struct RealRun {
    test::Transcript seen;
    Declared declared;
    Released released;
};

template <class Released>
RealRun<Released> real_run(const SharedOutRows& rows,
                           std::size_t site,
                           Released (*protocol)(const Task&, const Peers&, const RunContext&)) {
    RealRun<Released> out;
    std::vector<Bytes> answers;
    auto seen = test::run_parties(rows.sites.size(), [&](const Peers& peers) {
        if (peers.own() != site) {
            static_cast<void>(protocol(rows.sites[peers.own()], peers, {}));
            return;
        }
        std::vector<std::unique_ptr<AnswerRecorder>> recorders;
        std::vector<Channel*> channels;
        for (std::size_t place = 0; place < peers.size(); ++place) {
            if (place == site) {
                channels.push_back(nullptr);
                continue;
            }
            recorders.push_back(std::make_unique<AnswerRecorder>(peers.channel(place), answers));
            channels.push_back(recorders.back().get());
        }
        out.released = protocol(rows.sites[site], Peers(std::move(channels), site), {});
    });
    out.seen = std::move(seen[site]);
    out.declared = declared_of(out.seen);
    out.declared.answers = std::move(answers);
    return out;
}

/// The same site among simulated ones.
template <class Released>
std::pair<test::Transcript, Released> simulated_run(const SharedOutRows& rows,
                                                    std::size_t site,
                                                    Declared declared,
                                                    std::uint64_t seed,
                                                    Released (*protocol)(const Task&,
                                                                         const Peers&,
                                                                         const RunContext&)) {
    Simulator simulator(std::move(declared), seed);
    std::vector<std::unique_ptr<RecordingChannel>> recording(rows.sites.size());
    std::vector<Channel*> channels(rows.sites.size(), nullptr);
    for (std::size_t place = 0; place < rows.sites.size(); ++place) {
        if (place != site) {
            recording[place] = std::make_unique<RecordingChannel>(
                std::make_unique<SimulatedChannel>(simulator, "p" + std::to_string(place)), true);
            channels[place] = recording[place].get();
        }
    }
    Released released = protocol(rows.sites[site], Peers(channels, site), {});
    EXPECT_TRUE(simulator.is_used_up());
    test::Transcript seen;
    for (const auto& channel : recording) {
        seen.push_back(channel ? channel->entries() : std::vector<TranscriptEntry>());
    }
    return {std::move(seen), std::move(released)};
}

Problem problem_of(std::uint64_t seed) {
    return kanon::test::mixed_problem(seed);
}

/// The right holder, and sites that hold nothing: from its own rows, the answers and the opened
/// sums alone such a site goes through a run of the same messages, and releases the same. So it was
/// told nothing else. The left holder is told the answers under coins that it knows, the judge
/// numbers that are random but for these answers: that, and that all the random bytes of real runs
/// are as random as here, is shown at JointCounts.
TEST(SecureSumSimulator, MakesWhatSitesSeeFromWhatIsDeclared) {
    int runs = 0;
    for (std::uint64_t seed = 0; seed < 90; ++seed) {
        Random random(seed);
        const std::size_t sites = 3 + seed % 3;
        const SharedOutRows rows = shared_out(problem_of(seed), sites, random);
        if (rows.joint.row_types().row_count() < rows.joint.k) {
            continue;
        }
        const std::size_t site = 2 + seed % (sites - 2);
        const auto real = real_run<SummedClasses>(rows, site, secure_sum);
        const auto [seen, released] =
            simulated_run<SummedClasses>(rows, site, real.declared, seed, secure_sum);
        EXPECT_EQ(shape(seen), shape(real.seen)) << seed;
        EXPECT_EQ(released.recoding.class_of_type, real.released.recoding.class_of_type) << seed;
        EXPECT_EQ(released.rows, real.released.rows) << seed;
        ++runs;
    }
    EXPECT_GT(runs, 70);
}

TEST(SecureSumSimulator, MakesWhatSitesSeeOfNodes) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const std::size_t sites = 3 + seed % 3;
        Problem joint = kanon::test::with_k(
            kanon::test::random_problem(
                {.rows = 60, .attributes = 3, .values = 6, .starred_top = true}, seed),
            3);
        joint.suppression_limit = 0;
        const SharedOutRows rows = shared_out(std::move(joint), sites, random);
        const std::size_t site = 2 + seed % (sites - 2);
        const auto real = real_run<SummedNode>(rows, site, secure_sum_nodes);
        const auto [seen, released] =
            simulated_run<SummedNode>(rows, site, real.declared, seed, secure_sum_nodes);
        EXPECT_EQ(shape(seen), shape(real.seen)) << seed;
        EXPECT_EQ(released.recoding.node, real.released.recoding.node) << seed;
    }
}

}  // namespace
}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/run_together.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/parties/channel/pipe_channel.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace kanon::parties {
namespace {

/// A channel that notes when the last message of the protocol went: what is released is none.
class TimedChannel final : public Channel {
public:
    TimedChannel(std::unique_ptr<Channel> channel, const Stopwatch& watch)
        : channel_(std::move(channel)), watch_(watch) {}

    [[nodiscard]] const std::string& peer() const override { return channel_->peer(); }

    void send(MessageType type, ByteView payload) override {
        channel_->send(type, payload);
        note(type);
    }

    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override {
        Bytes payload = channel_->receive(type, most_bytes);
        note(type);
        return payload;
    }

    [[nodiscard]] Traffic traffic() const override { return channel_->traffic(); }

    void abort(AbortReason reason) noexcept override { channel_->abort(reason); }

    void close() noexcept override { channel_->close(); }

    [[nodiscard]] double last_seconds() const { return last_seconds_; }

private:
    void note(MessageType type) {
        if (type != messages::kColumns) {
            last_seconds_ = watch_.total();
        }
    }

    std::unique_ptr<Channel> channel_;
    const Stopwatch& watch_;
    double last_seconds_ = 0;
};

/// The channels of one party, by place.
using OfParty = std::vector<std::unique_ptr<TimedChannel>>;

std::vector<OfParty> connected(const Agreement& agreement,
                               const Stopwatch& watch,
                               const RunContext& context) {
    const std::size_t parties = agreement.parties.size();
    std::vector<OfParty> out(parties);
    for (OfParty& of_party : out) {
        of_party.resize(parties);
    }
    for (std::size_t a = 0; a < parties; ++a) {
        for (std::size_t b = a + 1; b < parties; ++b) {
            auto [left, right] =
                pipe_channels(agreement.parties[a].name, agreement.parties[b].name, {}, context);
            out[a][b] = std::make_unique<TimedChannel>(std::move(left), watch);
            out[b][a] = std::make_unique<TimedChannel>(std::move(right), watch);
        }
    }
    return out;
}

/// What one party met with.
struct Fault {
    std::exception_ptr thrown = nullptr;
    bool is_own = false;  ///< before any other had told of one
};

class Together {
public:
    Together(const Agreement& agreement, std::span<const Site> sites, const RunContext& context)
        : agreement_(agreement),
          sites_(sites),
          context_(context),
          channels_(connected(agreement, watch_, context)),
          faults_(sites.size()) {
        out_.outcomes.resize(sites.size());
        out_.releases.resize(sites.size());
    }

    RunTogether run() {
        {
            std::vector<std::jthread> threads;
            threads.reserve(sites_.size());
            for (std::size_t own = 0; own < sites_.size(); ++own) {
                threads.emplace_back([this, own] { run_one(own); });
            }
        }
        out_.seconds = watch_.total();
        rethrow();
        for (std::size_t own = 0; own < sites_.size(); ++own) {
            finish(own);
        }
        return std::move(out_);
    }

private:
    void run_one(std::size_t own) {
        std::vector<Channel*> of_party;
        of_party.reserve(sites_.size());
        for (const std::unique_ptr<TimedChannel>& channel : channels_[own]) {
            of_party.push_back(channel.get());
        }
        PartyOutcome& outcome = out_.outcomes[own];
        try {
            const Peers peers(of_party, own);
            out_.releases[own] = run_site(sites_[own], agreement_, peers, context_, outcome);
            outcome.seconds = watch_.total();
        } catch (...) {
            faults_[own].thrown = std::current_exception();
            faults_[own].is_own = !is_faulty_.exchange(true);
            for (const std::unique_ptr<TimedChannel>& channel : channels_[own]) {
                if (channel) {
                    channel->abort(AbortReason::fault);
                }
            }
        }
    }

    void rethrow() const {
        const auto own = std::ranges::find(faults_, true, &Fault::is_own);
        if (own != faults_.end()) {
            std::rethrow_exception(own->thrown);
        }
    }

    void finish(std::size_t own) {
        PartyOutcome& outcome = out_.outcomes[own];
        outcome.protocol = agreement_.protocol->name;
        outcome.party = agreement_.parties[own].name;
        outcome.rows = rows_of(sites_[own]);
        outcome.k = agreement_.k();
        for (const std::unique_ptr<TimedChannel>& channel : channels_[own]) {
            if (channel) {
                outcome.others.push_back(channel->peer());
                outcome.bytes_sent += channel->traffic().bytes_sent;
                outcome.bytes_received += channel->traffic().bytes_received;
                out_.search_seconds = std::max(out_.search_seconds, channel->last_seconds());
            }
        }
    }

    const Agreement& agreement_;
    std::span<const Site> sites_;
    const RunContext& context_;
    Stopwatch watch_;
    std::vector<OfParty> channels_;
    std::vector<Fault> faults_;
    std::atomic<bool> is_faulty_ = false;
    RunTogether out_;
};

}  // namespace

RunTogether run_together(const Agreement& agreement,
                         std::span<const Site> sites,
                         const RunContext& context) {
    KANON_CHECK(sites.size() == agreement.parties.size());
    return Together(agreement, sites, context).run();
}

}  // namespace kanon::parties

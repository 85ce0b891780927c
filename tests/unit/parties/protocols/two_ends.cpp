// SPDX-License-Identifier: Apache-2.0
#include "two_ends.hpp"

#include "kanon/parties/channel/pipe_channel.hpp"

#include <exception>
#include <thread>
#include <utility>

namespace kanon::parties::test {
namespace {

using Recording = std::unique_ptr<RecordingChannel>;

std::vector<std::vector<Recording>> connected(std::size_t parties) {
    std::vector<std::vector<Recording>> out(parties);
    for (std::vector<Recording>& of_party : out) {
        of_party.resize(parties);
    }
    for (std::size_t a = 0; a < parties; ++a) {
        for (std::size_t b = a + 1; b < parties; ++b) {
            auto [left, right] = pipe_channels("p" + std::to_string(a), "p" + std::to_string(b));
            out[a][b] = std::make_unique<RecordingChannel>(std::move(left), true);
            out[b][a] = std::make_unique<RecordingChannel>(std::move(right), true);
        }
    }
    return out;
}

/// Run one party; what it throws ends its channels.
std::exception_ptr run_one(const std::vector<Recording>& channels,
                           std::size_t own,
                           const std::function<void(const Peers&)>& body) {
    std::vector<Channel*> of_party;
    of_party.reserve(channels.size());
    for (const Recording& channel : channels) {
        of_party.push_back(channel.get());
    }
    try {
        body(Peers(std::move(of_party), own));
        return nullptr;
    } catch (...) {
        for (const Recording& channel : channels) {
            if (channel) {
                channel->abort(AbortReason::fault);
            }
        }
        return std::current_exception();
    }
}

Transcript transcript_of(const std::vector<Recording>& channels) {
    Transcript out;
    out.reserve(channels.size());
    for (const Recording& channel : channels) {
        out.push_back(channel ? channel->entries() : std::vector<TranscriptEntry>());
    }
    return out;
}

}  // namespace

std::vector<Transcript> run_parties(std::size_t parties,
                                    const std::function<void(const Peers&)>& body) {
    const std::vector<std::vector<Recording>> channels = connected(parties);
    std::vector<std::exception_ptr> faults(parties);
    {
        std::vector<std::jthread> threads;
        threads.reserve(parties);
        for (std::size_t own = 0; own < parties; ++own) {
            threads.emplace_back([&, own] { faults[own] = run_one(channels[own], own, body); });
        }
    }
    for (const std::exception_ptr& fault : faults) {
        if (fault) {
            std::rethrow_exception(fault);
        }
    }
    std::vector<Transcript> out;
    out.reserve(parties);
    for (const std::vector<Recording>& of_party : channels) {
        out.push_back(transcript_of(of_party));
    }
    return out;
}

}  // namespace kanon::parties::test

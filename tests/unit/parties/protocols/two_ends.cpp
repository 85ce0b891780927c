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

}  // namespace

std::vector<Transcript> run_parties(std::size_t parties,
                                    const std::function<void(const Peers&)>& body) {
    const std::vector<std::vector<Recording>> channels = connected(parties);
    std::vector<std::exception_ptr> faults(parties);
    {
        std::vector<std::jthread> threads;
        for (std::size_t own = 0; own < parties; ++own) {
            threads.emplace_back([&, own] {
                std::vector<Channel*> of_party;
                for (const Recording& channel : channels[own]) {
                    of_party.push_back(channel.get());
                }
                try {
                    body(Peers(std::move(of_party), own));
                } catch (...) {
                    faults[own] = std::current_exception();
                    for (const Recording& channel : channels[own]) {
                        if (channel) {
                            channel->abort(AbortReason::fault);
                        }
                    }
                }
            });
        }
    }
    for (const std::exception_ptr& fault : faults) {
        if (fault) {
            std::rethrow_exception(fault);
        }
    }
    std::vector<Transcript> out(parties);
    for (std::size_t own = 0; own < parties; ++own) {
        for (const Recording& channel : channels[own]) {
            out[own].push_back(channel ? channel->entries() : std::vector<TranscriptEntry>());
        }
    }
    return out;
}

}  // namespace kanon::parties::test

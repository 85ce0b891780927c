// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/run/message_run.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/connect_parties.hpp"
#include "kanon/parties/channel/tls_channel.hpp"
#include "kanon/parties/run/agree.hpp"
#include "kanon/parties/run/party_list.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/source/targets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <utility>

namespace kanon {
namespace {

using messages::GroupFile;
using messages::Named;
using messages::Outgoing;
using messages::SendingOutcome;
using parties::AbortReason;
using parties::Party;
using parties::PartyChannels;
using parties::Peers;

std::optional<Outgoing> outgoing_of(const MessageJob& job, const GroupFile& group) {
    if (job.to.empty()) {
        return std::nullopt;
    }
    if (job.text.size() > group.message_bytes) {
        throw Error(ErrorCode::usage,
                    fmt::format("the message has {} bytes; the group file allows {} "
                                "(message-bytes)",
                                job.text.size(),
                                group.message_bytes));
    }
    return Outgoing{.to = group.place_of(job.to), .text = job.text};
}

/// Wait until all others have got what was sent to them; who is gone is not waited for.
void say_goodbye(const PartyChannels& channels) {
    const auto with_each = [&](const std::function<void(parties::Channel&)>& action) {
        for (const auto& [name, channel] : channels) {
            try {
                action(*channel);
            } catch (const Error& error) {
                if (error.code() == ErrorCode::cancelled) {
                    throw;
                }
            }
        }
    };
    with_each([](parties::Channel& channel) { channel.send(messages::types::kGoodbye, {}); });
    with_each([](parties::Channel& channel) {
        static_cast<void>(channel.receive(messages::types::kGoodbye, 0));
    });
}

class MessageRun {
public:
    MessageRun(const MessageJob& job, const GroupFile& group)
        : job_(job),
          group_(group),
          own_(group.place_of(job.member)),
          outgoing_(outgoing_of(job, group)) {}

    MessageOutcome operator()();

private:
    void go(const Peers& peers);
    void take(const SendingOutcome& seen);

    const MessageJob& job_;
    const GroupFile& group_;
    std::size_t own_;
    std::optional<Outgoing> outgoing_;
    MessageOutcome outcome_;
};

void MessageRun::take(const SendingOutcome& seen) {
    outcome_.groups = seen.groups.size();
    outcome_.own_group = messages::group_of(seen.groups, own_) + 1;
    for (const std::size_t place : seen.group.left) {
        outcome_.group_members.push_back(group_.members[place].name);
    }
    for (const Named& named : seen.group.named) {
        outcome_.named.emplace_back(group_.members[named.place].name,
                                    messages::sentence_of(named.blame));
    }
    outcome_.rounds = seen.group.rounds;
    outcome_.slots = seen.group.slots;
    outcome_.used_slots = seen.group.used;
    outcome_.garbled_slots = seen.group.garbled;
    outcome_.disputes = seen.group.disputes;
    outcome_.arrived = seen.group.arrived;
    outcome_.texts = seen.delivered.texts;
    outcome_.seen = seen.delivered.seen;
    outcome_.dropped = seen.delivered.dropped;
}

void MessageRun::go(const Peers& peers) {
    parties::compare_agreements(group_, peers);
    take(messages::run_sending(peers, group_.terms(), outgoing_, job_.cheat));
}

MessageOutcome MessageRun::operator()() {
    outcome_.protocol = group_.protocol->name;
    outcome_.member = job_.member;
    outcome_.group_sha256 = group_.sha256;
    outcome_.k = group_.k;
    outcome_.population = group_.members.size();
    outcome_.sent = outgoing_.has_value();
    const std::string& folder = job_.rehearsal.empty() ? job_.identity : job_.rehearsal;
    const std::vector<Party> list =
        job_.rehearsal.empty() ? parties::pinned_parties(group_.members, group_.file, "member")
                               : parties::rehearsing(group_.members, job_.rehearsal);
    const parties::Identity identity = parties::load_identity(folder, job_.member);
    parties::check_identity(identity, list[own_], group_.file);
    std::optional<parties::TlsListener> listener;
    if (!job_.listen.empty()) {
        listener.emplace(parties::Address::parse(job_.listen));
    }
    const PartyChannels channels = parties::connect_parties(
        list, identity, job_.channel, job_.context, listener ? &*listener : nullptr);
    try {
        go(parties::peers_of(list, own_, channels));
        say_goodbye(channels);
    } catch (const Error& error) {
        const bool of_messages = error.code() == ErrorCode::bad_input;
        abort_all(channels, of_messages ? AbortReason::not_as_agreed : parties::reason_of(error));
        throw;
    } catch (...) {
        abort_all(channels, AbortReason::fault);
        throw;
    }
    for (const auto& [name, channel] : channels) {
        channel->close();
        outcome_.bytes_sent += channel->traffic().bytes_sent;
        outcome_.bytes_received += channel->traffic().bytes_received;
    }
    return std::move(outcome_);
}

}  // namespace

MessageOutcome run_message(const MessageJob& job) {
    const GroupFile group = messages::read_group_file(job.group, job.context);
    MessageRun run(job, group);
    detail::check_targets({job.group}, {{.what = "summary", .path = job.summary}});
    std::optional<PendingFile> summary = pending_file(job.summary, job.force);
    if (job.consent && !job.consent(group)) {
        throw Error(ErrorCode::cancelled, "nothing was sent: the protocol was not agreed to");
    }
    MessageOutcome outcome = run();
    if (summary) {
        summary->write_text(message_json(outcome));
        summary->commit();
    }
    return outcome;
}

std::string message_json(const MessageOutcome& outcome) {
    nlohmann::ordered_json named = nlohmann::ordered_json::array();
    for (const auto& [name, deed] : outcome.named) {
        named.push_back({{"member", name}, {"deed", deed}});
    }
    return json_document({{"protocol", outcome.protocol},
                          {"member", outcome.member},
                          {"group_sha256", outcome.group_sha256},
                          {"k", outcome.k},
                          {"population", outcome.population},
                          {"groups", outcome.groups},
                          {"own_group", outcome.own_group},
                          {"group_members", outcome.group_members},
                          {"named", named},
                          {"rounds", outcome.rounds},
                          {"slots", outcome.slots},
                          {"used_slots", outcome.used_slots},
                          {"garbled_slots", outcome.garbled_slots},
                          {"disputes", outcome.disputes},
                          {"sent", outcome.sent},
                          {"arrived", outcome.arrived},
                          {"texts", outcome.texts},
                          {"seen", outcome.seen},
                          {"dropped", outcome.dropped},
                          {"bytes_sent", outcome.bytes_sent},
                          {"bytes_received", outcome.bytes_received}});
}

}  // namespace kanon

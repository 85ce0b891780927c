// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/group_rounds.hpp"

#include "kanon/base/error.hpp"
#include "kanon/messages/protocols/broadcast.hpp"
#include "kanon/messages/protocols/von_ahn.hpp"
#include "kanon/messages/protocols/yao_feng.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace kanon::messages {

using crypto::Point;
using parties::Channel;
using parties::Peers;

namespace {

/// The members at these places, as the one of `all` sees them.
Peers peers_at(const Peers& all, const std::vector<std::size_t>& places) {
    std::vector<Channel*> channels;
    std::size_t own = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool is_own = places[i] == all.own();
        channels.push_back(is_own ? nullptr : &all.channel(places[i]));
        own = is_own ? i : own;
    }
    return {std::move(channels), own};
}

using Round = std::function<RoundResult(const std::optional<SlotMessage>&)>;

class GroupRun {
public:
    GroupRun(const Peers& all, const GroupTask& task, const std::optional<SlotMessage>& message)
        : all_(all), task_(task), message_(message) {
        outcome_.left = task.group;
    }

    /// Rounds of members who are named for nothing.
    GroupOutcome repeat(const Round& round) {
        do {
            take(round(outcome_.arrived ? std::nullopt : message_));
        } while (wants_another());
        return std::move(outcome_);
    }

    /// Rounds of von-ahn, those without who was named until then.
    GroupOutcome repeat_von_ahn(const OwnKeys& own, const MemberKeys& keys, Cheat cheat) {
        const SlotFormat format(task_.sealed_size);
        while (true) {
            const Peers peers = peers_at(all_, outcome_.left);
            const std::string context =
                fmt::format("{}/{}", task_.context, fmt::join(outcome_.left, ","));
            Broadcast broadcast(peers, own.signing, keys_at(keys.signing), context);
            bool again = true;
            while (again) {
                VonAhnRound round(
                    peers, broadcast, format, fmt::format("{}/{}", context, outcome_.rounds));
                const RoundResult result =
                    round.run(outcome_.arrived ? std::nullopt : message_, cheat);
                if (!result.named.empty()) {
                    leave_out(result);
                    break;
                }
                take(result);
                again = wants_another();
            }
            if (!again) {
                return std::move(outcome_);
            }
        }
    }

private:
    [[nodiscard]] bool wants_another() const {
        return last_garbled_ > 0 && outcome_.rounds < task_.most_rounds;
    }

    [[nodiscard]] std::vector<Point> keys_at(const std::vector<Point>& keys) const {
        std::vector<Point> out;
        for (const std::size_t place : outcome_.left) {
            out.push_back(keys[place]);
        }
        return out;
    }

    void take(const RoundResult& result) {
        ++outcome_.rounds;
        outcome_.slots = result.slots.size();
        outcome_.disputes += result.disputes;
        last_garbled_ = 0;
        for (const OpenSlot& slot : result.slots) {
            last_garbled_ += slot.state == OpenSlot::State::garbled ? 1 : 0;
            if (slot.state != OpenSlot::State::message) {
                continue;
            }
            ++outcome_.used;
            if (std::ranges::find(outcome_.messages, slot.message) == outcome_.messages.end()) {
                outcome_.messages.push_back(slot.message);
            }
            outcome_.arrived = outcome_.arrived || (message_ && slot.message == *message_);
        }
        outcome_.garbled += last_garbled_;
    }

    void leave_out(const RoundResult& result) {
        outcome_.disputes += result.disputes;
        const std::vector<std::size_t> members = outcome_.left;
        for (const Named& named : result.named) {
            const std::size_t place = members[named.place];
            if (place == all_.own()) {
                throw Error(ErrorCode::bad_input,
                            fmt::format("the group goes on without this member, which {}",
                                        sentence_of(named.blame)));
            }
            outcome_.named.push_back({.place = place, .blame = named.blame});
            std::erase(outcome_.left, place);
            all_.channel(place).abort(parties::AbortReason::not_as_agreed);
        }
        if (outcome_.left.size() < task_.k) {
            throw Error(
                ErrorCode::infeasible,
                fmt::format("fewer than k = {} members are left in the group; left out, for "
                            "they cheated: {}",
                            task_.k,
                            outcome_.named.size()));
        }
    }

    const Peers& all_;
    const GroupTask& task_;
    const std::optional<SlotMessage>& message_;
    std::size_t last_garbled_ = 0;  ///< slots of the last round
    GroupOutcome outcome_;
};

}  // namespace

GroupOutcome run_group_rounds(const Peers& all,
                              const OwnKeys& own,
                              const MemberKeys& keys,
                              const GroupTask& task,
                              const std::optional<SlotMessage>& message,
                              Cheat cheat) {
    GroupRun run(all, task, message);
    if (task.protocol == SendingProtocol::von_ahn) {
        return run.repeat_von_ahn(own, keys, cheat);
    }
    const Peers peers = peers_at(all, task.group);
    YaoFengRing ring(peers, SlotFormat(task.sealed_size));
    return run.repeat([&](const std::optional<SlotMessage>& sent) { return ring.run(sent); });
}

}  // namespace kanon::messages

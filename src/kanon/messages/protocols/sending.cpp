// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/sending.hpp"

#include "kanon/messages/protocols/broadcast.hpp"
#include "kanon/messages/protocols/common_coin.hpp"

namespace kanon::messages {

using parties::Peers;

SendingOutcome run_sending(const Peers& all,
                           const SendingTerms& terms,
                           const std::optional<Outgoing>& outgoing,
                           Cheat cheat) {
    const OwnKeys own;
    const MemberKeys keys = exchange_member_keys(all, own);
    SendingOutcome out;
    {
        Broadcast broadcast(all, own.signing, keys.signing, terms.context + "/coin");
        out.groups = groups_by_coin(common_coin(all, broadcast), all.size(), terms.group_size);
    }
    std::optional<SlotMessage> message;
    if (outgoing) {
        message =
            SlotMessage{.group = static_cast<std::uint8_t>(group_of(out.groups, outgoing->to)),
                        .sealed = seal_text(keys.receiving[outgoing->to],
                                            outgoing->text,
                                            terms.most_text_bytes,
                                            terms.context)};
    }
    const GroupTask task{.protocol = terms.protocol,
                         .group = out.groups[group_of(out.groups, all.own())],
                         .k = terms.k,
                         .most_rounds = terms.most_rounds,
                         .sealed_size = sealed_text_size(terms.most_text_bytes),
                         .context = terms.context};
    out.group = run_group_rounds(all, own, keys, task, message, cheat);
    out.delivered = deliver(
        all, out.groups, out.group.messages, own.receiving, terms.most_text_bytes, terms.context);
    return out;
}

}  // namespace kanon::messages

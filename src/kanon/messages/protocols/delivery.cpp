// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/delivery.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/wire.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace kanon::messages {

using parties::Bytes;
using parties::MessageReader;
using parties::MessageWriter;
using parties::Peers;

namespace {

/// More messages than a group can have, by the slots of all its rounds.
constexpr std::size_t kMostDelivered = 4096;

/// Run something with one other member's channel; false if it failed.
bool works(const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) {
            throw;
        }
        return false;
    }
}

Bytes messages_for(const std::vector<SlotMessage>& messages, std::size_t group) {
    std::vector<const SlotMessage*> chosen;
    for (const SlotMessage& message : messages) {
        if (message.group == group) {
            chosen.push_back(&message);
        }
    }
    MessageWriter writer;
    writer.varint(chosen.size());
    for (const SlotMessage* const message : chosen) {
        writer.raw({reinterpret_cast<const std::uint8_t*>(message->sealed.data()),
                    message->sealed.size()});
    }
    return writer.take();
}

void read_messages(const Bytes& payload,
                   const std::string& sender,
                   std::size_t sealed_size,
                   std::set<std::string>& into) {
    MessageReader reader(payload, sender);
    const std::size_t count = reader.count(kMostDelivered, sealed_size);
    for (std::size_t i = 0; i < count; ++i) {
        const parties::ByteView sealed = reader.raw(sealed_size);
        into.emplace(sealed.begin(), sealed.end());
    }
    reader.finish();
}

/// The text, if it was sealed for this key.
std::optional<std::string> opened(const crypto::ReceivingKey& key,
                                  const std::string& sealed,
                                  std::string_view context) {
    std::string plain;
    if (!works([&] { plain = key.open(sealed, context); }) || plain.size() < 2) {
        return std::nullopt;
    }
    const std::size_t size = static_cast<std::uint8_t>(plain[0]) +
                             (std::size_t{static_cast<std::uint8_t>(plain[1])} << 8U);
    if (size > plain.size() - 2) {
        return std::nullopt;
    }
    return plain.substr(2, size);
}

}  // namespace

std::string seal_text(const crypto::Point& receiver,
                      std::string_view text,
                      std::size_t most_text_bytes,
                      std::string_view context) {
    KANON_CHECK(text.size() <= most_text_bytes && most_text_bytes < (std::size_t{1} << 16U));
    std::string plain{static_cast<char>(text.size() & 0xFFU), static_cast<char>(text.size() >> 8U)};
    plain += text;
    plain.resize(2 + most_text_bytes, '\0');
    return crypto::seal_for(receiver, plain, context);
}

std::size_t group_of(const std::vector<std::vector<std::size_t>>& groups, std::size_t place) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (std::ranges::find(groups[group], place) != groups[group].end()) {
            return group;
        }
    }
    KANON_CHECK(false);
    return 0;
}

Delivered deliver(const Peers& all,
                  const std::vector<std::vector<std::size_t>>& groups,
                  const std::vector<SlotMessage>& messages,
                  const crypto::ReceivingKey& key,
                  std::size_t most_text_bytes,
                  std::string_view context) {
    const std::size_t own = group_of(groups, all.own());
    const std::size_t sealed_size = sealed_text_size(most_text_bytes);
    std::set<std::string> got;
    for (const SlotMessage& message : messages) {
        if (message.group == own) {
            got.insert(message.sealed);
        }
    }
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const Bytes list = messages_for(messages, group);
        for (const std::size_t place : groups[group]) {
            if (group != own) {  // who is gone is counted below
                static_cast<void>(works([&] { all.channel(place).send(types::kDelivered, list); }));
            }
        }
    }
    Delivered out;
    for (std::size_t place = 0; place < all.size(); ++place) {
        const bool came = group_of(groups, place) == own || works([&] {
                              const Bytes list = all.receive(
                                  place, types::kDelivered, kMostDelivered * sealed_size + 3);
                              read_messages(list, all.name(place), sealed_size, got);
                          });
        out.dropped += came ? 0 : 1;
    }
    out.seen = got.size();
    for (const std::string& sealed : got) {
        if (std::optional<std::string> text = opened(key, sealed, context)) {
            out.texts.push_back(std::move(*text));
        }
    }
    return out;
}

}  // namespace kanon::messages

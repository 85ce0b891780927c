// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/xu_yung.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"

#include <algorithm>

namespace kanon::messages {

using crypto::GroupChallenge;
using crypto::Point;
using crypto::SecretBytes;
using parties::Bytes;
using parties::Channel;
using parties::MessageReader;
using parties::MessageWriter;

namespace {

constexpr std::size_t kPseudonymSize = std::tuple_size_v<Pseudonym>;
constexpr std::size_t kTagSize = 32;
constexpr std::size_t kMostOfBlock = 127;  ///< of one byte as a varint
constexpr std::string_view kHandshakeDomain = "kanon-xu-yung";

using Tag = std::array<std::uint8_t, kTagSize>;

/// The keys to seal a secret for, and the block that they are of; keys of nobody where the other
/// named no block of this club.
struct Addressed {
    std::vector<Point> keys;
    std::optional<std::size_t> block;
};

Addressed addressed(const ClubList& list, const std::vector<Pseudonym>& named) {
    Addressed out;
    const auto found = list.find(named.front());
    if (found) {
        const std::vector<ClubList::Entry>& block = list.blocks()[found->first];
        if (std::ranges::equal(named, block, {}, {}, &ClubList::Entry::pseudonym)) {
            out.block = found->first;
            for (const ClubList::Entry& entry : block) {
                out.keys.push_back(entry.key);
            }
            return out;
        }
    }
    for (std::size_t i = 0; i < named.size(); ++i) {
        out.keys.push_back(crypto::ChallengeKey::random().public_key());
    }
    return out;
}

Bytes named_block(const std::vector<ClubList::Entry>& block) {
    MessageWriter writer;
    writer.varint(block.size());
    for (const ClubList::Entry& entry : block) {
        writer.raw(entry.pseudonym);
    }
    return writer.take();
}

std::vector<Pseudonym> read_named(const Bytes& payload, const std::string& sender) {
    MessageReader reader(payload, sender);
    std::vector<Pseudonym> out = reader.blobs<kPseudonymSize>(kMostOfBlock);
    reader.finish();
    if (out.empty()) {
        reader.refuse("it names nobody");
    }
    return out;
}

Bytes message_of(const GroupChallenge& challenge) {
    MessageWriter writer;
    writer.raw(challenge.point.encode());
    for (const auto& masked : challenge.masked) {
        writer.raw(masked);
    }
    return writer.take();
}

GroupChallenge read_challenge(const Bytes& payload, const std::string& sender, std::size_t keys) {
    MessageReader reader(payload, sender);
    GroupChallenge out;
    out.point = Point::decode(reader.raw(Point::kSize));
    for (std::size_t i = 0; i < keys; ++i) {
        out.masked.push_back(reader.blob<32>());
    }
    reader.finish();
    return out;
}

/// Send, and receive what the other sends meanwhile.
Bytes swap_messages(Channel& channel,
                    parties::MessageType type,
                    const Bytes& sent,
                    std::size_t most_bytes) {
    channel.send(type, sent);
    return channel.receive(type, most_bytes);
}

/// All that both saw, the initiator's part first.
std::string both_of(const Bytes& own, const Bytes& theirs, bool initiates) {
    std::string out(crypto::text_of(initiates ? own : theirs));
    return out += crypto::text_of(initiates ? theirs : own);
}

}  // namespace

ClubList::ClubList(std::vector<Entry> entries, std::size_t k) : k_(k) {
    if (k < 2 || entries.size() < k || k > kMostOfBlock / 2) {
        throw Error(ErrorCode::usage,
                    "a club needs k members or more for k of 2 to 63; it has " +
                        std::to_string(entries.size()));
    }
    blocks_.resize(entries.size() / k);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        blocks_[i % blocks_.size()].push_back(entries[i]);
    }
}

std::optional<std::pair<std::size_t, std::size_t>> ClubList::find(
    const Pseudonym& pseudonym) const {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        const auto found = std::ranges::find(blocks_[block], pseudonym, &Entry::pseudonym);
        if (found != blocks_[block].end()) {
            return std::pair(block, static_cast<std::size_t>(found - blocks_[block].begin()));
        }
    }
    return std::nullopt;
}

Credential new_credential() {
    Credential out;
    crypto::fill_randomly(out.pseudonym);
    return out;
}

ClubList list_of(const std::vector<Credential>& members, std::size_t k) {
    std::vector<ClubList::Entry> entries;
    for (const Credential& member : members) {
        entries.push_back({.pseudonym = member.pseudonym, .key = member.key.public_key()});
    }
    return {std::move(entries), k};
}

std::uint64_t handshake_bytes(std::size_t own_block, std::size_t others_block) {
    constexpr std::size_t kMessages = 3;
    return 1 + kPseudonymSize * own_block + Point::kSize * (1 + others_block) + kTagSize +
           kMessages * parties::kFrameHeaderBytes;
}

Handshake shake_hands(Channel& channel,
                      const ClubList& list,
                      const Credential& own,
                      bool initiates) {
    const auto place = list.find(own.pseudonym);
    KANON_CHECK(place.has_value());
    const std::vector<ClubList::Entry>& block = list.blocks()[place->first];
    std::vector<Point> own_keys;
    for (const ClubList::Entry& entry : block) {
        own_keys.push_back(entry.key);
    }
    const Bytes named = named_block(block);
    const Bytes theirs =
        swap_messages(channel, types::kPseudonyms, named, kPseudonymSize * kMostOfBlock + 2);
    const Addressed other = addressed(list, read_named(theirs, channel.peer()));

    const SecretBytes<32> own_secret = SecretBytes<32>::random();
    const Bytes challenge = message_of(crypto::challenge_group(other.keys, own_secret));
    const Bytes challenged =
        swap_messages(channel, types::kChallenges, challenge, Point::kSize * (1 + own_keys.size()));
    std::optional<SecretBytes<32>> their_secret = own.key.open(
        read_challenge(challenged, channel.peer(), own_keys.size()), own_keys, place->second);

    const bool opened = other.block.has_value() && their_secret.has_value();
    if (!their_secret) {
        their_secret = SecretBytes<32>::random();
    }
    const std::string seen =
        both_of(named, theirs, initiates) + both_of(challenge, challenged, initiates);
    Handshake out;
    out.key = crypto::join_secrets(kHandshakeDomain,
                                   initiates ? own_secret : *their_secret,
                                   initiates ? *their_secret : own_secret,
                                   seen);
    const Tag tag = crypto::tag_of_secret(initiates ? "initiates" : "answers", out.key, seen);
    const Tag expected = crypto::tag_of_secret(initiates ? "answers" : "initiates", out.key, seen);
    const Bytes got =
        swap_messages(channel, types::kConfirmation, Bytes(tag.begin(), tag.end()), kTagSize);
    out.accepted =
        got.size() == kTagSize && crypto::equal_in_constant_time(got, expected) && opened;
    if (out.accepted) {
        out.block = other.block;
    }
    return out;
}

}  // namespace kanon::messages

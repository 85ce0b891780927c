// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/broadcast.hpp"

#include "kanon/base/check.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace kanon::messages {

using crypto::Signature;
using parties::Bytes;
using parties::MessageReader;
using parties::MessageType;
using parties::MessageWriter;

namespace {

constexpr std::string_view kBroadcastDomain = "kanon-messages-broadcast";
constexpr std::size_t kSignatureSize = std::tuple_size_v<Signature>;
constexpr std::size_t kDigestSize = std::tuple_size_v<Digest>;

}  // namespace

Broadcast::Broadcast(const parties::Peers& peers,
                     const crypto::SigningKey& key,
                     std::vector<crypto::Point> keys,
                     std::string context)
    : peers_(peers), key_(key), keys_(std::move(keys)), context_(std::move(context)) {
    KANON_CHECK(keys_.size() == peers_.size() && keys_[peers_.own()] == key_.public_key());
}

Signature Broadcast::sign(const Digest& digest) const {
    const std::string step = std::to_string(step_);
    const std::array<std::string_view, 3> parts{context_, step, crypto::text_of(digest)};
    return key_.sign(kBroadcastDomain, parts);
}

bool Broadcast::is_signed(std::size_t place,
                          const Digest& digest,
                          const Signature& signature) const {
    const std::string step = std::to_string(step_);
    const std::array<std::string_view, 3> parts{context_, step, crypto::text_of(digest)};
    return crypto::verifies(keys_[place], kBroadcastDomain, parts, signature);
}

void Broadcast::send_signed(MessageType type, const Bytes& payload, const Bytes* to_last) const {
    const std::size_t last = peers_.own() + 1 == peers_.size() ? 0 : peers_.size() - 1;
    for (std::size_t place = 0; place < peers_.size(); ++place) {
        if (place != peers_.own()) {
            const Bytes& said = to_last != nullptr && place == last ? *to_last : payload;
            MessageWriter writer;
            writer.raw(sign(digest_of(said)));
            writer.raw(said);
            peers_.send(place, type, std::move(writer));
        }
    }
}

std::vector<std::size_t> Broadcast::compare_echoes(const std::vector<Digest>& digests,
                                                   const std::vector<Signature>& signatures) const {
    MessageWriter writer;
    for (std::size_t place = 0; place < digests.size(); ++place) {
        writer.raw(digests[place]);
        writer.raw(signatures[place]);
    }
    const std::size_t size = writer.size();
    const std::vector<Bytes> echoes = peers_.exchange(types::kEchoes, writer.take(), size);
    std::set<std::size_t> two_faced;
    for (std::size_t from = 0; from < echoes.size(); ++from) {
        if (from == peers_.own()) {
            continue;
        }
        MessageReader reader(echoes[from], peers_.name(from));
        for (std::size_t place = 0; place < digests.size(); ++place) {
            const Digest digest = reader.blob<kDigestSize>();
            const Signature signature = reader.blob<kSignatureSize>();
            if (digest != digests[place] && is_signed(place, digest, signature)) {
                two_faced.insert(place);
            }
        }
        reader.finish();
    }
    return {two_faced.begin(), two_faced.end()};
}

Heard Broadcast::exchange(MessageType type,
                          const Bytes& payload,
                          std::size_t most_bytes,
                          const Bytes* to_last) {
    ++step_;
    send_signed(type, payload, to_last);
    Heard out;
    std::vector<Digest> digests;
    std::vector<Signature> signatures;
    for (std::size_t place = 0; place < peers_.size(); ++place) {
        if (place == peers_.own()) {
            out.payloads.push_back(payload);
            digests.push_back(digest_of(payload));
            signatures.push_back(sign(digests.back()));
            continue;
        }
        const Bytes got = peers_.receive(place, type, most_bytes + kSignatureSize);
        MessageReader reader(got, peers_.name(place));
        signatures.push_back(reader.blob<kSignatureSize>());
        const parties::ByteView said = reader.raw(reader.left());
        digests.push_back(digest_of(said));
        if (!is_signed(place, digests.back(), signatures.back())) {
            reader.refuse("its signature is not one of this group and step");
        }
        out.payloads.emplace_back(said.begin(), said.end());
    }
    out.two_faced = compare_echoes(digests, signatures);
    return out;
}

}  // namespace kanon::messages

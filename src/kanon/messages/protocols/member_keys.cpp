// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/member_keys.hpp"

#include "kanon/base/error.hpp"
#include "kanon/messages/protocols/digest.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <algorithm>
#include <tuple>

namespace kanon::messages {

using crypto::Point;
using parties::Bytes;
using parties::MessageReader;
using parties::MessageWriter;
using parties::Peers;

namespace {

/// All keys as all should have them.
Digest hash_of_keys(const MemberKeys& keys) {
    MessageWriter writer;
    parties::write_points(writer, keys.signing);
    parties::write_points(writer, keys.receiving);
    return digest_of(writer.take());
}

}  // namespace

MemberKeys exchange_member_keys(const Peers& peers, const OwnKeys& own) {
    MessageWriter writer;
    writer.raw(own.signing.public_key().encode());
    writer.raw(own.receiving.public_key().encode());
    const std::vector<Bytes> theirs =
        peers.exchange(types::kMemberKeys, writer.take(), 2 * Point::kSize);
    MemberKeys out;
    for (std::size_t place = 0; place < peers.size(); ++place) {
        if (place == peers.own()) {
            out.signing.push_back(own.signing.public_key());
            out.receiving.push_back(own.receiving.public_key());
            continue;
        }
        MessageReader reader(theirs[place], peers.name(place));
        out.signing.push_back(parties::read_point(reader));
        out.receiving.push_back(parties::read_point(reader));
        reader.finish();
    }
    const Digest hash = hash_of_keys(out);
    for (const Bytes& other :
         peers.exchange(types::kAllKeysHash, {hash.begin(), hash.size()}, hash.size())) {
        if (!other.empty() && !std::ranges::equal(other, hash)) {
            throw Error(ErrorCode::bad_input,
                        "a member sent others different keys; nothing else was sent");
        }
    }
    return out;
}

}  // namespace kanon::messages

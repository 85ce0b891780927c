// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/common_streams.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/crypto/pair_keys_internal.hpp"

#include <utility>

namespace kanon::crypto {

void CommonStream::fill(std::span<std::uint8_t> bytes) {
    KANON_CHECK(has_key_);
    stream_bytes(bytes, nonce_of(round_++), 0, key_);
}

std::vector<CommonStream> common_streams(MaskKey key,
                                         std::size_t own,
                                         std::span<const Point> public_keys,
                                         std::string_view run) {
    check_pair_keys(key.public_key_, own, public_keys);
    std::vector<CommonStream> out;
    for (std::size_t peer = 0; peer < public_keys.size(); ++peer) {
        CommonStream& stream = out.emplace_back(CommonStream());
        if (peer != own) {
            stream.key_ =
                key_of_pair(multiply(key.key_, public_keys[peer]), own, peer, public_keys, run);
            stream.has_key_ = true;
        }
    }
    return out;
}

}  // namespace kanon::crypto

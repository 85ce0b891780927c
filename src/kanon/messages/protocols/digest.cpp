// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/digest.hpp"

#include "kanon/base/sha256.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"

#include <charconv>
#include <string>

namespace kanon::messages {

Digest digest_of(parties::ByteView bytes) {
    const std::string hex = sha256_of(crypto::text_of(bytes));
    Digest out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::from_chars(&hex[2 * i], &hex[2 * i] + 2, out[i], 16);
    }
    return out;
}

}  // namespace kanon::messages

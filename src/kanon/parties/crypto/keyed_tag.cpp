// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/keyed_tag.hpp"

#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <vector>

namespace kanon::crypto {

KeyedTag keyed_tag(std::string_view domain,
                   const Point& secret,
                   std::span<const std::string_view> parts) {
    std::vector<std::string_view> all{domain, text_of(secret.encode())};
    all.insert(all.end(), parts.begin(), parts.end());
    const SecretBytes<64> hash = hash_parts("keyed-tag", all);
    KeyedTag tag{};
    std::copy_n(RawBytes::of(hash).begin(), tag.size(), tag.begin());
    return tag;
}

}  // namespace kanon::crypto

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/hash_parts.hpp"

#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <sodium.h>

namespace kanon::crypto {
namespace {

constexpr std::string_view kHashPrefix = "kanon-parties-1";

class Sha512 {
public:
    Sha512() {
        crypto_hash_sha512_init(&state_);
        add(kHashPrefix);
    }

    ~Sha512() { sodium_memzero(&state_, sizeof state_); }

    Sha512(const Sha512&) = delete;
    Sha512& operator=(const Sha512&) = delete;

    void add(std::string_view bytes) {
        crypto_hash_sha512_update(
            &state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    }

    void add_part(std::string_view part) {
        std::array<std::uint8_t, 8> length{};
        for (std::size_t i = 0; i < length.size(); ++i) {
            length[i] = static_cast<std::uint8_t>(part.size() >> (8 * i));
        }
        add(text_of(length));
        add(part);
    }

    void finish(std::array<std::uint8_t, 64>& digest) {
        crypto_hash_sha512_final(&state_, digest.data());
    }

private:
    crypto_hash_sha512_state state_{};
};

}  // namespace

SecretBytes<64> hash_parts(std::string_view purpose, std::span<const std::string_view> parts) {
    start_sodium();
    Sha512 hash;
    hash.add_part(purpose);
    for (const std::string_view part : parts) {
        hash.add_part(part);
    }
    SecretBytes<64> digest;
    hash.finish(RawBytes::of(digest));
    return digest;
}

std::string_view text_of(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace kanon::crypto

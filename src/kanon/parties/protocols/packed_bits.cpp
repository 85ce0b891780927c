// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/packed_bits.hpp"

#include "kanon/parties/channel/wire.hpp"

namespace kanon::parties {
namespace {

std::size_t bytes_of_word(std::uint8_t bits) {
    return (bits + std::size_t{7}) / 8;
}

}  // namespace

Bytes pack_bits(std::span<const std::uint8_t> bits) {
    Bytes out((bits.size() + 7) / 8);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        out[i / 8] = static_cast<std::uint8_t>(out[i / 8] | bits[i] << (i % 8));
    }
    return out;
}

std::vector<std::uint8_t> unpack_bits(ByteView bytes,
                                      std::size_t count,
                                      const std::string& sender) {
    MessageReader reader(bytes, sender);
    const ByteView packed = reader.raw((count + 7) / 8);
    reader.finish();
    if (count % 8 != 0 && packed.back() >> (count % 8) != 0) {
        reader.refuse("there are bits behind the last one");
    }
    std::vector<std::uint8_t> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = (packed[i / 8] >> (i % 8)) & 1U;
    }
    return out;
}

std::size_t bytes_of_words(std::span<const std::uint8_t> bits) {
    std::size_t out = 0;
    for (const std::uint8_t some : bits) {
        out += bytes_of_word(some);
    }
    return out;
}

Bytes pack_words(std::span<const std::uint64_t> words, std::span<const std::uint8_t> bits) {
    Bytes out(bytes_of_words(bits));
    std::size_t at = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint64_t kept = words[i] & (~std::uint64_t{0} >> (64U - bits[i]));
        for (std::size_t byte = 0; byte < bytes_of_word(bits[i]); ++byte) {
            out[at++] = static_cast<std::uint8_t>(kept >> (8 * byte));
        }
    }
    return out;
}

void add_words(ByteView bytes,
               std::span<const std::uint8_t> bits,
               const std::string& sender,
               std::span<std::uint64_t> words) {
    MessageReader reader(bytes, sender);
    const ByteView packed = reader.raw(bytes_of_words(bits));
    reader.finish();
    std::size_t at = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint64_t word = 0;
        for (std::size_t byte = 0; byte < bytes_of_word(bits[i]); ++byte) {
            word |= static_cast<std::uint64_t>(packed[at++]) << (8 * byte);
        }
        words[i] += word;
    }
}

}  // namespace kanon::parties

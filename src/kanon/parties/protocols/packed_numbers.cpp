// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/packed_numbers.hpp"

#include "kanon/base/check.hpp"

#include <bit>

namespace kanon::parties {
namespace {

unsigned bits_below(std::uint32_t bound) {
    KANON_CHECK(bound >= 1);
    return static_cast<unsigned>(std::bit_width(bound - 1));
}

}  // namespace

void write_packed(MessageWriter& writer,
                  std::span<const std::uint32_t> numbers,
                  std::uint32_t bound) {
    const unsigned width = bits_below(bound);
    std::uint64_t held = 0;
    unsigned bits = 0;
    for (const std::uint32_t number : numbers) {
        KANON_CHECK(number < bound);
        held |= std::uint64_t{number} << bits;
        bits += width;
        for (; bits >= 8; bits -= 8, held >>= 8U) {
            writer.u8(static_cast<std::uint8_t>(held & 0xFFU));
        }
    }
    if (bits > 0) {
        writer.u8(static_cast<std::uint8_t>(held & 0xFFU));
    }
}

std::vector<std::uint32_t> read_packed(MessageReader& reader,
                                       std::size_t count,
                                       std::uint32_t bound) {
    const unsigned width = bits_below(bound);
    const ByteView bytes = reader.raw((count * width + 7) / 8);
    std::vector<std::uint32_t> numbers(count);
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    std::uint64_t held = 0;
    unsigned bits = 0;
    std::size_t at = 0;
    for (std::uint32_t& number : numbers) {
        for (; bits < width; bits += 8) {
            held |= std::uint64_t{bytes[at++]} << bits;
        }
        number = static_cast<std::uint32_t>(held & mask);
        held >>= width;
        bits -= width;
        if (number >= bound) {
            reader.refuse("a number is out of its range");
        }
    }
    if (held != 0) {
        reader.refuse("its last bits are not zero");
    }
    return numbers;
}

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/wire.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/channel/little_endian.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <utility>

namespace kanon::parties {
namespace {

template <std::unsigned_integral T>
void append_number(Bytes& to, T value) {
    to.resize(to.size() + sizeof(T));
    store_little_endian(to.data() + to.size() - sizeof(T), value);
}

template <std::unsigned_integral T>
void append_numbers(Bytes& to, std::span<const T> values) {
    const std::size_t start = to.size();
    to.resize(start + values.size_bytes());
    for (std::size_t i = 0; i < values.size(); ++i) {
        store_little_endian(to.data() + start + i * sizeof(T), values[i]);
    }
}

template <std::unsigned_integral T>
std::vector<T> numbers_of(ByteView bytes) {
    std::vector<T> out(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = load_little_endian<T>(bytes.data() + i * sizeof(T));
    }
    return out;
}

}  // namespace

void MessageWriter::u8(std::uint8_t value) {
    bytes_.push_back(value);
}

void MessageWriter::flag(bool value) {
    u8(value ? 1 : 0);
}

void MessageWriter::u16(std::uint16_t value) {
    append_number(bytes_, value);
}

void MessageWriter::u32(std::uint32_t value) {
    append_number(bytes_, value);
}

void MessageWriter::u64(std::uint64_t value) {
    append_number(bytes_, value);
}

void MessageWriter::i64(std::int64_t value) {
    u64(static_cast<std::uint64_t>(value));
}

void MessageWriter::f64(double value) {
    u64(std::bit_cast<std::uint64_t>(value));
}

void MessageWriter::varint(std::uint64_t value) {
    while (value >= 0x80U) {
        u8(static_cast<std::uint8_t>(value | 0x80U));
        value >>= 7U;
    }
    u8(static_cast<std::uint8_t>(value));
}

void MessageWriter::raw(ByteView bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void MessageWriter::bytes(ByteView bytes) {
    varint(bytes.size());
    raw(bytes);
}

void MessageWriter::text(std::string_view text) {
    KANON_DCHECK(!first_invalid_utf8(text));
    varint(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
}

void MessageWriter::u32s(std::span<const std::uint32_t> values) {
    varint(values.size());
    append_numbers(bytes_, values);
}

void MessageWriter::u64s(std::span<const std::uint64_t> values) {
    varint(values.size());
    append_numbers(bytes_, values);
}

Bytes MessageWriter::take() {
    return std::exchange(bytes_, {});
}

MessageReader::MessageReader(ByteView payload, std::string sender)
    : rest_(payload), sender_(std::move(sender)) {}

void MessageReader::refuse(const std::string& what) const {
    throw not_as_agreed(sender_, what);
}

ByteView MessageReader::raw(std::size_t size) {
    if (size > rest_.size()) {
        refuse("it ends too early");
    }
    const ByteView taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
}

std::uint8_t MessageReader::u8() {
    return raw(1)[0];
}

bool MessageReader::flag() {
    const std::uint8_t value = u8();
    if (value > 1) {
        refuse("a flag is neither 0 nor 1");
    }
    return value == 1;
}

std::uint16_t MessageReader::u16() {
    return load_little_endian<std::uint16_t>(raw(2).data());
}

std::uint32_t MessageReader::u32() {
    return load_little_endian<std::uint32_t>(raw(4).data());
}

std::uint64_t MessageReader::u64() {
    return load_little_endian<std::uint64_t>(raw(8).data());
}

std::int64_t MessageReader::i64() {
    return static_cast<std::int64_t>(u64());
}

double MessageReader::f64() {
    return std::bit_cast<double>(u64());
}

double MessageReader::finite() {
    const double value = f64();
    if (!std::isfinite(value)) {
        refuse("a number is not finite");
    }
    return value;
}

std::uint64_t MessageReader::varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t byte = u8();
        if ((shift == 63 && byte > 1) || (shift > 0 && byte == 0)) {
            refuse("a length is not in its shortest form");
        }
        value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
        if (byte < 0x80U) {
            return value;
        }
    }
    refuse("a length is not in its shortest form");
}

std::size_t MessageReader::count(std::size_t most, std::size_t bytes_each) {
    KANON_CHECK(bytes_each > 0);
    const std::uint64_t number = varint();
    if (number > most) {
        refuse("a length is over its limit");
    }
    if (number > rest_.size() / bytes_each) {
        refuse("it ends too early");
    }
    return static_cast<std::size_t>(number);
}

Bytes MessageReader::bytes(std::size_t most) {
    const ByteView from = raw(count(most, 1));
    return {from.begin(), from.end()};
}

std::string MessageReader::text(std::size_t most_bytes) {
    const ByteView from = raw(count(most_bytes, 1));
    std::string out(from.begin(), from.end());
    if (first_invalid_utf8(out)) {
        refuse("a text is not UTF-8");
    }
    return out;
}

std::vector<std::uint32_t> MessageReader::u32s(std::size_t most) {
    return numbers_of<std::uint32_t>(raw(count(most, 4) * 4));
}

std::vector<std::uint64_t> MessageReader::u64s(std::size_t most) {
    return numbers_of<std::uint64_t>(raw(count(most, 8) * 8));
}

void MessageReader::finish() const {
    if (!rest_.empty()) {
        refuse("it goes on after its end");
    }
}

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::parties {

/// Puts the payload of a message together. Numbers are little endian; a length or count is a
/// varint (7 bits a byte, the lowest first, in its shortest form), so that each payload has one
/// spelling. What is written carries no type: the reader asks in the same order.
class MessageWriter {
public:
    void u8(std::uint8_t value);
    void flag(bool value);
    void u16(std::uint16_t value);
    void u32(std::uint32_t value);
    void u64(std::uint64_t value);
    void i64(std::int64_t value);
    void f64(double value);  ///< its bits
    void varint(std::uint64_t value);

    /// Bytes as they are, without their number.
    void raw(ByteView bytes);

    /// A number of bytes, and these.
    void bytes(ByteView bytes);

    /// \pre valid UTF-8: the reader refuses anything else
    void text(std::string_view text);

    void u32s(std::span<const std::uint32_t> values);
    void u64s(std::span<const std::uint64_t> values);

    /// A number of blobs of one size, as points of a curve are, and these.
    template <std::size_t N>
    void blobs(std::span<const std::array<std::uint8_t, N>> values) {
        varint(values.size());
        for (const auto& value : values) {
            raw(value);
        }
    }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

    /// The payload; the writer is empty again.
    [[nodiscard]] Bytes take();

private:
    Bytes bytes_;
};

/// Takes a payload apart. Nothing is trusted: every length is compared with what is left and with
/// the most that the caller takes before memory is asked for. Every method throws
/// Error{bad_input}, `the message of SENDER is not as agreed: ...`, without any of its content.
class MessageReader {
public:
    /// The payload must outlive it.
    MessageReader(ByteView payload, std::string sender);

    std::uint8_t u8();
    bool flag();  ///< 0 or 1, nothing else
    std::uint16_t u16();
    std::uint32_t u32();
    std::uint64_t u64();
    std::int64_t i64();
    double f64();            ///< any bits
    double finite();         ///< an f64 that is neither infinite nor NaN
    std::uint64_t varint();  ///< in its shortest form, nothing else

    /// A number of things that follow, each of at least `bytes_each` >= 1 bytes; at most `most`.
    std::size_t count(std::size_t most, std::size_t bytes_each);

    /// So many bytes, without their number before them; a view into the payload.
    ByteView raw(std::size_t size);

    Bytes bytes(std::size_t most);
    std::string text(std::size_t most_bytes);
    std::vector<std::uint32_t> u32s(std::size_t most);
    std::vector<std::uint64_t> u64s(std::size_t most);

    template <std::size_t N>
    std::array<std::uint8_t, N> blob() {
        const ByteView from = raw(N);
        std::array<std::uint8_t, N> out{};
        std::copy(from.begin(), from.end(), out.begin());
        return out;
    }

    template <std::size_t N>
    std::vector<std::array<std::uint8_t, N>> blobs(std::size_t most) {
        std::vector<std::array<std::uint8_t, N>> out(count(most, N));
        for (auto& value : out) {
            value = blob<N>();
        }
        return out;
    }

    [[nodiscard]] std::size_t left() const { return rest_.size(); }

    /// Nothing is left. Call it last: what nobody asked for is not as agreed.
    void finish() const;

    /// Refuse the message for what its values are. `what` must not tell these.
    [[noreturn]] void refuse(const std::string& what) const;

private:
    ByteView rest_;
    std::string sender_;
};

}  // namespace kanon::parties

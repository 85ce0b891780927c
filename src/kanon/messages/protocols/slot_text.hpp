// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/vector_pedersen.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::messages {

/// What somebody put into a slot: for which group, and sealed for one of its members.
struct SlotMessage {
    std::uint8_t group = 0;  ///< of the receiver
    std::string sealed;

    friend bool operator==(const SlotMessage&, const SlotMessage&) = default;
};

/// How one slot looks once it is open.
struct OpenSlot {
    enum class State : std::uint8_t {
        empty,
        message,
        garbled  ///< two used it, or one put in what is no message
    };

    State state = State::empty;
    SlotMessage message = {};  ///< only where there is one
};

/// Slots hold messages of one size, by how their bytes are written:
///
///     16 bytes of SHA-256 of the rest | group u8 | sealed
///
/// The hash tells a message from the sum of two. As numbers modulo L they are 31 bytes each, the
/// lowest first, the last one filled up with zeros.
class SlotFormat {
public:
    static constexpr std::size_t kHashSize = 16;
    static constexpr std::size_t kBytesOfScalar = 31;

    /// For messages whose sealed form has so many bytes. \pre sealed_size >= 1
    explicit SlotFormat(std::size_t sealed_size) : sealed_size_(sealed_size) {}

    /// Bytes of a slot.
    [[nodiscard]] std::size_t size() const { return kHashSize + 1 + sealed_size_; }

    /// Numbers modulo L that these take.
    [[nodiscard]] std::size_t scalars() const {
        return (size() + kBytesOfScalar - 1) / kBytesOfScalar;
    }

    /// \pre message.sealed has the size of this format
    [[nodiscard]] parties::Bytes bytes_of(const SlotMessage& message) const;

    /// \pre size() bytes
    [[nodiscard]] OpenSlot read(parties::ByteView bytes) const;

    /// What bytes_of() gave, as numbers.
    [[nodiscard]] std::vector<crypto::Scalar> scalars_of(const SlotMessage& message) const;

    /// What the numbers of all members add up to. \pre scalars() values; they are public by now
    [[nodiscard]] OpenSlot read(const crypto::VectorOpening& sum) const;

private:
    std::size_t sealed_size_;
};

}  // namespace kanon::messages

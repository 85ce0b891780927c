// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <utility>

namespace kanon::crypto {

struct RawBytes;

/// Make libsodium ready, once; thread-safe and cheap after the first call. Whatever of this room
/// uses it calls this first. Stops the program if libsodium has no random numbers.
void start_sodium();

/// Overwrite bytes with zeros, also where a compiler would see no use in that.
void wipe(std::span<std::uint8_t> bytes) noexcept;

/// Are these equal? The time taken does not depend on where they differ. \pre of one size
[[nodiscard]] bool equal_in_constant_time(std::span<const std::uint8_t> left,
                                          std::span<const std::uint8_t> right);

/// Fill with random bytes of the system's, through libsodium.
void fill_randomly(std::span<std::uint8_t> bytes);

/// `size` secret bytes: wiped when they go, moved or copied by name only, compared in constant
/// time, never printed. Only this folder reads them (RawBytes). They are not kept from swap space
/// or core dumps.
template <std::size_t size>
class SecretBytes {
public:
    /// All zero.
    SecretBytes() = default;

    ~SecretBytes() { wipe(bytes_); }

    SecretBytes(const SecretBytes&) = delete;
    SecretBytes& operator=(const SecretBytes&) = delete;

    /// The source is all zero afterwards.
    SecretBytes(SecretBytes&& other) noexcept : bytes_(other.bytes_) { wipe(other.bytes_); }

    SecretBytes& operator=(SecretBytes&& other) noexcept {
        if (this != &other) {
            bytes_ = other.bytes_;
            wipe(other.bytes_);
        }
        return *this;
    }

    /// Fresh random bytes.
    [[nodiscard]] static SecretBytes random() {
        SecretBytes made;
        fill_randomly(made.bytes_);
        return made;
    }

    /// The bytes of `source`, which is wiped.
    [[nodiscard]] static SecretBytes take(std::span<std::uint8_t, size> source) {
        SecretBytes made;
        for (std::size_t i = 0; i < size; ++i) {
            made.bytes_[i] = source[i];
        }
        wipe(source);
        return made;
    }

    [[nodiscard]] SecretBytes copy() const {
        SecretBytes made;
        made.bytes_ = bytes_;
        return made;
    }

    /// In constant time.
    friend bool operator==(const SecretBytes& left, const SecretBytes& right) {
        return equal_in_constant_time(left.bytes_, right.bytes_);
    }

    friend std::ostream& operator<<(std::ostream&, const SecretBytes&) = delete;

private:
    friend struct RawBytes;

    std::array<std::uint8_t, size> bytes_{};
};

}  // namespace kanon::crypto

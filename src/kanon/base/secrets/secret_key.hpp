// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kanon {

/// A secret key of 32 bytes, from a file of its owner's alone. Wiped when it goes; never printed,
/// compared or copied. It is not kept from swap space or core dumps.
class SecretKey {
public:
    static constexpr std::size_t kBytes = 32;
    static constexpr std::size_t kMostSpelled = 2 * kBytes;  ///< characters, see stands_in()
    using Bytes = std::array<std::uint8_t, kBytes>;

    /// \throws std::system_error if the system gives no random numbers
    [[nodiscard]] static SecretKey random();

    /// Read what text() wrote. \throws Error{bad_input}, which quotes nothing of it: another kind
    /// of file, another version, a key that was cut or changed.
    [[nodiscard]] static SecretKey parse(std::string_view text, const std::string& file);

    /// Read the key of a file, in the form of text(). \throws Error{bad_input} naming the file:
    /// also one that others than its owner may read or change
    [[nodiscard]] static SecretKey read(const std::string& file);

    ~SecretKey();
    SecretKey(const SecretKey&) = delete;
    SecretKey& operator=(const SecretKey&) = delete;
    SecretKey(SecretKey&& other) noexcept;
    SecretKey& operator=(SecretKey&& other) noexcept;

    /// The key as its file has it: a line `kanon key 1`, then 64 hexadecimal digits.
    [[nodiscard]] std::string text() const;

    /// HMAC-SHA-256 (RFC 2104) of a use, a zero byte and a value. What is made for one use tells
    /// nothing of what is made for another; OpenSSL computes it. \pre the use has no zero byte
    [[nodiscard]] Bytes tag(std::string_view use, std::string_view value) const;

    /// A number below `bound`, uniform without bias, told by the use and the value alone: the words
    /// of the tags of a counter, of which those that would make some numbers likelier are left out.
    /// \pre bound >= 1
    [[nodiscard]] std::uint64_t number_below(std::uint64_t bound,
                                             std::string_view use,
                                             std::string_view value) const;

    /// True if the bytes of the key stand in a text, as they are, in hexadecimal digits of either
    /// case or in base 64: what is published must not hold them.
    [[nodiscard]] bool stands_in(std::string_view text) const;

private:
    SecretKey() = default;

    Bytes bytes_{};
};

/// Write a new key, which nobody but its owner may read (mode 0600). Nothing is ever overwritten.
/// \throws Error{bad_output} naming the file
void make_key_file(const std::string& file);

}  // namespace kanon

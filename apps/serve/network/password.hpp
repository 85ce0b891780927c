// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <mutex>
#include <string>
#include <string_view>

namespace kanon::serve {

/// The password that lets others in. It is kept as a hash alone (scrypt, RFC 7914, 16 MiB, with a
/// salt of its own), so that no memory of the program shows it. Safe to call from several threads.
class Password {
public:
    explicit Password(std::string_view text);

    /// The one line of a file. \throws Error{bad_input} naming the file: unreadable, readable by
    /// others, or no password of at least kLeast characters
    [[nodiscard]] static Password of_file(const std::string& path);

    /// Takes tens of milliseconds, one call at a time, and the same time whatever is given.
    [[nodiscard]] bool is(std::string_view given) const;

    static constexpr std::size_t kLeast = 12;
    static constexpr std::size_t kMost = 1024;

private:
    using Bytes = std::array<unsigned char, 32>;

    [[nodiscard]] Bytes hash_of(std::string_view text) const;

    Bytes salt_{};
    Bytes hash_{};
};

}  // namespace kanon::serve

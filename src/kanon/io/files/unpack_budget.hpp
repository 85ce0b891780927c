// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::io {

/// The bytes that a packed file of so many bytes may unpack to where nobody says so: 200 times as
/// many, and 1 GiB at least. Tables pack to a tenth or a hundredth; what promises more is refused
/// before it fills disk or memory.
[[nodiscard]] std::uint64_t unpacked_limit(std::uint64_t packed_bytes);

/// How much more may be unpacked of one file.
class UnpackBudget {
public:
    /// `limit`: bytes; 0: unpacked_limit() of the file. `name` stands in the message.
    /// `verb`: what the file does, as the message has it.
    UnpackBudget(std::uint64_t limit,
                 std::uint64_t packed_bytes,
                 std::string name,
                 std::string_view verb = "unpacks to");

    /// So many bytes were unpacked. \throws Error{bad_input} once they are more than the limit.
    void take(std::size_t bytes);

private:
    std::uint64_t limit_;
    std::uint64_t left_;
    std::string name_;
    std::string_view verb_;
};

}  // namespace kanon::io

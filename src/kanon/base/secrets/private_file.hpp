// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon {

/// Write a small file that is not there yet: under a private name first, then moved in place whole
/// and on disk. Nothing is ever overwritten. `mode` as chmod(2).
/// \throws Error{bad_output} naming the file
void write_new_file(const std::string& path, std::string_view content, unsigned mode);

/// A key or a certificate has no more bytes.
inline constexpr std::size_t kMostKeyBytes = std::size_t{1} << 16U;

/// Read a file whole. \throws Error{bad_input} naming the file: missing, unreadable, no regular
/// file, of more than `most_bytes`; with `only_ours` also one that its group or others may read or
/// change.
[[nodiscard]] std::string read_small_file(const std::string& path,
                                          bool only_ours,
                                          std::size_t most_bytes = kMostKeyBytes);

}  // namespace kanon

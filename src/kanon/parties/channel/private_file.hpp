// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon::parties {

/// Write a small file that is not there yet: under a private name first, then moved in place whole
/// and on disk. Nothing is ever overwritten. `mode` as chmod(2).
/// \throws Error{bad_output} naming the file
void write_new_file(const std::string& path, std::string_view content, unsigned mode);

/// Read a file of at most 64 KiB whole. \throws Error{bad_input} naming the file: missing,
/// unreadable, no regular file, too large; with `only_ours` also one that its group or others may
/// read or change.
[[nodiscard]] std::string read_small_file(const std::string& path, bool only_ours);

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kanon::io {

/// What tells whether a file is still the one that was looked at: device and number of the file,
/// its size, and when its bytes and its entry last changed, in nanoseconds.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::int64_t size = 0;
    std::int64_t changed = 0;        ///< the bytes
    std::int64_t entry_changed = 0;  ///< also by what sets the time above back

    bool operator==(const FileState&) const = default;
};

/// The state of the regular file that a path leads to now; none if there is none.
[[nodiscard]] std::optional<FileState> state_of_file(const std::string& path);

/// The end of the sentence about a file that is another one after it was read than before.
inline constexpr const char* kChangedWhileRead =
    "changed while it was read; run again when nothing writes to it, or read a copy";

}  // namespace kanon::io

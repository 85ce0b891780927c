// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/file_state.hpp"

#include <sys/stat.h>

#include <ctime>

namespace kanon::io {
namespace {

std::int64_t nanoseconds(const timespec& time) {
    constexpr std::int64_t kPerSecond = 1'000'000'000;
    return static_cast<std::int64_t>(time.tv_sec) * kPerSecond + time.tv_nsec;
}

}  // namespace

std::optional<FileState> state_of_file(const std::string& path) {
    struct stat status {};

    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    return FileState{.device = status.st_dev,
                     .number = status.st_ino,
                     .size = status.st_size,
                     .changed = nanoseconds(status.st_mtim),
                     .entry_changed = nanoseconds(status.st_ctim)};
}

}  // namespace kanon::io

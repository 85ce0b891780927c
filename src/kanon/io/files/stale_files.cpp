// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/stale_files.hpp"

#include "kanon/base/text/ascii.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace kanon::io {
namespace {

constexpr std::size_t kRandomLetters = 6;  // of mkostemps(3)

bool is_letter_or_digit(char c) {
    return is_digit(c) || is_letter(c);
}

/// True for the name of a file on its way to a target, and of the one that tells its mode.
bool is_pending_name(std::string_view name, std::string_view start) {
    if (!name.starts_with(start)) {
        return false;
    }
    name.remove_prefix(start.size());
    const std::string_view letters = name.substr(0, kRandomLetters);
    const std::string_view end = name.substr(letters.size());
    return letters.size() == kRandomLetters && std::ranges::all_of(letters, is_letter_or_digit) &&
           end.starts_with(kPendingSuffix) &&
           (end.size() == kPendingSuffix.size() || end.substr(kPendingSuffix.size()) == kModeProbe);
}

/// Remove a file of ours that nobody has locked. Whoever makes such a file locks it, and makes
/// another one where it was removed before that.
void remove_unless_locked(const std::string& path) {
    const int descriptor =
        ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        return;
    }

    struct stat status {};

    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid() && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        ::unlink(path.c_str());
    }
    ::close(descriptor);
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

void remove_stale_files(const std::string& folder, const std::string& start) noexcept {
    const std::unique_ptr<DIR, CloseFolder> entries(::opendir(folder.c_str()));
    while (entries) {
        const dirent* entry = ::readdir(entries.get());
        if (entry == nullptr) {
            return;
        }
        if (is_pending_name(entry->d_name, start)) {
            remove_unless_locked(folder + "/" + entry->d_name);
        }
    }
}

}  // namespace kanon::io

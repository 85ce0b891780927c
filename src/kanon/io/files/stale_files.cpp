// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/stale_files.hpp"

#include "kanon/base/text/ascii.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace kanon::io {
namespace {

constexpr std::size_t kRandomLetters = 6;  // of mkostemps(3)

bool is_letter_or_digit(char c) {
    return is_digit(c) || is_letter(c);
}

/// What follows kPendingSuffix in the name of what a run puts beside a target; none: it is no such
/// name.
std::optional<std::string_view> end_of_pending(std::string_view name, std::string_view start) {
    if (!name.starts_with(start)) {
        return std::nullopt;
    }
    name.remove_prefix(start.size());
    const std::string_view letters = name.substr(0, kRandomLetters);
    const std::string_view end = name.substr(letters.size());
    const bool is_pending = letters.size() == kRandomLetters &&
                            std::ranges::all_of(letters, is_letter_or_digit) &&
                            end.starts_with(kPendingSuffix);
    return is_pending ? std::optional(end.substr(kPendingSuffix.size())) : std::nullopt;
}

/// A file of ours, open and locked by nobody else, as long as this lives.
class LockedFile {
public:
    explicit LockedFile(const std::string& path)
        : descriptor_(
              ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)),
          is_absent_(descriptor_ < 0 && errno == ENOENT) {}

    ~LockedFile() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }

    LockedFile(const LockedFile&) = delete;
    LockedFile& operator=(const LockedFile&) = delete;

    /// There is no such file.
    [[nodiscard]] bool is_absent() const { return is_absent_; }

    [[nodiscard]] bool is_ours() const {
        struct stat status {};

        return descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode) &&
               status.st_uid == ::geteuid() && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
    }

private:
    int descriptor_;
    bool is_absent_;
};

/// Remove a file of ours that nobody has locked. Whoever makes such a file locks it, and makes
/// another one where it was removed before that.
void remove_unless_locked(const std::string& path) {
    if (LockedFile(path).is_ours()) {
        ::unlink(path.c_str());
    }
}

/// Remove a folder in which a database was made for a pending file. While one is made, its run has
/// locked that file.
void remove_making_folder(const std::string& folder) {
    const LockedFile made_for(folder.substr(0, folder.size() - kMakingFolder.size()));

    struct stat status {};

    if ((made_for.is_absent() || made_for.is_ours()) && ::lstat(folder.c_str(), &status) == 0 &&
        S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
        (status.st_mode & 0777U) == 0700) {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
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
        const std::string path = folder + "/" + entry->d_name;
        const auto end = end_of_pending(entry->d_name, start);
        if (end && (end->empty() || *end == kModeProbe)) {
            remove_unless_locked(path);
        } else if (end == kMakingFolder) {
            remove_making_folder(path);
        }
    }
}

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/private_folder.hpp"

#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/ascii.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace kanon::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".kanon_";
constexpr std::size_t kDigits = 16;

int open_folder(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// True for the name of a private folder beside what is called `name`.
bool is_private_name(std::string_view entry, std::string_view name) {
    const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    if (!entry.starts_with(name) || !entry.substr(name.size()).starts_with(kMark)) {
        return false;
    }
    const std::string_view digits = entry.substr(name.size() + kMark.size());
    return digits.size() == kDigits && std::ranges::all_of(digits, is_hexadecimal);
}

/// Remove a folder of ours that nobody has locked. Whoever makes such a folder locks it, and makes
/// another one where it was removed before that.
void remove_unless_locked(const std::string& path) {
    const int descriptor = open_folder(path);
    if (descriptor < 0) {
        return;
    }

    struct stat status {};

    if (::fstat(descriptor, &status) == 0 && status.st_uid == ::geteuid() &&
        ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        std::error_code none;
        fs::remove_all(path, none);
    }
    ::close(descriptor);
}

}  // namespace

void remove_stale_folders(const std::string& beside) noexcept {
    try {
        const fs::path place(beside);
        const std::string name = place.filename();
        const fs::path parent = place.has_parent_path() ? place.parent_path() : fs::path(".");
        std::error_code fault;
        for (fs::directory_iterator it(parent, fault), end; !fault && it != end;
             it.increment(fault)) {
            if (is_private_name(it->path().filename().string(), name)) {
                remove_unless_locked(it->path());
            }
        }
    } catch (...) {  // NOLINT(bugprone-empty-catch): they stay
    }
}

PrivateFolder::PrivateFolder(std::string beside) : beside_(std::move(beside)) {}

PrivateFolder::~PrivateFolder() {
    if (!path_.empty()) {
        std::error_code none;
        fs::remove_all(path_, none);
    }
    unlock();
}

bool PrivateFolder::make() {
    remove_stale_folders(beside_);
    SecretRandom random;
    do {
        unlock();
        path_ = fmt::format("{}{}{:0{}x}", beside_, kMark, random.next(), kDigits);
        if (::mkdir(path_.c_str(), S_IRWXU) != 0) {
            path_.clear();
            return false;
        }
    } while (!lock());
    return true;
}

/// Whether the folder is ours: another run may have taken it for a stale one before it was locked.
/// A file system without locks is no fault.
bool PrivateFolder::lock() {
    descriptor_ = open_folder(path_);
    if (descriptor_ < 0) {
        return errno != ENOENT;
    }

    struct stat status {};

    const bool taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !taken && (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0);
}

void PrivateFolder::unlock() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        descriptor_ = -1;
    }
}

}  // namespace kanon::engine

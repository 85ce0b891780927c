// SPDX-License-Identifier: Apache-2.0
#include "private_folder.hpp"

#include "kanon/api/kanon.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace kanon::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockName = "lock";

std::string name_start() {
    return "kanon-serve-" + std::to_string(geteuid()) + "-";
}

[[noreturn]] void refuse_folder(const fs::path& path) {
    throw Error(ErrorCode::bad_output,
                "no private folder can be made here; set TMPDIR to a folder that can be written",
                Where{.file = path.string()});
}

/// A lock on a folder; -1: another program holds it, or it cannot be had. `making`: O_CREAT, or 0
/// for a folder that must have its lock: one without is being made by another program.
int lock_of(const fs::path& folder, int making) {
    const std::string file = (folder / kLockName).string();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): open(2) is so
    const int out = open(file.c_str(), O_RDWR | making | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (out >= 0 && flock(out, LOCK_EX | LOCK_NB) != 0) {
        close(out);
        return -1;
    }
    return out;
}

bool is_own_folder(const fs::path& path) {
    struct stat found {};

    return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid();
}

/// Remove what servers that were killed left.
void remove_leftovers(const fs::path& base) {
    std::error_code ignored;
    for (fs::directory_iterator at(base, ignored), end; !ignored && at != end;
         at.increment(ignored)) {
        const fs::path& path = at->path();
        if (!path.filename().string().starts_with(name_start()) || !is_own_folder(path)) {
            continue;
        }
        const int lock = lock_of(path, 0);
        if (lock >= 0) {
            std::error_code fault;
            fs::remove_all(path, fault);
            close(lock);
        }
    }
}

}  // namespace

PrivateFolder::PrivateFolder(const fs::path& base) {
    remove_leftovers(base);
    std::string name = (base / (name_start() + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr) {
        refuse_folder(base);
    }
    path_ = name;
    lock_ = lock_of(path_, O_CREAT);
    if (lock_ < 0) {
        refuse_folder(base);
    }
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    close(lock_);
}

fs::path PrivateFolder::place_for(const std::string& name) {
    const fs::path folder = path_ / std::to_string(++files_);
    std::error_code fault;
    if (!fs::create_directory(folder, fault)) {
        refuse_folder(folder);
    }
    return folder / fs::path(name).filename();
}

}  // namespace kanon::serve

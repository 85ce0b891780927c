// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/file_move.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace kanon::io {
namespace {

[[noreturn]] void fail(int fault) {
    throw std::system_error(fault, std::generic_category());
}

void rename_or_fail(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) {
        fail(errno);
    }
}

/// A descriptor that holds the file locked; -1 where that cannot be.
int locked(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0) {
        ::flock(descriptor, LOCK_SH | LOCK_NB);
    }
    return descriptor;
}

bool exchange_names(const std::string& a, const std::string& b) {
    return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
}

void move_to_free_name(const std::string& from, const std::string& to) {
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return;
    }
    const bool has_no_links = errno == EPERM || errno == EOPNOTSUPP;
    if (!has_no_links) {
        fail(errno);
    }
    if (::access(to.c_str(), F_OK) == 0) {
        fail(EEXIST);
    }
    rename_or_fail(from, to);
}

}  // namespace

FileMove::FileMove(std::string from, std::string to, bool force)
    : from_(std::move(from)), to_(std::move(to)) {
    if (!force) {
        move_to_free_name(from_, to_);
        return;
    }
    old_ = locked(to_);
    if (exchange_names(from_, to_)) {
        way_ = Way::exchanged;
    } else {
        way_ = errno == ENOENT ? Way::moved : Way::replaced;
        rename_or_fail(from_, to_);
    }
}

FileMove::~FileMove() {
    if (old_ >= 0) {
        ::close(old_);
    }
}

void FileMove::take_back() const noexcept {
    if (way_ == Way::exchanged) {
        exchange_names(from_, to_);
    } else if (way_ == Way::moved) {
        std::rename(to_.c_str(), from_.c_str());
    }
}

}  // namespace kanon::io

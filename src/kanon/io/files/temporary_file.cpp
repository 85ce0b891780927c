// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/temporary_file.hpp"

#include "kanon/io/files/descriptor.hpp"
#include "kanon/io/writing/pending_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr std::size_t kSlots = 128;
constexpr std::size_t kLongestPath = 4096;

enum class Slot { free, claimed, open };

// The one mutable state at file level: a signal handler reaches nothing else, and may not allocate.
struct OpenFile {
    std::atomic<Slot> state{Slot::free};
    std::array<char, kLongestPath> path{};
};

std::array<OpenFile, kSlots> open_files;
static_assert(std::atomic<Slot>::is_always_lock_free);

std::size_t claim_slot() {
    for (std::size_t index = 0; index < kSlots; ++index) {
        Slot expected = Slot::free;
        if (open_files[index].state.compare_exchange_strong(expected, Slot::claimed)) {
            return index;
        }
    }
    throw std::system_error(EMFILE, std::generic_category());
}

/// While it lives, this thread takes no signal: between a file and its slot a handler would miss
/// it.
class SignalsHeld {
public:
    SignalsHeld() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }

    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;
    SignalsHeld(SignalsHeld&&) = delete;
    SignalsHeld& operator=(SignalsHeld&&) = delete;

private:
    sigset_t before_{};
};

/// The most bytes that a descriptor which is ready takes without waiting.
std::size_t taken_at_once(int descriptor) {
    struct stat status {};

    const bool takes_all = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return takes_all ? std::numeric_limits<std::size_t>::max() : PIPE_BUF;
}

}  // namespace

void remove_pending_files() noexcept {
    for (OpenFile& file : open_files) {
        if (file.state.load() == Slot::open) {
            ::unlink(file.path.data());
        }
    }
}

namespace io {

TemporaryFile::TemporaryFile(const std::string& prefix, const std::string& suffix) {
    path_ = prefix + "XXXXXX" + suffix;
    if (path_.size() >= kLongestPath) {
        throw std::system_error(ENAMETOOLONG, std::generic_category());
    }
    slot_ = claim_slot();
    const SignalsHeld held;
    do {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
        path_ = prefix + "XXXXXX" + suffix;
        descriptor_ = ::mkostemps(path_.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
    } while (descriptor_ >= 0 && !lock());
    if (descriptor_ < 0) {
        const int fault = errno;
        open_files[slot_].state = Slot::free;
        throw std::system_error(fault, std::generic_category());
    }
    std::memcpy(open_files[slot_].path.data(), path_.c_str(), path_.size() + 1);
    open_files[slot_].state = Slot::open;
}

/// Whether the file is ours: another run may have taken it for a stale one before it was locked.
/// A file system without locks is no fault.
bool TemporaryFile::lock() const {
    struct stat status {};

    const bool taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !taken && (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0);
}

TemporaryFile::~TemporaryFile() {
    if (has_name_) {
        ::unlink(path_.c_str());
    }
    release();
    ::close(descriptor_);
}

void TemporaryFile::hide() noexcept {
    std::string way = "/proc/self/fd/" + std::to_string(descriptor_);
    if (has_name_ && ::access(way.c_str(), R_OK) == 0) {
        ::unlink(path_.c_str());
        release();
        path_ = std::move(way);
    }
}

void TemporaryFile::release() noexcept {
    if (has_name_) {
        open_files[slot_].state = Slot::free;
        has_name_ = false;
        path_.clear();
    }
}

std::string temporary_prefix() {
    const char* folder = std::getenv("TMPDIR");
    const std::string start = folder != nullptr && *folder != '\0' ? folder : "/tmp";
    return start + "/kanon-";
}

void write_all(int descriptor, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            throw std::system_error(errno, std::generic_category());
        }
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
}

void copy_all(int from, int to, const RunContext& context) {
    std::vector<char> buffer(std::size_t{1} << 18U);
    const std::size_t step = taken_at_once(to);
    while (true) {
        wait_for_input(from, context);
        const ssize_t got = ::read(from, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            throw std::system_error(errno, std::generic_category());
        }
        if (got == 0) {
            return;
        }
        const auto size = static_cast<std::size_t>(got);
        for (std::size_t at = 0; at < size; at += std::min(step, size - at)) {
            wait_for_room(to, context);
            write_all(to, buffer.data() + at, std::min(step, size - at));
        }
    }
}

}  // namespace io
}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/private_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/shell_word.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <system_error>

namespace kanon {
namespace {

std::string system_text(int fault) {
    return std::generic_category().message(fault);
}

[[noreturn]] void cannot_write(const std::string& path, int fault) {
    throw Error(ErrorCode::bad_output,
                fault == EEXIST ? "it is there already, and is never overwritten; choose another "
                                  "name"
                                : "it cannot be written: " + system_text(fault),
                {.file = path});
}

[[noreturn]] void cannot_read(const std::string& path, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, {.file = path});
}

/// An open file of the system.
class OpenedFile {
public:
    explicit OpenedFile(int descriptor) : descriptor_(descriptor) {}

    ~OpenedFile() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }

    OpenedFile(const OpenedFile&) = delete;
    OpenedFile& operator=(const OpenedFile&) = delete;

    [[nodiscard]] int get() const { return descriptor_; }

private:
    int descriptor_;
};

/// A file under a private name beside its target, removed unless it got there.
class Unfinished {
public:
    explicit Unfinished(const std::string& target)
        : target_(target), path_(target + ".XXXXXX"), file_(::mkostemp(path_.data(), O_CLOEXEC)) {
        if (file_.get() < 0) {
            cannot_write(target_, errno);
        }
    }

    ~Unfinished() { ::unlink(path_.c_str()); }

    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    void write(std::string_view content, unsigned mode) const {
        while (!content.empty()) {
            const ssize_t written = ::write(file_.get(), content.data(), content.size());
            if (written < 0 && errno != EINTR) {
                cannot_write(target_, errno);
            }
            content.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
        }
        if (::fchmod(file_.get(), static_cast<mode_t>(mode)) != 0 || ::fsync(file_.get()) != 0) {
            cannot_write(target_, errno);
        }
    }

    /// A link never replaces what stands there; file systems without links have the other call.
    void move_in_place() const {
        if (::link(path_.c_str(), target_.c_str()) == 0) {
            return;
        }
        const bool has_no_links = errno == EPERM || errno == EOPNOTSUPP;
        if (!has_no_links ||
            ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) !=
                0) {
            cannot_write(target_, errno);
        }
    }

private:
    std::string target_;
    std::string path_;
    OpenedFile file_;
};

void check_status(const std::string& path, int descriptor, bool only_ours) {
    struct stat status {};

    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        cannot_read(path, "it is no regular file");
    }
    if (only_ours && (status.st_mode & 077U) != 0) {
        cannot_read(path,
                    "others may read it, and it is secret; type: chmod 600 " + shell_word(path) +
                        " (if others may have read it, make a new one)");
    }
}

}  // namespace

void write_new_file(const std::string& path, std::string_view content, unsigned mode) {
    const Unfinished file(path);  // mkostemp: O_EXCL, mode 0600
    file.write(content, mode);
    file.move_in_place();
}

std::string read_small_file(const std::string& path, bool only_ours, std::size_t most_bytes) {
    const OpenedFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) {
        cannot_read(path, "it cannot be read: " + system_text(errno));
    }
    check_status(path, file.get(), only_ours);
    std::string content;
    std::array<char, std::size_t{1} << 16U> part{};
    while (content.size() <= most_bytes) {
        const ssize_t got = ::read(file.get(), part.data(), part.size());
        if (got < 0 && errno != EINTR) {
            cannot_read(path, "it cannot be read: " + system_text(errno));
        }
        if (got == 0) {
            return content;
        }
        content.append(part.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
    }
    cannot_read(path, "it is larger than such a file can be");
}

}  // namespace kanon

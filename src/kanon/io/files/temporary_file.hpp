// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstddef>
#include <string>

namespace kanon::io {

/// A file of our own with a random name and mode 0600, removed at the end of its life, by
/// remove_pending_files() in a signal handler at the latest; unless released by then. It is locked
/// (flock) while it is open, which tells it from what a killed run left behind.
class TemporaryFile {
public:
    /// Create `prefix` + six random letters + `suffix`, open for reading and writing.
    /// \throws std::system_error with the errno of mkostemps.
    TemporaryFile(const std::string& prefix, const std::string& suffix);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile(TemporaryFile&&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

    [[nodiscard]] int descriptor() const { return descriptor_; }

    /// Take the name away: the file lives while it is open and not even a kill leaves its bytes
    /// behind. path() then leads to it by way of /proc; on a system without, nothing changes.
    void hide() noexcept;

    /// The file has gone to its final name: forget it, do not remove it.
    void release() noexcept;

private:
    [[nodiscard]] bool lock() const;

    std::string path_;
    bool has_name_ = true;  ///< it must be removed
    int descriptor_ = -1;
    std::size_t slot_ = 0;
};

/// The start of a name in the folder for temporary files ($TMPDIR, else /tmp).
[[nodiscard]] std::string temporary_prefix();

/// Write all bytes. \throws std::system_error with the errno of write.
void write_all(int descriptor, const char* bytes, std::size_t size);

/// Copy the rest of one open file to another. Waits for a pipe to deliver, and for one to take what
/// it is given. \throws std::system_error; Error{cancelled} soon after the run was cancelled.
void copy_all(int from, int to, const RunContext& context = {});

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon::io {

/// A file that was given another name, in a way that can be taken back.
class FileMove {
public:
    /// Give the file `from` the name `to` in the same file system, at once and whole. With `force`
    /// what stands there is replaced: it is kept under the name `from` where the file system can
    /// exchange two names. Without, nothing that came to stand there meanwhile is replaced.
    /// \throws std::system_error, EEXIST among others.
    FileMove(std::string from, std::string to, bool force);
    ~FileMove();
    FileMove(const FileMove&) = delete;
    FileMove& operator=(const FileMove&) = delete;
    FileMove(FileMove&&) = delete;
    FileMove& operator=(FileMove&&) = delete;

    /// Restore both names. Does nothing where the file system could not keep what was replaced.
    void take_back() const noexcept;

    /// True if the name `from` stands, and is what was replaced.
    [[nodiscard]] bool kept_old() const { return way_ == Way::exchanged; }

private:
    enum class Way { moved, exchanged, replaced };

    std::string from_;
    std::string to_;
    Way way_ = Way::moved;
    int old_ = -1;  ///< what was replaced, locked: under the name `from` it is no stale file
};

}  // namespace kanon::io

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace kanon::serve {

/// A folder for files that were dropped into the page: nobody else can read it, and it goes with
/// the program. What a killed server left is removed by the next one: each holds a lock on its own
/// while it lives.
class PrivateFolder {
public:
    /// `base`: where such folders are, the system's folder for temporary files.
    /// \throws Error{bad_output}
    explicit PrivateFolder(const std::filesystem::path& base);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    PrivateFolder(PrivateFolder&&) = delete;
    PrivateFolder& operator=(PrivateFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// A path for a file of that name that is not there yet, in a folder of its own.
    [[nodiscard]] std::filesystem::path place_for(const std::string& name);

private:
    std::filesystem::path path_;
    int lock_ = -1;
    unsigned files_ = 0;
};

}  // namespace kanon::serve

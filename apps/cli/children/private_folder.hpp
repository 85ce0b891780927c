// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon::cli {

/// A folder that nobody else can look into, gone with its scope.
class PrivateFolder {
public:
    /// \throws std::system_error
    PrivateFolder();
    ~PrivateFolder();

    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder(PrivateFolder&&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    PrivateFolder& operator=(PrivateFolder&&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace kanon::cli

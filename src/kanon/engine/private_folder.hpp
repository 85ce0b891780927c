// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon::engine {

/// A folder beside a file or a folder, for the user alone (mode 0700), gone when this is. Its name
/// is that of what it is beside, `.kanon_` and 16 hexadecimal digits that nobody foresees.
class PrivateFolder {
public:
    /// Nothing is made yet.
    explicit PrivateFolder(const std::string& beside);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    /// Make it; false where nothing can be made.
    [[nodiscard]] bool make() const;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace kanon::engine

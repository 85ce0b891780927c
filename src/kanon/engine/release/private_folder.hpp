// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon::engine {

/// A folder beside a file or a folder, for the user alone (mode 0700), gone when this is. Its name
/// is that of what it is beside, `.kanon_` and 16 hexadecimal digits that nobody foresees. It is
/// locked while this lives, so that the next one at the place knows those that killed runs left
/// from those of runs at work.
class PrivateFolder {
public:
    /// Nothing is made yet.
    explicit PrivateFolder(std::string beside);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    /// Remove what killed runs left here, and make it; false where nothing can be made.
    [[nodiscard]] bool make();

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    [[nodiscard]] bool lock();
    void unlock();

    std::string beside_;
    std::string path_;  ///< "" until it is made
    int descriptor_ = -1;
};

/// Remove private folders of ours beside a file or a folder that no running process has locked.
/// What cannot be removed stays. Cost O(entries of the folder that they are in).
void remove_stale_folders(const std::string& beside) noexcept;

}  // namespace kanon::engine

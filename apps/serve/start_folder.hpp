// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::serve {

/// A file or folder beneath the start folder.
struct ListedFile {
    std::string name;
    bool is_folder = false;
    std::uint64_t bytes = 0;
};

/// The one folder that the page reads from and writes to, with what is beneath it. Paths are
/// relative to it; symbolic links are followed first, and what lies elsewhere is refused. Hidden
/// files and folders are neither listed nor read or written.
class StartFolder {
public:
    /// \throws Error{usage} if it is no folder
    explicit StartFolder(const std::string& path);

    [[nodiscard]] const std::filesystem::path& root() const { return root_; }

    /// The absolute path of a file that is there. \throws Error{bad_input}
    [[nodiscard]] std::string file(std::string_view relative) const;

    /// The absolute path of a file to be written, whose folder is there. A link that is there is
    /// followed. \throws Error{bad_output}
    [[nodiscard]] std::string target(std::string_view relative) const;

    /// What stands in a folder, folders first, hidden ones left out, at most kMostListed.
    /// \throws Error{bad_input}
    [[nodiscard]] std::vector<ListedFile> list(std::string_view relative) const;

    /// True for an absolute path of this folder or beneath it, links followed.
    [[nodiscard]] bool holds(const std::filesystem::path& path) const;

    /// The same, and nothing on the way there from the folder is hidden.
    [[nodiscard]] bool allows(const std::filesystem::path& path) const;

    /// A path as the page and command lines show it: relative to the folder where it is beneath.
    [[nodiscard]] std::string shown(const std::string& path) const;

    static constexpr std::size_t kMostListed = 2000;

private:
    [[nodiscard]] std::filesystem::path within(std::string_view relative) const;

    std::filesystem::path root_;  ///< absolute, without links
};

}  // namespace kanon::serve

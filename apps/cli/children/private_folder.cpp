// SPDX-License-Identifier: Apache-2.0
#include "children/private_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace kanon::cli {

PrivateFolder::PrivateFolder()
    : path_((std::filesystem::temp_directory_path() / "kanon-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "no private folder");
    }
}

PrivateFolder::~PrivateFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
}

}  // namespace kanon::cli

// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/private_folder.hpp"

#include "kanon/base/secret_random.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace kanon::engine {

PrivateFolder::PrivateFolder(const std::string& beside) {
    SecretRandom random;
    path_ = fmt::format("{}.kanon_{:016x}", beside, random.next());
}

PrivateFolder::~PrivateFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
}

bool PrivateFolder::make() const {
    return ::mkdir(path_.c_str(), S_IRWXU) == 0;
}

}  // namespace kanon::engine

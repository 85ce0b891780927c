// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace kanon::serve {

/// A file of web/, packed when the program was built.
struct WebFile {
    std::string_view path;                  ///< of the address, `/app.css`
    std::string_view type;                  ///< of the media
    std::span<const unsigned char> packed;  ///< by gzip
};

/// All of them. The build makes this, see cmake/KanonWeb.cmake.
[[nodiscard]] std::span<const WebFile> web_files();

}  // namespace kanon::serve

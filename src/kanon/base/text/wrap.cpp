// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/wrap.hpp"

#include "kanon/base/text/utf8.hpp"

#include <algorithm>

namespace kanon {

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    if (width == 0) {
        return {std::string(text)};
    }
    std::vector<std::string> lines;
    std::size_t used = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t size = code_point_count(word);
        if (size == 0) {
            continue;
        }
        if (lines.empty() || used + 1 + size > width) {
            lines.emplace_back(word);
            used = size;
        } else {
            lines.back().append(" ").append(word);
            used += 1 + size;
        }
    }
    return lines;
}

}  // namespace kanon

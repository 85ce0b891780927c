// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon::engine {

/// SQL with each `{}` in it replaced by an expression.
[[nodiscard]] inline std::string with_pattern(std::string_view pattern,
                                              std::string_view expression) {
    std::string out;
    for (std::size_t at = pattern.find("{}"); at != std::string_view::npos;
         at = pattern.find("{}")) {
        out.append(pattern.substr(0, at)).append(expression);
        pattern.remove_prefix(at + 2);
    }
    return out.append(pattern);
}

}  // namespace kanon::engine

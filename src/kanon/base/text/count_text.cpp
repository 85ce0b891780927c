// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"

namespace kanon {

std::string count_text(std::uint64_t count) {
    const std::string digits = std::to_string(count);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            out += ',';
        }
        out += digits[i];
    }
    return out;
}

std::string count_text(std::uint64_t count, std::string_view noun) {
    const std::string_view ending = count == 1                                   ? ""
                                    : noun.ends_with('s') || noun.ends_with('x') ? "es"
                                                                                 : "s";
    return count_text(count) + " " + std::string(noun) + std::string(ending);
}

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_text.hpp"

#include "kanon/report/wording.hpp"

#include <algorithm>

namespace kanon {

std::string html_escape(std::string_view text) {
    std::string out;
    bool first = true;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += first ? "" : "\n";
        first = false;
        for (const char c : one_line(text.substr(begin, end - begin))) {
            switch (c) {
                case '&':
                    out += "&amp;";
                    break;
                case '<':
                    out += "&lt;";
                    break;
                case '>':
                    out += "&gt;";
                    break;
                case '"':
                    out += "&quot;";
                    break;
                default:
                    out += c;
            }
        }
        begin = end + 1;
    }
    return out;
}

}  // namespace kanon

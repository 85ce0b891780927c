// SPDX-License-Identifier: Apache-2.0
#include "parties/same_rows.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace kanon::bench {
namespace {

/// Views into the texts.
struct SortedLines {
    std::set<std::string_view> headings;
    std::vector<std::string_view> rows;

    friend bool operator==(const SortedLines&, const SortedLines&) = default;
};

SortedLines sorted_lines(const std::vector<std::string>& texts) {
    SortedLines out;
    for (const std::string& text : texts) {
        std::string_view left = text;
        bool is_heading = true;
        while (!left.empty()) {
            const std::size_t end = std::min(left.find('\n'), left.size() - 1);
            const std::string_view line = left.substr(0, end + 1);
            if (is_heading) {
                out.headings.insert(line);
            } else {
                out.rows.push_back(line);
            }
            is_heading = false;
            left.remove_prefix(end + 1);
        }
    }
    std::ranges::sort(out.rows);
    return out;
}

}  // namespace

bool have_same_rows(const std::vector<std::string>& texts, const std::vector<std::string>& others) {
    return sorted_lines(texts) == sorted_lines(others);
}

}  // namespace kanon::bench

// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kanon {
namespace {

/// Optimal string alignment distance over three rolling rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> now(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        last[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
        }
        before.swap(last);
        last.swap(now);
    }
    return last[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance && distance < candidate.size()) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
    if (const std::string_view near = nearest_word(word, known); !near.empty()) {
        return " (did you mean '" + std::string(near) + "'?)";
    }
    std::string out = "; known:";
    const char* separator = " ";
    for (const std::string_view candidate : known) {
        out += separator + std::string(candidate);
        separator = ", ";
    }
    return out;
}

}  // namespace kanon

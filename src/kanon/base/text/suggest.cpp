// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
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

std::string_view without_dashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

/// As far as the nearest of the words that hyphens join, and one more for leaving out those behind,
/// two for those before: `surpression` is near to `max-suppression`, `k` to `k-anonymity`. Short
/// parts must be the word.
std::size_t distance_of_part(std::string_view word, std::string_view candidate) {
    constexpr std::size_t kShort = 4;
    std::size_t best = std::numeric_limits<std::size_t>::max();
    for (std::size_t begin = 0; begin < candidate.size();) {
        const std::size_t end = std::min(candidate.find('-', begin), candidate.size());
        const std::string_view part = candidate.substr(begin, end - begin);
        if (part != candidate && (part == word || part.size() > kShort)) {
            best = std::min(best, edit_distance(word, part) + (begin == 0 ? 1 : 2));
        }
        begin = end + 1;
    }
    return best;
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance =
            std::min(edit_distance(word, candidate),
                     distance_of_part(without_dashes(word), without_dashes(candidate)));
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

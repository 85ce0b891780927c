// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_class.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace kanon::parties {
namespace {

using classes::extent_of;
using classes::set_holds;
using classes::word_of;

Place places_of_set(std::size_t words) {
    return static_cast<Place>((words - 1) * classes::kWordBits);
}

}  // namespace

std::size_t occurrence_count(const Word* cover, bool by_set) {
    if (by_set) {
        return *cover > 1 ? *cover : 0;
    }
    const Extent extent = extent_of(*cover);
    return 2 * std::size_t{extent.high - extent.low};
}

std::size_t words_on(const AskedClasses& classes, std::size_t attribute, std::size_t attributes) {
    const std::size_t end =
        attribute + 1 < attributes ? classes.first_word(attribute + 1) : classes.words();
    return end - classes.first_word(attribute);
}

bool narrow(std::span<const std::uint8_t> answers, std::size_t words, bool by_set, Word* cover) {
    if (answers.empty()) {
        return true;
    }
    if (by_set) {
        std::vector<Word> found(words, 0);
        std::size_t at = 0;
        for (Place place = 0; place < places_of_set(words); ++place) {
            if (set_holds(cover, place) != 0 && answers[at++] != 0) {
                classes::set_add(found.data(), place);
            }
        }
        std::ranges::copy(found, cover);
        return found[0] > 0;
    }
    const auto [low, high] = extent_of(*cover);
    const std::size_t half = answers.size() / 2;
    const auto from_low = answers.first(half);
    const auto from_high = answers.subspan(half);
    // No for the places before the first that occurs, yes from there on.
    const auto first_yes = [](std::span<const std::uint8_t> bits) {
        const void* const found = std::memchr(bits.data(), 1, bits.size());
        return found == nullptr ? bits.size()
                                : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) -
                                                           bits.data());
    };
    const std::size_t below = first_yes(from_low);
    const std::size_t above = first_yes(from_high);
    *cover = word_of({static_cast<Place>(low + below), static_cast<Place>(high - above)});
    const auto all_yes = [](std::span<const std::uint8_t> bits) {
        return std::memchr(bits.data(), 0, bits.size()) == nullptr;
    };
    return all_yes(from_low.subspan(below)) && all_yes(from_high.subspan(above)) &&
           below + above <= half;
}

}  // namespace kanon::parties

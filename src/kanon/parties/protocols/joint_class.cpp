// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_class.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace kanon::parties {
namespace {

constexpr std::uint32_t kNoPart = std::numeric_limits<std::uint32_t>::max();

using classes::extent_of;
using classes::set_holds;
using classes::word_of;

Place places_of_set(std::size_t words) {
    return static_cast<Place>((words - 1) * classes::kWordBits);
}

}  // namespace

OwnRows::OwnRows(const Task& own, const AskedClasses& classes)
    : classes_(classes),
      attributes_(own.quasi_identifiers.size()),
      places_(own.row_types().size() * attributes_),
      counts_(own.row_types().counts.begin(), own.row_types().counts.end()),
      types_(own.row_types().size()) {
    std::iota(types_.begin(), types_.end(), std::uint32_t{0});
    std::size_t most_places = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const std::vector<Place>& place_of = classes.places(attribute);
        most_places = std::max(most_places, place_of.size());
        own.row_types().columns[attribute].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                places_[type * attributes_ + attribute] = place_of[codes[type]];
            }
        });
    }
    part_of_place_.resize(most_places);
}

void OwnRows::add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits) {
    measure(one);
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const Word* const cover = one.cover.data() + classes_.first_word(attribute);
        const bool by_set = classes_.by_set(attribute);
        const std::size_t count = occurrence_count(cover, by_set);
        const std::size_t first = bits.size();
        bits.resize(first + count, 0);
        if (count == 0 || one.begin == one.end) {
            continue;
        }
        const auto here = std::span(bits).subspan(first);
        if (by_set) {
            mark_set(one, attribute, here);
            continue;
        }
        const auto [low, high] = extent_of(*cover);
        const auto half = static_cast<std::ptrdiff_t>(high - low);
        std::fill(here.begin() + (lows_[attribute] - low), here.begin() + half, std::uint8_t{1});
        std::fill(here.begin() + half + (high - highs_[attribute]), here.end(), std::uint8_t{1});
    }
}

/// The least and the greatest place of one's own rows of a class, for all attributes.
void OwnRows::measure(const JointClass& one) {
    lows_.assign(attributes_, std::numeric_limits<Place>::max());
    highs_.assign(attributes_, 0);
    const Place* row = places_.data() + one.begin * attributes_;
    for (std::size_t i = one.begin; i < one.end; ++i, row += attributes_) {
        for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
            lows_[attribute] = std::min(lows_[attribute], row[attribute]);
            highs_[attribute] = std::max(highs_[attribute], row[attribute]);
        }
    }
}

void OwnRows::mark_set(const JointClass& one,
                       std::size_t attribute,
                       std::span<std::uint8_t> bits) const {
    const Word* const cover = one.cover.data() + classes_.first_word(attribute);
    std::vector<std::uint32_t> at(classes_.places(attribute).size());
    std::uint32_t next = 0;
    for (Place place = 0; place < at.size(); ++place) {
        at[place] = next;
        next += static_cast<std::uint32_t>(set_holds(cover, place));
    }
    for (std::size_t i = one.begin; i < one.end; ++i) {
        bits[at[place(i, attribute)]] = 1;
    }
}

void OwnRows::add_counts(const JointClass& one,
                         std::size_t attribute,
                         Extent extent,
                         std::vector<std::uint64_t>& counts) const {
    const std::size_t first = counts.size();
    counts.resize(first + extent.high - extent.low + 1, 0);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        counts[first + place(i, attribute) - extent.low] += counts_[i];
    }
}

bool OwnRows::divide(const JointClass& one,
                     const PlaceDivision& division,
                     std::vector<std::size_t>& starts) {
    const auto part_of = part_of_place_.begin();
    std::fill(part_of + one.extent.low, part_of + one.extent.high + 1, kNoPart);
    for (std::uint32_t part = 0; part < division.parts.size(); ++part) {
        for (const PlaceRun run : division.parts[part]) {
            std::fill(part_of + run.begin, part_of + run.end, part);
        }
    }
    next_.assign(division.parts.size() + 1, 0);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        const std::uint32_t part = part_of[place(i, division.attribute)];
        if (part == kNoPart) {
            return false;
        }
        ++next_[part + 1];
    }
    std::partial_sum(next_.begin(), next_.end(), next_.begin());
    for (const std::size_t start : next_) {
        starts.push_back(one.begin + start);
    }
    const std::size_t size = one.end - one.begin;
    moved_places_.resize(std::max(moved_places_.size(), size * attributes_));
    moved_counts_.resize(std::max(moved_counts_.size(), size));
    moved_types_.resize(std::max(moved_types_.size(), size));
    for (std::size_t i = one.begin; i < one.end; ++i) {
        const std::size_t to = next_[part_of[place(i, division.attribute)]]++;
        std::copy_n(
            places_.data() + i * attributes_, attributes_, moved_places_.data() + to * attributes_);
        moved_counts_[to] = counts_[i];
        moved_types_[to] = types_[i];
    }
    std::copy_n(moved_places_.data(), size * attributes_, places_.data() + one.begin * attributes_);
    std::copy_n(moved_counts_.data(), size, counts_.data() + one.begin);
    std::copy_n(moved_types_.data(), size, types_.data() + one.begin);
    return true;
}

std::uint64_t OwnRows::rows(std::size_t begin, std::size_t end) const {
    std::uint64_t out = 0;
    for (std::size_t i = begin; i < end; ++i) {
        out += counts_[i];
    }
    return out;
}

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

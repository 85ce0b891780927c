// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_class.hpp"

#include <algorithm>
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

void OwnRows::add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits) const {
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const Word* const cover = one.all.cover.data() + classes_.first_word(attribute);
        const bool by_set = classes_.by_set(attribute);
        const std::size_t count = occurrence_count(cover, by_set);
        const std::size_t first = bits.size();
        bits.resize(first + count, 0);
        if (count == 0 || one.begin == one.end) {
            continue;
        }
        const auto here = std::span(bits).subspan(first);
        if (by_set) {
            std::vector<std::uint32_t> at(classes_.places(attribute).size());
            std::uint32_t next = 0;
            for (Place place = 0; place < at.size(); ++place) {
                at[place] = next;
                next += static_cast<std::uint32_t>(set_holds(cover, place));
            }
            for (std::size_t i = one.begin; i < one.end; ++i) {
                here[at[place(i, attribute)]] = 1;
            }
            continue;
        }
        const auto [low, high] = extent_of(*cover);
        Extent own{place(one.begin, attribute), place(one.begin, attribute)};
        for (std::size_t i = one.begin + 1; i < one.end; ++i) {
            own = classes::joined(own, place(i, attribute));
        }
        const auto half = static_cast<std::ptrdiff_t>(high - low);
        std::fill(here.begin() + (own.low - low), here.begin() + half, std::uint8_t{1});
        std::fill(here.begin() + half + (high - own.high), here.end(), std::uint8_t{1});
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

std::vector<std::size_t> OwnRows::divide(const JointClass& one, const PlaceDivision& division) {
    std::vector<std::size_t> starts(division.parts.size() + 1, 0);
    std::fill(part_of_place_.begin() + one.extent.low,
              part_of_place_.begin() + one.extent.high + 1,
              kNoPart);
    for (std::uint32_t part = 0; part < division.parts.size(); ++part) {
        for (const PlaceRun run : division.parts[part]) {
            std::fill(part_of_place_.begin() + run.begin, part_of_place_.begin() + run.end, part);
        }
    }
    const auto part_of = [&](std::size_t at) {
        return part_of_place_[place(at, division.attribute)];
    };
    for (std::size_t i = one.begin; i < one.end; ++i) {
        if (part_of(i) == kNoPart) {
            return {};
        }
        ++starts[part_of(i) + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    const std::size_t size = one.end - one.begin;
    moved_places_.resize(std::max(moved_places_.size(), size * attributes_));
    moved_counts_.resize(std::max(moved_counts_.size(), size));
    moved_types_.resize(std::max(moved_types_.size(), size));
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        const std::size_t to = next[part_of(i)]++;
        std::copy_n(
            places_.data() + i * attributes_, attributes_, moved_places_.data() + to * attributes_);
        moved_counts_[to] = counts_[i];
        moved_types_[to] = types_[i];
    }
    std::copy_n(moved_places_.data(), size * attributes_, places_.data() + one.begin * attributes_);
    std::copy_n(moved_counts_.data(), size, counts_.data() + one.begin);
    std::copy_n(moved_types_.data(), size, types_.data() + one.begin);
    for (std::size_t& start : starts) {
        start += one.begin;
    }
    return starts;
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
    const auto below = static_cast<Place>(std::ranges::find(from_low, 1) - from_low.begin());
    const auto above = static_cast<Place>(std::ranges::find(from_high, 1) - from_high.begin());
    *cover = word_of({low + below, high - above});
    return std::ranges::is_sorted(from_low) && std::ranges::is_sorted(from_high) &&
           below + above <= high - low;
}

}  // namespace kanon::parties

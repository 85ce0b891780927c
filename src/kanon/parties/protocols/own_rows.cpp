// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/own_rows.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>

namespace kanon::parties {
namespace {

constexpr std::uint32_t kNoPart = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kTogether = 8;  ///< places of a row that are compared at a time

/// Rows as records that are moved about whole: their places, padded to groups of kTogether.
template <class Lane>
class RowRecords final : public OwnRows {
public:
    RowRecords(const Task& own, const AskedClasses& classes);

    [[nodiscard]] std::size_t size() const override { return types_.size(); }

    void add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits) override;
    void add_counts(const JointClass& one,
                    std::size_t attribute,
                    Extent extent,
                    std::vector<std::uint64_t>& counts) const override;
    bool divide(const JointClass& one,
                const PlaceDivision& division,
                std::vector<std::size_t>& starts) override;

    [[nodiscard]] std::uint64_t rows(std::size_t begin, std::size_t end) const override {
        return std::accumulate(counts_.begin() + static_cast<std::ptrdiff_t>(begin),
                               counts_.begin() + static_cast<std::ptrdiff_t>(end),
                               std::uint64_t{0});
    }

    [[nodiscard]] std::uint32_t type(std::size_t at) const override { return types_[at]; }

private:
    void measure(const JointClass& one);
    void measure_group(const JointClass& one, std::size_t first);
    void mark_set(const JointClass& one, std::size_t attribute, std::span<std::uint8_t> bits) const;
    void move_to_parts(const JointClass& one, std::size_t attribute);

    [[nodiscard]] Lane place(std::size_t at, std::size_t attribute) const {
        return places_[at * stride_ + attribute];
    }

    const AskedClasses& classes_;
    std::size_t attributes_;
    std::size_t stride_;
    std::vector<Lane> places_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> types_;
    std::vector<Lane> lows_;  ///< of one class, as the next
    std::vector<Lane> highs_;
    std::vector<Lane> moved_places_;  ///< of divide(), as all that follow
    std::vector<std::uint32_t> moved_counts_;
    std::vector<std::uint32_t> moved_types_;
    std::vector<std::size_t> next_;
    std::vector<std::uint32_t> part_of_place_;
};

template <class Lane>
RowRecords<Lane>::RowRecords(const Task& own, const AskedClasses& classes)
    : classes_(classes),
      attributes_(own.quasi_identifiers.size()),
      stride_((attributes_ + kTogether - 1) / kTogether * kTogether),
      places_(own.row_types().size() * stride_),
      counts_(own.row_types().counts.begin(), own.row_types().counts.end()),
      types_(own.row_types().size()),
      lows_(stride_),
      highs_(stride_) {
    std::iota(types_.begin(), types_.end(), std::uint32_t{0});
    std::size_t most_places = 0;
    for (std::size_t attribute = 0; attribute < attributes_; ++attribute) {
        const std::vector<Place>& place_of = classes.places(attribute);
        most_places = std::max(most_places, place_of.size());
        own.row_types().columns[attribute].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                places_[type * stride_ + attribute] = static_cast<Lane>(place_of[codes[type]]);
            }
        });
    }
    part_of_place_.resize(most_places);
}

template <class Lane>
void RowRecords<Lane>::add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits) {
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
        const auto [low, high] = classes::extent_of(*cover);
        const auto half = static_cast<std::ptrdiff_t>(high - low);
        std::fill(here.begin() + (lows_[attribute] - low), here.begin() + half, std::uint8_t{1});
        std::fill(here.begin() + half + (high - highs_[attribute]), here.end(), std::uint8_t{1});
    }
}

/// The least and the greatest place of one's own rows of a class, for all attributes.
template <class Lane>
void RowRecords<Lane>::measure(const JointClass& one) {
    for (std::size_t first = 0; first < stride_; first += kTogether) {
        measure_group(one, first);
    }
}

template <class Lane>
void RowRecords<Lane>::measure_group(const JointClass& one, std::size_t first) {
    std::array<Lane, kTogether> least;
    std::array<Lane, kTogether> greatest;
    least.fill(std::numeric_limits<Lane>::max());
    greatest.fill(0);
    const Lane* row = places_.data() + one.begin * stride_ + first;
    for (std::size_t i = one.begin; i < one.end; ++i, row += stride_) {
        for (std::size_t lane = 0; lane < kTogether; ++lane) {
            least[lane] = std::min(least[lane], row[lane]);
            greatest[lane] = std::max(greatest[lane], row[lane]);
        }
    }
    std::copy(least.begin(), least.end(), lows_.begin() + static_cast<std::ptrdiff_t>(first));
    std::copy(
        greatest.begin(), greatest.end(), highs_.begin() + static_cast<std::ptrdiff_t>(first));
}

template <class Lane>
void RowRecords<Lane>::mark_set(const JointClass& one,
                                std::size_t attribute,
                                std::span<std::uint8_t> bits) const {
    const Word* const cover = one.cover.data() + classes_.first_word(attribute);
    std::vector<std::uint32_t> at(classes_.places(attribute).size());
    std::uint32_t next = 0;
    for (Place place = 0; place < at.size(); ++place) {
        at[place] = next;
        next += static_cast<std::uint32_t>(classes::set_holds(cover, place));
    }
    for (std::size_t i = one.begin; i < one.end; ++i) {
        bits[at[place(i, attribute)]] = 1;
    }
}

template <class Lane>
void RowRecords<Lane>::add_counts(const JointClass& one,
                                  std::size_t attribute,
                                  Extent extent,
                                  std::vector<std::uint64_t>& counts) const {
    const std::size_t first = counts.size();
    counts.resize(first + extent.high - extent.low + 1, 0);
    for (std::size_t i = one.begin; i < one.end; ++i) {
        counts[first + place(i, attribute) - extent.low] += counts_[i];
    }
}

template <class Lane>
bool RowRecords<Lane>::divide(const JointClass& one,
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
    move_to_parts(one, division.attribute);
    return true;
}

/// \pre next_ says where each part begins, within the class
template <class Lane>
void RowRecords<Lane>::move_to_parts(const JointClass& one, std::size_t attribute) {
    const std::size_t size = one.end - one.begin;
    moved_places_.resize(std::max(moved_places_.size(), size * stride_));
    moved_counts_.resize(std::max(moved_counts_.size(), size));
    moved_types_.resize(std::max(moved_types_.size(), size));
    for (std::size_t i = one.begin; i < one.end; ++i) {
        const std::size_t to = next_[part_of_place_[place(i, attribute)]]++;
        const Lane* const from = places_.data() + i * stride_;
        for (std::size_t first = 0; first < stride_; first += kTogether) {
            std::copy_n(from + first, kTogether, moved_places_.data() + to * stride_ + first);
        }
        moved_counts_[to] = counts_[i];
        moved_types_[to] = types_[i];
    }
    std::copy_n(moved_places_.data(), size * stride_, places_.data() + one.begin * stride_);
    std::copy_n(moved_counts_.data(), size, counts_.data() + one.begin);
    std::copy_n(moved_types_.data(), size, types_.data() + one.begin);
}

}  // namespace

std::unique_ptr<OwnRows> make_own_rows(const Task& own, const AskedClasses& classes) {
    std::size_t most_places = 0;
    for (std::size_t attribute = 0; attribute < own.quasi_identifiers.size(); ++attribute) {
        most_places = std::max(most_places, classes.places(attribute).size());
    }
    if (most_places <= std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1) {
        return std::make_unique<RowRecords<std::uint16_t>>(own, classes);
    }
    return std::make_unique<RowRecords<std::uint32_t>>(own, classes);
}

}  // namespace kanon::parties

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/candidates.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::classes {
namespace {

constexpr std::size_t kCandidateGrain = 32768;  ///< fewer are looked at on one thread
constexpr std::size_t kBlock = 2048;            ///< costs that stay near while axes are added

/// More than any class may lose, with room for what rounding adds.
constexpr RowCost kTaken = RowCost{1} << 31U;

std::size_t parts_of(std::size_t candidates) {
    return candidates / kCandidateGrain + 1;
}

}  // namespace

Candidates::Candidates(const TypeSpace& space,
                       std::span<const std::uint32_t> types,
                       unsigned threads)
    : space_(space),
      threads_(threads),
      left_(types.size()),
      types_(types.begin(), types.end()),
      places_(space.size()),
      costs_(types.size(), 0),
      cover_(space.cover_words()),
      rows_(space.size()),
      change_(space.size()) {
    for (std::size_t axis = 0; axis < space.size(); ++axis) {
        rows_[axis].resize(space.axes()[axis].size() + 1);
        change_[axis].resize(space.axes()[axis].size() + 1);
        for (const std::uint32_t type : types_) {
            places_[axis].push_back(space.place(type, axis));
        }
    }
}

void Candidates::begin(std::span<const Word> cover) {
    changed_.resize(space_.size());
    std::iota(changed_.begin(), changed_.end(), std::size_t{0});
    cover_.assign(cover.begin(), cover.end());
    for (const std::size_t axis : changed_) {
        set_row(axis);
        change_[axis] = rows_[axis];
    }
    add_rows(true);
}

bool Candidates::is_wider(std::size_t axis, std::span<const Word> cover) const {
    const auto at = static_cast<std::ptrdiff_t>(space_.start(axis));
    const auto words = static_cast<std::ptrdiff_t>(space_.axes()[axis].words());
    return !std::equal(cover.begin() + at, cover.begin() + at + words, cover_.begin() + at);
}

void Candidates::widen(std::span<const Word> cover) {
    changed_.clear();
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        if (is_wider(axis, cover)) {
            changed_.push_back(axis);
        }
    }
    cover_.assign(cover.begin(), cover.end());
    for (const std::size_t axis : changed_) {
        std::swap(rows_[axis], change_[axis]);
        set_row(axis);
        for (std::size_t place = 0; place < rows_[axis].size(); ++place) {
            change_[axis][place] = rows_[axis][place] - change_[axis][place];
        }
    }
    add_rows(false);
}

/// What is taken loses the same with every class, and that on the first axis alone.
void Candidates::set_row(std::size_t axis) {
    std::vector<RowCost>& row = rows_[axis];
    const Word* const cover = cover_.data() + space_.start(axis);
    for (Place place = 0; place + 1 < row.size(); ++place) {
        row[place] = space_.cost_with(axis, cover, place);
    }
    row.back() = axis == 0 ? kTaken : 0;
}

void Candidates::add_rows(bool anew) {
    parallel_parts(costs_.size(),
                   parts_of(costs_.size()),
                   threads_,
                   [&](std::size_t, std::size_t begin, std::size_t end) {
                       for (std::size_t from = begin; from < end; from += kBlock) {
                           const std::size_t to = std::min(end, from + kBlock);
                           if (anew) {
                               std::fill(costs_.begin() + static_cast<std::ptrdiff_t>(from),
                                         costs_.begin() + static_cast<std::ptrdiff_t>(to),
                                         0);
                           }
                           for (const std::size_t axis : changed_) {
                               const RowCost* change = change_[axis].data();
                               const Place* places = places_[axis].data();
                               for (std::size_t i = from; i < to; ++i) {
                                   costs_[i] += change[places[i]];
                               }
                           }
                       }
                   });
}

template <bool kMost>
std::size_t Candidates::best() const {
    // Taken candidates are above all others; so a cost is turned round to look for the most.
    const auto rank = [](RowCost cost) { return kMost ? kTaken - 1 - cost : cost; };

    struct Found {
        RowCost rank = kTaken;
        std::size_t candidate = 0;
    };

    std::vector<Found> found(parts_of(costs_.size()));
    parallel_parts(costs_.size(),
                   found.size(),
                   threads_,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       Found best;
                       for (std::size_t i = begin; i < end; ++i) {
                           const RowCost here = rank(costs_[i]);
                           if (here < best.rank) {
                               best = {here, i};
                           }
                       }
                       found[part] = best;
                   });
    return std::min_element(found.begin(),
                            found.end(),
                            [](const Found& a, const Found& b) { return a.rank < b.rank; })
        ->candidate;
}

template std::size_t Candidates::best<false>() const;
template std::size_t Candidates::best<true>() const;

std::uint32_t Candidates::take(std::size_t candidate) {
    const std::uint32_t type = types_[candidate];
    costs_[candidate] = kTaken;
    for (std::size_t axis = 0; axis < places_.size(); ++axis) {
        places_[axis][candidate] = static_cast<Place>(rows_[axis].size() - 1);
    }
    --left_;
    if (left_ < types_.size() - types_.size() / 4) {
        close_up();
    }
    return type;
}

std::vector<std::uint32_t> Candidates::rest() const {
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        if (costs_[i] < kTaken) {
            out.push_back(types_[i]);
        }
    }
    return out;
}

void Candidates::close_up() {
    std::size_t to = 0;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        if (costs_[i] >= kTaken) {
            continue;
        }
        types_[to] = types_[i];
        costs_[to] = costs_[i];
        for (std::vector<Place>& places : places_) {
            places[to] = places[i];
        }
        ++to;
    }
    types_.resize(to);
    costs_.resize(to);
    for (std::vector<Place>& places : places_) {
        places.resize(to);
    }
}

}  // namespace kanon::classes

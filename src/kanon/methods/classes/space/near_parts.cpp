// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/near_parts.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::classes {
namespace {

constexpr std::size_t kMostSampled = 64;
/// Types that are put in order on one thread.
constexpr std::size_t kPartAlone = std::size_t{1} << 14U;
/// Of a sample one part is on the smaller side at least, where such a cut is worth anything: types
/// far out would be cut off a few at a time, and the parts lie as many deep.
constexpr std::size_t kLeastSide = 16;

/// Between which places of an axis types are parted.
struct Cut {
    std::size_t axis = 0;
    Place from = 0;  ///< the least of the second part
    double worth = 0;
};

/// Finds the cut that is worth most, of equals on the first axis by name.
class CutSearch {
public:
    CutSearch(const TypeSpace& space, std::span<const std::uint32_t> types, Random* random)
        : space_(space), random_(random) {
        const std::size_t count = std::min(kMostSampled, types.size());
        for (std::size_t i = 0; i < count; ++i) {
            sample_.push_back(types[i * types.size() / count]);
        }
    }

    /// Worth nothing if all lose nothing together.
    Cut best() {
        const std::size_t least = sample_.size() / kLeastSide;
        try_axes(std::max(least, std::size_t{1}));
        if (best_.worth <= 0 && least > 1) {
            try_axes(1);
        }
        return best_;
    }

private:
    /// \param least types of the sample on either side
    void try_axes(std::size_t least) {
        for (const std::size_t axis : space_.axes_by_name()) {
            try_axis(axis, least);
        }
    }

    void try_axis(std::size_t axis, std::size_t least) {
        const double weight = drawn_weight();
        places_.clear();
        for (const std::uint32_t type : sample_) {
            places_.push_back(space_.place(type, axis));
        }
        std::ranges::sort(places_);
        for (std::size_t i = least; i + least <= places_.size(); ++i) {
            if (places_[i - 1] == places_[i]) {
                continue;
            }
            const auto fewer = static_cast<double>(std::min(i, places_.size() - i));
            const double worth = weight * fewer * rise(axis, places_[i - 1], places_[i]);
            if (worth > best_.worth) {
                best_ = {.axis = axis, .from = places_[i], .worth = worth};
            }
        }
    }

    double drawn_weight() {
        const double drawn = random_ == nullptr ? 1 : -std::log(1 - random_->unit());
        return drawn * drawn * drawn;
    }

    /// What a row of one place loses more with another.
    [[nodiscard]] double rise(std::size_t axis, Place place, Place other) const {
        return static_cast<double>(space_.cost_of_pair(axis, place, other) -
                                   space_.cost_of_pair(axis, place, place));
    }

    const TypeSpace& space_;
    Random* random_;
    std::vector<std::uint32_t> sample_;
    std::vector<Place> places_;  ///< of the sample on an axis
    Cut best_;
};

/// order_near() on one thread.
std::vector<std::size_t> order_alone(const TypeSpace& space,
                                     std::span<std::uint32_t> types,
                                     std::size_t most,
                                     Random* random) {
    std::vector<std::size_t> ends;
    std::vector<std::span<std::uint32_t>> open{types};
    while (!open.empty()) {
        const std::span<std::uint32_t> part = open.back();
        open.pop_back();
        if (part.size() <= std::max<std::size_t>(most, 1)) {
            ends.push_back((ends.empty() ? 0 : ends.back()) + part.size());
            continue;
        }
        const std::size_t first = part_near(space, part, random);
        open.push_back(part.subspan(first));
        open.push_back(part.first(first));
    }
    return ends;
}

}  // namespace

std::size_t part_near(const TypeSpace& space, std::span<std::uint32_t> types, Random* random) {
    const Cut cut = CutSearch(space, types, random).best();
    if (cut.worth <= 0) {
        return types.size() / 2;
    }
    const auto second = std::partition(types.begin(), types.end(), [&](std::uint32_t type) {
        return space.place(type, cut.axis) < cut.from;
    });
    return static_cast<std::size_t>(second - types.begin());
}

std::vector<std::size_t> order_near(const TypeSpace& space,
                                    std::span<std::uint32_t> types,
                                    std::size_t most,
                                    Random* random,
                                    unsigned threads) {
    const std::size_t most_alone = std::max(most, kPartAlone);
    if (types.size() <= most_alone) {
        return order_alone(space, types, most, random);
    }
    const std::vector<std::size_t> ends = order_alone(space, types, most_alone, random);
    Random seeds(random == nullptr ? 0 : random->next());
    std::vector<Random> randoms;
    for (std::size_t part = 0; part < ends.size(); ++part) {
        randoms.emplace_back(seeds.next());
    }
    std::vector<std::vector<std::size_t>> ends_within(ends.size());
    parallel_parts(
        ends.size(), ends.size(), threads, [&](std::size_t part, std::size_t, std::size_t) {
            const std::size_t begin = part == 0 ? 0 : ends[part - 1];
            ends_within[part] = order_alone(space,
                                            types.subspan(begin, ends[part] - begin),
                                            most,
                                            random == nullptr ? nullptr : &randoms[part]);
        });
    std::vector<std::size_t> out;
    for (std::size_t part = 0; part < ends.size(); ++part) {
        for (const std::size_t end : ends_within[part]) {
            out.push_back((part == 0 ? 0 : ends[part - 1]) + end);
        }
    }
    return out;
}

}  // namespace kanon::classes

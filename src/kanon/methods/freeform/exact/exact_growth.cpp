// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/exact/exact_growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace kanon::freeform {
namespace {

constexpr std::int64_t kMostParts = std::int64_t{1} << 44U;
constexpr std::int64_t kMostUnder = std::int64_t{1} << 24U;  ///< of a fraction of a double
constexpr int kDigits = std::numeric_limits<double>::digits;

/// Every loss of an axis that others are sums and differences of, over the weight of the axis.
std::vector<double> shares_of(const Axis& axis) {
    std::vector<double> out;
    const auto last = static_cast<Place>(axis.size() - 1);
    if (axis.by_set()) {
        for (std::size_t count = 0; count <= axis.size(); ++count) {
            out.push_back(axis.loss_of_count(count));
        }
    } else if (axis.by_range()) {
        for (Place place = 0; place <= last; ++place) {
            out.push_back(axis.loss(classes::Extent{0, place}));
            out.push_back(axis.loss(classes::Extent{place, last}));
            out.push_back(axis.loss(classes::Extent{place, place}));
            if (last > 0) {
                out.push_back(axis.loss(classes::Extent{place, std::max(place, last - 1)}));
            }
        }
    } else {
        for (const std::vector<double>& of_place : axis.losses_of_labels()) {
            out.insert(out.end(), of_place.begin(), of_place.end());
        }
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    for (double& loss : out) {
        loss /= axis.weight();
    }
    return out;
}

/// The least denominator of a fraction that a double of 0 to 1 stands for; none if that is large.
std::optional<std::int64_t> denominator_of(double share) {
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * share;
    double rest = share;
    std::int64_t before = 0;
    std::int64_t under = 1;
    while (std::abs(share - std::round(share * static_cast<double>(under)) /
                                static_cast<double>(under)) > rounding) {
        rest = 1 / (rest - std::floor(rest));
        if (!(rest < static_cast<double>(kMostUnder))) {
            return std::nullopt;
        }
        const std::int64_t next = before + static_cast<std::int64_t>(rest) * under;
        before = std::exchange(under, next);
        if (under > kMostUnder) {
            return std::nullopt;
        }
    }
    return under;
}

/// The parts that all of these are whole numbers of; none: too many.
std::optional<std::int64_t> common_parts(std::span<const double> shares) {
    std::int64_t parts = 1;
    for (const double share : shares) {
        const std::optional<std::int64_t> one = denominator_of(share);
        if (!one || parts / std::gcd(parts, *one) > kMostParts / *one) {
            return std::nullopt;
        }
        parts = std::lcm(parts, *one);
    }
    return parts;
}

/// The same of ranges of numbers: parts of the span that the differences of all numbers are.
std::optional<std::int64_t> parts_of_span(double span, std::span<const double> shares) {
    constexpr double kAlmost = 1e-4;
    constexpr int kMostDigits = 400;  // more than a double has before and behind its point
    double parts = span;
    for (int digits = 0; parts < static_cast<double>(kMostParts) && digits < kMostDigits;
         ++digits, parts *= 10) {
        const bool whole = std::ranges::all_of(shares, [&](double share) {
            return std::abs(share * parts - std::round(share * parts)) < kAlmost;
        });
        if (whole && parts >= 1) {
            return static_cast<std::int64_t>(std::round(parts));
        }
    }
    return std::nullopt;
}

/// What fraction of the axis's loss a part is, reduced.
std::int64_t parts_of(const Axis& axis) {
    if (axis.size() == 0 || !(axis.weight() > 0)) {
        return 1;
    }
    const std::vector<double> shares = shares_of(axis);
    std::optional<std::int64_t> parts;
    if (axis.by_range()) {
        parts = parts_of_span(axis.span(), shares);
    }
    if (!parts) {
        parts = common_parts(shares);
    }
    if (!parts) {
        return kMostParts;
    }
    std::int64_t common = *parts;
    for (const double share : shares) {
        common = std::gcd(common, std::llround(share * static_cast<double>(*parts)));
    }
    return *parts / std::max<std::int64_t>(common, 1);
}

/// A weight as a whole number and a power of two: mantissa * 2^exponent.
struct Binary {
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

Binary binary_of(double weight) {
    Binary out;
    if (!(weight > 0)) {
        return out;
    }
    out.mantissa =
        static_cast<std::uint64_t>(std::ldexp(std::frexp(weight, &out.exponent), kDigits));
    for (; out.mantissa % 2 == 0; out.mantissa /= 2) {
        ++out.exponent;
    }
    return out;
}

}  // namespace

ExactGrowth::ExactGrowth(const RowSpace& space) : space_(space) {
    for (const Axis& axis : space.types().axes()) {
        Lane lane;
        lane.parts = parts_of(axis);
        lane.unit = axis.weight() > 0 ? static_cast<double>(lane.parts) / axis.weight() : 0;
        lanes_.push_back(lane);
    }
    weigh();
}

/// A part weighs the weight of its axis over the parts, times what makes all of them whole.
void ExactGrowth::weigh() {
    constexpr unsigned kNarrowBits = 60;
    constexpr unsigned kBitsOfLane = 116;     // of what a lane loses: with as much for a star,
    constexpr std::size_t kMostNarrow = 128;  // and of so many lanes, below 2^126
    const std::vector<Axis>& axes = space_.types().axes();
    std::vector<Binary> weights;
    int least = std::numeric_limits<int>::max();
    for (const Axis& axis : axes) {
        weights.push_back(binary_of(axis.weight()));
        least = weights.back().mantissa > 0 ? std::min(least, weights.back().exponent) : least;
    }
    std::optional<std::int64_t> common = 1;
    for (const Lane& lane : lanes_) {
        const bool fits = common && *common / std::gcd(*common, lane.parts) <=
                                        (std::int64_t{1} << kNarrowBits) / lane.parts;
        common = fits ? std::optional(std::lcm(*common, lane.parts)) : std::nullopt;
    }
    is_narrow_ = common.has_value();
    for (std::size_t axis = 0; axis < lanes_.size(); ++axis) {
        Lane& lane = lanes_[axis];
        const Binary& weight = weights[axis];
        const auto shift = static_cast<unsigned>(weight.mantissa > 0 ? weight.exponent - least : 0);
        lane.weight = Natural(weight.mantissa) * Natural::power_of_two(shift);
        if (common) {
            lane.weight = lane.weight * Natural(static_cast<std::uint64_t>(*common / lane.parts));
        } else {
            for (std::size_t other = 0; other < lanes_.size(); ++other) {
                const auto parts = static_cast<std::uint64_t>(lanes_[other].parts);
                lane.weight = other == axis ? lane.weight : lane.weight * Natural(parts);
            }
        }
        const Natural all = lane.weight * Natural(static_cast<std::uint64_t>(lane.parts));
        is_narrow_ = is_narrow_ && all < Natural::power_of_two(kBitsOfLane);
    }
    is_narrow_ = is_narrow_ && lanes_.size() <= kMostNarrow;
    for (Lane& lane : lanes_) {
        lane.narrow_weight = is_narrow_ ? lane.weight.narrow() : 0;
    }
}

ExactLoss ExactGrowth::of(std::span<const Word> cover, std::uint32_t type, bool starred) const {
    const TypeSpace& types = space_.types();
    ExactLoss out;
    for (std::size_t at = 0; at < lanes_.size(); ++at) {
        const Axis& axis = types.axes()[at];
        const Lane& lane = lanes_[at];
        const Word* const covered = cover.data() + types.start(at);
        const Place place = types.place(type, at);
        const double after = axis.by_set()
                                 ? axis.loss_with(covered, place)
                                 : axis.loss(classes::joined(classes::extent_of(*covered), place));
        const std::int64_t parts = std::llround(after * lane.unit) -
                                   std::llround(axis.loss(covered) * lane.unit) +
                                   (starred ? lane.parts : 0);
        if (is_narrow_) {
            out.narrow += lane.narrow_weight * parts;
        } else if (parts > 0) {
            out.wide += lane.weight * Natural(static_cast<std::uint64_t>(parts));
        }
    }
    return out;
}

}  // namespace kanon::freeform

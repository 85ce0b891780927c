// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/recoded_axis.hpp"

#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/shared/cost.hpp"
#include "kanon/quality/cell_loss.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::classes {
namespace {

/// Distinct released values of one attribute have distinct keys; the kinds that share an axis do
/// not collide: an exact value has no second part, a label a level and a range an end above zero.
std::uint64_t key_of(const ReleasedValue& value) {
    if (value.kind == ReleasedValue::Kind::star) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return (std::uint64_t{value.second} << 32U) | value.first;
}

/// What every class covers on one axis.
struct AxisCovers {
    const TypePartition& partition;
    const Axis& axis;
    std::size_t start;

    [[nodiscard]] const Word* of(std::uint32_t number) const {
        return partition.covers.data() + number * partition.cover_words + start;
    }
};

/// Numbers of the kept classes as they are released, ascending by value, and which of them are
/// released otherwise than the one before.
struct ReleasedOrder {
    std::vector<std::uint32_t> order;  ///< of places in `kept`
    std::vector<std::uint8_t> is_new;
};

ReleasedOrder order_by_value(const AxisCovers& covers, const std::vector<std::uint32_t>& kept) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(kept.size());
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        keys[i] = {key_of(covers.axis.released(extent_of(*covers.of(kept[i])))), i};
    }
    std::sort(keys.begin(), keys.end());
    ReleasedOrder out;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        out.order.push_back(keys[i].second);
        out.is_new.push_back(i == 0 || keys[i].first != keys[i - 1].first ? 1 : 0);
    }
    return out;
}

/// What a class of a set axis is released as: a set or one value, a range of more, a star.
enum class ReleasedAs : std::uint8_t { listed, range, star };

ReleasedAs released_as(const Axis& axis, const Word* cover) {
    if (axis.is_listed(*cover)) {
        return ReleasedAs::listed;
    }
    return axis.starred(cover) ? ReleasedAs::star : ReleasedAs::range;
}

/// Below zero, zero or above: the order of two covers of a set axis by what they are released as.
/// Sets by the number of their values, then by the values, the last first; ranges behind them, and
/// stars.
int compare_released(const Axis& axis, const Word* one, const Word* other) {
    const ReleasedAs kind = released_as(axis, one);
    const ReleasedAs other_kind = released_as(axis, other);
    if (kind != other_kind) {
        return kind < other_kind ? -1 : 1;
    }
    if (kind == ReleasedAs::star) {
        return 0;
    }
    if (kind == ReleasedAs::range) {
        const Word extent = word_of(set_extent(one, axis.words()));
        const Word other_extent = word_of(set_extent(other, axis.words()));
        return extent == other_extent ? 0 : extent < other_extent ? -1 : 1;
    }
    for (std::size_t i = 0; i < axis.words(); ++i) {
        const std::size_t at = i == 0 ? 0 : axis.words() - i;
        if (one[at] != other[at]) {
            return one[at] < other[at] ? -1 : 1;
        }
    }
    return 0;
}

/// The first 64 bits of that order: covers of different keys stand as their keys do.
std::uint64_t first_of_order(const Axis& axis, const Word* cover) {
    constexpr unsigned kKindShift = 62;
    constexpr unsigned kCountShift = 48;
    constexpr Word kMostCounted = (Word{1} << (kKindShift - kCountShift)) - 1;
    const ReleasedAs kind = released_as(axis, cover);
    std::uint64_t key = static_cast<std::uint64_t>(kind) << kKindShift;
    if (kind == ReleasedAs::range) {
        key |= word_of(set_extent(cover, axis.words())) >> (kWordBits - kKindShift);
    }
    if (kind != ReleasedAs::listed) {
        return key;
    }
    if (*cover >= kMostCounted) {
        return key | kMostCounted << kCountShift;
    }
    // Of the last values as many as there is room for: all, where the axis has no more.
    const std::size_t used =
        (axis.size() + kWordBits - 1) % kWordBits + 1;  // bits of the last word
    const Word last = cover[axis.words() - 1];
    key |= *cover << kCountShift;
    if (used >= kCountShift || axis.words() == 2) {
        return key | (used > kCountShift ? last >> (used - kCountShift) : last);
    }
    return key | last << (kCountShift - used) |
           cover[axis.words() - 2] >> (kWordBits - (kCountShift - used));
}

ReleasedOrder order_by_set(const AxisCovers& covers, const std::vector<std::uint32_t>& kept) {
    using Keyed = std::pair<std::uint64_t, std::uint32_t>;
    std::vector<Keyed> keys(kept.size());
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        keys[i] = {first_of_order(covers.axis, covers.of(kept[i])), i};
    }
    const auto compare = [&](const Keyed& a, const Keyed& b) {
        if (a.first != b.first) {
            return a.first < b.first ? -1 : 1;
        }
        return compare_released(covers.axis, covers.of(kept[a.second]), covers.of(kept[b.second]));
    };
    std::sort(keys.begin(), keys.end(), [&](const Keyed& a, const Keyed& b) {
        const int order = compare(a, b);
        return order < 0 || (order == 0 && a.second < b.second);
    });
    ReleasedOrder out;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        out.order.push_back(keys[i].second);
        out.is_new.push_back(i == 0 || compare(keys[i - 1], keys[i]) != 0 ? 1 : 0);
    }
    return out;
}

}  // namespace

RecodedAxis recode_axis(const Task& task,
                        const std::vector<Axis>& axes,
                        const TypePartition& partition,
                        const std::vector<std::uint32_t>& kept,
                        std::size_t axis) {
    const AxisCovers covers{partition, axes[axis], CoverLayout(axes).start(axis)};
    const ReleasedOrder sorted =
        axes[axis].by_set() ? order_by_set(covers, kept) : order_by_value(covers, kept);
    const QuasiIdentifier& attribute = task.quasi_identifiers[axis];
    const Dictionary& dictionary = attribute.dictionary();
    RecodedAxis out;
    out.value_of_class.resize(kept.size());
    double loss = 0;
    for (std::size_t i = 0; i < sorted.order.size(); ++i) {
        const std::uint32_t original = kept[sorted.order[i]];
        if (sorted.is_new[i] != 0) {
            out.domain.values.push_back(axes[axis].released(covers.of(original), out.domain));
            loss = attribute.weight * cell_loss(measured_loss(task),
                                                out.domain.values.back(),
                                                out.domain,
                                                dictionary,
                                                &attribute.hierarchy);
        }
        out.value_of_class[sorted.order[i]] =
            static_cast<std::uint32_t>(out.domain.values.size() - 1);
        out.loss += loss * static_cast<double>(partition.rows[original]);
    }
    return out;
}

}  // namespace kanon::classes

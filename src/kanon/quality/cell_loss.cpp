// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/cell_loss.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace kanon {
namespace {

/// Share of the domain's other values that `covered` values hide.
double count_loss(std::size_t covered, std::size_t domain_size) {
    if (domain_size <= 1 || covered <= 1) {
        return 0;
    }
    return static_cast<double>(covered - 1) / static_cast<double>(domain_size - 1);
}

/// Loss of a range clipped to the domain's least and greatest number; none where the domain has no
/// extent, or the range does not lie in it in the right order.
std::optional<double> range_loss(double low, double high, const Dictionary& dictionary) {
    if (!dictionary.is_numeric() || dictionary.value_count() == 0) {
        return std::nullopt;
    }
    const double least = dictionary.least();
    const double greatest = dictionary.greatest();
    // False for ends that are not numbers, too.
    if (!(greatest > least) || !(low <= high)) {
        return std::nullopt;
    }
    const double clipped_low = std::clamp(low, least, greatest);
    const double clipped_high = std::clamp(high, least, greatest);
    return (clipped_high - clipped_low) / (greatest - least);
}

/// What a value itself loses: nothing, but at an open end of a coded column the length of that.
double own_loss(Code code, const Dictionary& dictionary) {
    if (!dictionary.is_open(code)) {
        return 0;
    }
    return range_loss(dictionary.lowest(code), dictionary.highest(code), dictionary).value_or(0);
}

/// What the values under a label lose themselves, at most.
double greatest_own_loss(const Hierarchy& hierarchy, Level level, Code label) {
    const Dictionary& dictionary = hierarchy.dictionary();
    double loss = 0;
    for (const std::size_t end : {std::size_t{0}, dictionary.value_count() - 1}) {
        const auto code = static_cast<Code>(end);
        const bool covered =
            end < dictionary.value_count() && hierarchy.label_of(level, code) == label;
        loss = covered ? std::max(loss, own_loss(code, dictionary)) : loss;
    }
    return loss;
}

double greatest_own_loss(const std::vector<Code>& codes, const Dictionary& dictionary) {
    double loss = 0;
    for (const Code code : codes) {
        loss = std::max(loss, own_loss(code, dictionary));
    }
    return loss;
}

/// True if a domain of so many leaves has nothing to lose: one value, that stands for itself.
bool costs_nothing(std::size_t leaves, const Dictionary& dictionary) {
    return leaves <= 1 && !dictionary.open_ends().low && !dictionary.open_ends().high;
}

/// Leaves of the domain as the loss counts them.
std::size_t domain_leaves(CellLoss loss, const Hierarchy& hierarchy) {
    return loss == CellLoss::ncp ? hierarchy.domain_size()
                                 : hierarchy.file_leaf_count(hierarchy.height(), 0);
}

/// Leaves of the file under a label, or under the lowest one that has its text and its values.
std::size_t file_leaves(const Hierarchy& hierarchy, Level level, Code label) {
    const Code code = hierarchy.least_code(level, label);
    while (level > 0) {
        const auto lower = static_cast<Level>(level - 1);
        const Code lower_label = hierarchy.label_of(lower, code);
        if (hierarchy.cover_count(lower, lower_label) != hierarchy.cover_count(level, label) ||
            hierarchy.text(lower, lower_label) != hierarchy.text(level, label)) {
            return hierarchy.file_leaf_count(level, label);
        }
        level = lower;
        label = lower_label;
    }
    return 1;
}

double label_loss(CellLoss loss, const Hierarchy& hierarchy, Level level, Code label) {
    if (level == 0) {
        return own_loss(label, hierarchy.dictionary());
    }
    const std::optional<Code> missing = hierarchy.dictionary().missing();
    const bool holds_missing = missing && hierarchy.label_of(level, *missing) == label;
    if (hierarchy.kind() == HierarchyKind::intervals && !holds_missing) {
        const std::optional<NumericRange> range = hierarchy.range(level, label);
        const std::optional<double> length =
            range ? range_loss(range->low, range->high, hierarchy.dictionary()) : std::nullopt;
        if (length) {
            return *length;
        }
    }
    const double counted =
        loss == CellLoss::ncp
            ? count_loss(hierarchy.cover_count(level, label), hierarchy.domain_size())
            : count_loss(file_leaves(hierarchy, level, label), domain_leaves(loss, hierarchy));
    return std::max(counted, greatest_own_loss(hierarchy, level, label));
}

double code_range_loss(Code first, Code last, const Dictionary& dictionary) {
    if (!dictionary.is_numeric()) {
        return count_loss(last - first + std::size_t{1}, dictionary.size());
    }
    return range_loss(dictionary.lowest(first), dictionary.highest(last), dictionary).value_or(0);
}

}  // namespace

double ncp(const ReleasedValue& value,
           const ReleasedDomain& domain,
           const Dictionary& dictionary,
           const Hierarchy* hierarchy) {
    return cell_loss(CellLoss::ncp, value, domain, dictionary, hierarchy);
}

std::vector<double> ncp_of_labels(const Hierarchy& hierarchy, Level level) {
    return loss_of_labels(CellLoss::ncp, hierarchy, level);
}

double cell_loss(CellLoss loss,
                 const ReleasedValue& value,
                 const ReleasedDomain& domain,
                 const Dictionary& dictionary,
                 const Hierarchy* hierarchy) {
    const std::size_t leaves =
        hierarchy == nullptr ? dictionary.size() : domain_leaves(loss, *hierarchy);
    if (costs_nothing(leaves, dictionary)) {
        return 0;
    }
    switch (value.kind) {
        case ReleasedValue::Kind::exact:
            return own_loss(value.first, dictionary);
        case ReleasedValue::Kind::label:
            KANON_CHECK(hierarchy != nullptr);
            return label_loss(loss, *hierarchy, static_cast<Level>(value.second), value.first);
        case ReleasedValue::Kind::range:
            return code_range_loss(value.first, value.second, dictionary);
        case ReleasedValue::Kind::set:
            return std::max(count_loss(domain.sets[value.first].size(), leaves),
                            greatest_own_loss(domain.sets[value.first], dictionary));
        case ReleasedValue::Kind::star:
            return 1;
        case ReleasedValue::Kind::interval: {
            const NumericRange& range = domain.ranges[value.first];
            return range_loss(range.low, range.high, dictionary).value_or(0);
        }
        case ReleasedValue::Kind::mean:
        case ReleasedValue::Kind::typical:
            return std::numeric_limits<double>::quiet_NaN();
    }
    return 1;
}

std::vector<double> loss_of_labels(CellLoss loss, const Hierarchy& hierarchy, Level level) {
    std::vector<double> losses(hierarchy.label_count(level));
    if (costs_nothing(domain_leaves(loss, hierarchy), hierarchy.dictionary())) {
        return losses;
    }
    for (Code label = 0; label < losses.size(); ++label) {
        losses[label] = label_loss(loss, hierarchy, level, label);
    }
    return losses;
}

double star_loss(CellLoss loss, const Hierarchy& hierarchy) {
    return costs_nothing(domain_leaves(loss, hierarchy), hierarchy.dictionary()) ? 0 : 1;
}

}  // namespace kanon

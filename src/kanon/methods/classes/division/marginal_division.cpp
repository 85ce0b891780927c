// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/marginal_division.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// The values of all marginals as row types, one marginal after the other: what models are asked
/// of.
RowTypes as_types(const Task& task, std::span<const Marginal> marginals) {
    RowTypes out;
    out.rows = 0;
    out.histograms.resize(task.tracked.size());
    for (std::size_t place = 0; place < task.tracked.size(); ++place) {
        out.histograms[place].domain_size = task.tracked[place].dictionary->size();
        out.histograms[place].offsets.push_back(0);
    }
    for (const Marginal& marginal : marginals) {
        out.counts.insert(out.counts.end(), marginal.counts.begin(), marginal.counts.end());
        for (std::size_t place = 0; place < task.tracked.size(); ++place) {
            const Histograms& from = marginal.histograms[place];
            Histograms& to = out.histograms[place];
            const std::uint32_t before = to.offsets.back();
            for (std::size_t group = 0; group < marginal.codes.size(); ++group) {
                to.offsets.push_back(before + from.offsets[group + 1]);
            }
            to.values.insert(to.values.end(), from.values.begin(), from.values.end());
            to.counts.insert(to.counts.end(), from.counts.begin(), from.counts.end());
        }
    }
    for (const std::uint32_t count :
         marginals.empty() ? std::vector<std::uint32_t>() : marginals.front().counts) {
        out.rows += count;
    }
    return out;
}

std::vector<Axis> in_order(const std::vector<Axis>& axes, std::span<const std::size_t> order) {
    std::vector<Axis> out;
    out.reserve(axes.size());
    for (const std::size_t axis : order) {
        out.push_back(axes[axis]);
    }
    return out;
}

Records<Place> no_records(std::size_t axes) {
    Records<Place> out;
    out.stride = (axes + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
    return out;
}

}  // namespace

MarginalDivider::MarginalDivider(const Task& task, const Splitting& splitting)
    : by_name_(axes_by_name(task)),
      axes_(make_axes(task)),
      named_axes_(in_order(axes_, by_name_)),
      records_(no_records(axes_.size())),
      divider_(task, named_axes_, records_, splitting) {}

/// One marginal after the other, in the order of the axes; each record has a place on its own axis.
void MarginalDivider::fill_records(std::span<const Marginal> marginals) {
    first_.assign(marginals.size() + 1, 0);
    for (std::size_t attribute = 0; attribute < marginals.size(); ++attribute) {
        first_[attribute + 1] = first_[attribute] + marginals[attribute].codes.size();
    }
    records_.resize(first_.back());
    by_axis_.clear();
    std::size_t record = 0;
    for (std::size_t axis = 0; axis < named_axes_.size(); ++axis) {
        const Marginal& marginal = marginals[by_name_[axis]];
        by_axis_.push_back({record, record + marginal.codes.size()});
        for (std::size_t value = 0; value < marginal.codes.size(); ++value, ++record) {
            records_.lanes[record * records_.stride + axis] =
                named_axes_[axis].place_of(marginal.codes[value]);
            records_.types[record] = static_cast<std::uint32_t>(first_[by_name_[axis]] + value);
            records_.counts[record] = marginal.counts[value];
        }
    }
}

std::optional<MarginalDivision> MarginalDivider::divide(std::span<const Marginal> marginals) {
    fill_records(marginals);
    std::vector<Segment> children;
    const std::optional<std::size_t> axis = divider_.divide_by_marginals(by_axis_, children);
    if (!axis) {
        return std::nullopt;
    }
    MarginalDivision out{.attribute = by_name_[*axis], .parts = {}};
    const Marginal& marginal = marginals[out.attribute];
    for (const Segment child : children) {
        std::vector<Code>& part = out.parts.emplace_back();
        for (std::size_t record = child.begin; record < child.end; ++record) {
            part.push_back(marginal.codes[records_.types[record] - first_[out.attribute]]);
        }
        std::ranges::sort(part);
    }
    return out;
}

std::optional<MarginalDivision> divide_class_by_marginals(const Task& task,
                                                          const Splitting& splitting,
                                                          std::span<const Marginal> marginals) {
    Task of_marginals = task;
    of_marginals.count(as_types(task, marginals));
    return MarginalDivider(of_marginals, splitting).divide(marginals);
}

}  // namespace kanon::classes

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/marginal_division.hpp"

#include "kanon/methods/classes/division/divider.hpp"
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

/// One marginal after the other, in the order of the axes; each record has a place on its own axis.
Records<Place> as_records(const std::vector<Axis>& axes,
                          std::span<const std::size_t> by_name,
                          std::span<const Marginal> marginals,
                          std::vector<Segment>& by_axis) {
    Records<Place> out;
    out.stride = (axes.size() + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
    std::vector<std::size_t> first(marginals.size() + 1);
    for (std::size_t attribute = 0; attribute < marginals.size(); ++attribute) {
        first[attribute + 1] = first[attribute] + marginals[attribute].codes.size();
    }
    out.resize(first.back());
    std::size_t record = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const Marginal& marginal = marginals[by_name[axis]];
        by_axis.push_back({record, record + marginal.codes.size()});
        for (std::size_t value = 0; value < marginal.codes.size(); ++value, ++record) {
            out.lanes[record * out.stride + axis] = axes[axis].place_of(marginal.codes[value]);
            out.types[record] = static_cast<std::uint32_t>(first[by_name[axis]] + value);
            out.counts[record] = marginal.counts[value];
        }
    }
    return out;
}

}  // namespace

std::optional<MarginalDivision> divide_class_by_marginals(const Task& task,
                                                          const Splitting& splitting,
                                                          std::span<const Marginal> marginals) {
    const std::vector<std::size_t> by_name = axes_by_name(task);
    const std::vector<Axis> axes = make_axes(task);
    std::vector<Axis> named_axes;
    named_axes.reserve(axes.size());
    for (const std::size_t axis : by_name) {
        named_axes.push_back(axes[axis]);
    }
    Task of_marginals = task;
    of_marginals.count(as_types(task, marginals));
    std::vector<Segment> by_axis;
    Records<Place> records = as_records(named_axes, by_name, marginals, by_axis);
    Divider<Place> divider(of_marginals, named_axes, records, splitting);
    std::vector<Segment> children;
    const std::optional<std::size_t> axis = divider.divide_by_marginals(by_axis, children);
    if (!axis) {
        return std::nullopt;
    }
    MarginalDivision out{.attribute = by_name[*axis], .parts = {}};
    const Marginal& marginal = marginals[out.attribute];
    std::size_t first = 0;
    for (std::size_t attribute = 0; attribute < out.attribute; ++attribute) {
        first += marginals[attribute].codes.size();
    }
    for (const Segment child : children) {
        std::vector<Code>& part = out.parts.emplace_back();
        for (std::size_t record = child.begin; record < child.end; ++record) {
            part.push_back(marginal.codes[records.types[record] - first]);
        }
        std::ranges::sort(part);
    }
    return out;
}

}  // namespace kanon::classes

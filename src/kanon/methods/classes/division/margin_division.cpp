// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/margin_division.hpp"

#include "kanon/methods/classes/division/divider.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// The values of all margins as row types, one margin after the other: what models are asked of.
RowTypes as_types(const Task& task, std::span<const Margin> margins) {
    RowTypes out;
    out.rows = 0;
    out.histograms.resize(task.tracked.size());
    for (std::size_t place = 0; place < task.tracked.size(); ++place) {
        out.histograms[place].domain_size = task.tracked[place].dictionary->size();
        out.histograms[place].offsets.push_back(0);
    }
    for (const Margin& margin : margins) {
        out.counts.insert(out.counts.end(), margin.counts.begin(), margin.counts.end());
        for (std::size_t place = 0; place < task.tracked.size(); ++place) {
            const Histograms& from = margin.histograms[place];
            Histograms& to = out.histograms[place];
            const std::uint32_t before = to.offsets.back();
            for (std::size_t group = 0; group < margin.codes.size(); ++group) {
                to.offsets.push_back(before + from.offsets[group + 1]);
            }
            to.values.insert(to.values.end(), from.values.begin(), from.values.end());
            to.counts.insert(to.counts.end(), from.counts.begin(), from.counts.end());
        }
    }
    for (const std::uint32_t count :
         margins.empty() ? std::vector<std::uint32_t>() : margins.front().counts) {
        out.rows += count;
    }
    return out;
}

/// One margin after the other, in the order of the axes; each record has a place on its own axis.
Records<Place> as_records(const std::vector<Axis>& axes,
                          std::span<const std::size_t> by_name,
                          std::span<const Margin> margins,
                          std::vector<Segment>& by_axis) {
    Records<Place> out;
    out.stride = (axes.size() + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
    std::vector<std::size_t> first(margins.size() + 1);
    for (std::size_t attribute = 0; attribute < margins.size(); ++attribute) {
        first[attribute + 1] = first[attribute] + margins[attribute].codes.size();
    }
    out.resize(first.back());
    std::size_t record = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const Margin& margin = margins[by_name[axis]];
        by_axis.push_back({record, record + margin.codes.size()});
        for (std::size_t value = 0; value < margin.codes.size(); ++value, ++record) {
            out.lanes[record * out.stride + axis] = axes[axis].place_of(margin.codes[value]);
            out.types[record] = static_cast<std::uint32_t>(first[by_name[axis]] + value);
            out.counts[record] = margin.counts[value];
        }
    }
    return out;
}

}  // namespace

std::optional<MarginDivision> divide_class_by_margins(const Task& task,
                                                      const Splitting& splitting,
                                                      std::span<const Margin> margins) {
    const std::vector<std::size_t> by_name = axes_by_name(task);
    const std::vector<Axis> axes = make_axes(task);
    std::vector<Axis> named_axes;
    named_axes.reserve(axes.size());
    for (const std::size_t axis : by_name) {
        named_axes.push_back(axes[axis]);
    }
    Task of_margins = task;
    of_margins.count(as_types(task, margins));
    std::vector<Segment> by_axis;
    Records<Place> records = as_records(named_axes, by_name, margins, by_axis);
    Divider<Place> divider(of_margins, named_axes, records, splitting);
    std::vector<Segment> children;
    const std::optional<std::size_t> axis = divider.divide_by_margins(by_axis, children);
    if (!axis) {
        return std::nullopt;
    }
    MarginDivision out{.attribute = by_name[*axis], .parts = {}};
    const Margin& margin = margins[out.attribute];
    std::size_t first = 0;
    for (std::size_t attribute = 0; attribute < out.attribute; ++attribute) {
        first += margins[attribute].codes.size();
    }
    for (const Segment child : children) {
        std::vector<Code>& part = out.parts.emplace_back();
        for (std::size_t record = child.begin; record < child.end; ++record) {
            part.push_back(margin.codes[records.types[record] - first]);
        }
        std::ranges::sort(part);
    }
    return out;
}

}  // namespace kanon::classes

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/merged_types.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

std::size_t place_of_type(const AssignmentTask& task, std::uint32_t type) {
    const auto at = std::lower_bound(task.types.begin(), task.types.end(), type);
    return static_cast<std::size_t>(at - task.types.begin());
}

/// Per type of the task: the classes that it is in, by their places.
std::vector<std::vector<std::uint32_t>> classes_of_types(const AssignmentTask& task) {
    std::vector<std::vector<std::uint32_t>> out(task.types.size());
    for (std::uint32_t number = 0; number < task.classes.size(); ++number) {
        for (const std::uint32_t type : task.cells->of(task.classes[number])) {
            out[place_of_type(task, type)].push_back(number);
        }
    }
    return out;
}

void group_types(const AssignmentTask& task,
                 std::vector<std::vector<std::uint32_t>> classes_of,
                 MergedTypes& out) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    for (std::size_t place = 0; place < classes_of.size(); ++place) {
        const auto next = static_cast<std::uint32_t>(out.groups.size());
        const auto [at, is_new] = known.emplace(std::move(classes_of[place]), next);
        if (is_new) {
            out.groups.push_back(next);
            out.counts.push_back(0);
            out.first_of.push_back(place);
        }
        out.group_of.push_back(at->second);
        out.counts[at->second] += task.counts[task.types[place]];
    }
}

/// A class that holds one type of a group holds all: the first stands for the group.
void add_cell(const AssignmentTask& task, std::uint32_t cell, MergedTypes& out) {
    const auto begin = static_cast<std::ptrdiff_t>(out.cells.types.size());
    for (const std::uint32_t type : task.cells->of(cell)) {
        const std::size_t place = place_of_type(task, type);
        const std::uint32_t group = out.group_of[place];
        if (out.first_of[group] == place) {
            out.cells.types.push_back(group);
        }
    }
    std::sort(out.cells.types.begin() + begin, out.cells.types.end());
    out.cells.ends.push_back(out.cells.types.size());
    out.cells.rows.push_back(task.cells->rows[cell]);
    out.cells.stars.push_back(task.cells->stars[cell]);
    out.cells.costs.push_back(task.cells->costs[cell]);
}

}  // namespace

AssignmentTask MergedTypes::task(const AssignmentTask& whole) const {
    AssignmentTask out = whole;
    out.types = groups;
    out.counts = counts;
    out.cells = &cells;
    out.classes = classes;
    return out;
}

MergedTypes merge_alike(const AssignmentTask& task) {
    MergedTypes out;
    group_types(task, classes_of_types(task), out);
    out.classes.resize(task.classes.size());
    std::iota(out.classes.begin(), out.classes.end(), 0U);
    for (const std::uint32_t cell : task.classes) {
        add_cell(task, cell, out);
    }
    return out;
}

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/class_rings.hpp"

#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"

#include <algorithm>

namespace kanon::freeform {
namespace {

/// Gives out the rows of each type one after the other.
class RowsOfTypes {
public:
    RowsOfTypes(const RowSpace& space, std::size_t types) : space_(space), given_(types) {}

    void give(std::uint32_t type, std::uint32_t rows, std::vector<std::uint32_t>& out) {
        for (std::uint32_t i = 0; i < rows; ++i) {
            out.push_back(space_.first_row(type) + given_[type]++);
        }
    }

private:
    const RowSpace& space_;
    std::vector<std::uint32_t> given_;
};

}  // namespace

ClassRows rows_of_classes(const RowSpace& space,
                          const classes::TypePartition& partition,
                          std::uint32_t degree) {
    ClassRows out;
    out.rows.reserve(space.size());
    out.starts.push_back(0);
    RowsOfTypes rows(space, space.types().type_count());
    std::vector<std::uint32_t> left_over;
    for (std::size_t number = 0; number < partition.class_count(); ++number) {
        const bool stands = partition.failing[number] == 0 && partition.rows[number] >= degree;
        std::vector<std::uint32_t>& to = stands ? out.rows : left_over;
        for (std::size_t at = partition.starts[number]; at < partition.starts[number + 1]; ++at) {
            const std::uint32_t type = partition.types[at];
            rows.give(type,
                      partition.shares.empty() ? space.rows_of_type(type) : partition.shares[at],
                      to);
        }
        if (stands) {
            std::sort(out.rows.begin() + static_cast<std::ptrdiff_t>(out.starts.back()),
                      out.rows.end());
            out.starts.push_back(out.rows.size());
        }
    }
    out.rows.insert(out.rows.end(), left_over.begin(), left_over.end());
    if (out.starts.size() == 1) {
        out.starts.push_back(0);
    }
    out.starts.back() = out.rows.size();
    return out;
}

ClassRows rows_of_best_split(const Task& task,
                             const std::vector<Axis>& axes,
                             const RowSpace& space,
                             const RunContext& context) {
    const auto partition =
        classes::divide_by_prospect(task, axes, {.rule = classes::SplitRule::best}, context);
    return rows_of_classes(space, partition, degree_of(task));
}

Graph ring_in_each(const ClassRows& classes, std::uint32_t degree) {
    Graph graph(static_cast<std::uint32_t>(classes.rows.size()), degree);
    for (std::size_t number = 0; number + 1 < classes.starts.size(); ++number) {
        const auto rows = classes.of(number);
        for (std::size_t at = 0; at < rows.size(); ++at) {
            for (std::uint32_t round = 1; round < degree; ++round) {
                graph.of(rows[at])[round] = rows[(at + round) % rows.size()];
            }
        }
    }
    return graph;
}

}  // namespace kanon::freeform

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"

#include "kanon/base/check.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::cell_suppression {
namespace {

std::int64_t whole(std::uint64_t value) {
    KANON_CHECK(value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    return static_cast<std::int64_t>(value);
}

/// Nodes: the row types, then the classes, then the starred rows, then the sink.
class Network {
public:
    explicit Network(const AssignmentTask& task)
        : task_(task),
          starred_node_(static_cast<std::uint32_t>(task.types.size() + task.classes.size() +
                                                   task.open.size())),
          sink_(starred_node_ + 1) {
        network_.supplies.assign(sink_ + 1, 0);
        for (std::size_t i = 0; i < task_.types.size(); ++i) {
            network_.supplies[i] = task_.counts[task_.types[i]];
        }
        rows_ =
            std::accumulate(network_.supplies.begin(), network_.supplies.end(), std::int64_t{0});
        network_.supplies[sink_] = -rows_;
        add_shares(task_.classes, task_.types.size());
        add_shares(task_.open, task_.types.size() + task_.classes.size());
        add_cells();
        add_starred();
    }

    [[nodiscard]] std::optional<RowAssignment> solve() const {
        if (task_.starred.least > static_cast<std::uint64_t>(rows_)) {
            return std::nullopt;
        }
        const std::optional<Flow> flow = min_cost_flow(network_);
        if (!flow) {
            return std::nullopt;
        }
        RowAssignment out{.cost = static_cast<StarCost>(flow->cost), .shares = shares_};
        for (std::size_t arc = 0; arc < shares_.size(); ++arc) {
            out.shares[arc].rows = static_cast<std::uint32_t>(flow->amounts[arc]);
        }
        std::erase_if(out.shares, [](const CellShare& share) { return share.rows == 0; });
        std::sort(out.shares.begin(), out.shares.end(), [](const CellShare& a, const CellShare& b) {
            return a.type != b.type ? a.type < b.type : a.cell < b.cell;
        });
        out.starred = static_cast<std::uint64_t>(flow->amounts.back());
        return out;
    }

private:
    void add_shares(std::span<const std::uint32_t> cells, std::size_t first_node) {
        for (std::size_t index = 0; index < cells.size(); ++index) {
            const std::uint32_t cell = cells[index];
            for (const std::uint32_t type : task_.cells->of(cell)) {
                const auto at = std::lower_bound(task_.types.begin(), task_.types.end(), type);
                KANON_DCHECK(at != task_.types.end() && *at == type);
                network_.arcs.push_back(
                    {.from = static_cast<std::uint32_t>(at - task_.types.begin()),
                     .to = static_cast<std::uint32_t>(first_node + index),
                     .upper = task_.counts[type],
                     .cost = whole(task_.cells->costs[cell])});
                shares_.push_back({.type = type, .cell = cell});
            }
        }
    }

    void add_cells() {
        for (std::size_t index = 0; index < task_.classes.size() + task_.open.size(); ++index) {
            const std::int64_t least = index < task_.classes.size() ? whole(task_.least_rows) : 0;
            network_.arcs.push_back({.from = static_cast<std::uint32_t>(task_.types.size() + index),
                                     .to = sink_,
                                     .lower = least,
                                     .upper = std::max(rows_, least)});
        }
    }

    /// The last arc is that of the starred rows to the sink.
    void add_starred() {
        for (std::size_t i = 0; i < task_.types.size(); ++i) {
            network_.arcs.push_back({.from = static_cast<std::uint32_t>(i),
                                     .to = starred_node_,
                                     .upper = network_.supplies[i],
                                     .cost = whole(task_.star_cost)});
        }
        const auto rows = static_cast<std::uint64_t>(rows_);
        network_.arcs.push_back({.from = starred_node_,
                                 .to = sink_,
                                 .lower = whole(std::min(task_.starred.least, rows)),
                                 .upper = whole(std::min(task_.starred.most, rows))});
    }

    const AssignmentTask& task_;
    std::uint32_t starred_node_;
    std::uint32_t sink_;
    std::int64_t rows_ = 0;
    FlowNetwork network_;
    std::vector<CellShare> shares_;  ///< per arc from a type to a cell
};

}  // namespace

std::optional<RowAssignment> assign_rows(const AssignmentTask& task) {
    return Network(task).solve();
}

}  // namespace kanon::cell_suppression

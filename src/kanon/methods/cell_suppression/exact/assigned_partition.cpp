// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/assigned_partition.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {
namespace {

class PartitionMaker {
public:
    PartitionMaker(const Task& task, const StarCells& cells, const RowAssignment& assignment)
        : task_(task), cells_(cells), assignment_(assignment), class_of_cell_(cells.size()) {
        out_.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    }

    [[nodiscard]] StarPartition make() {
        const bool star_class = task_.patterns.all_star == AllStar::as_class &&
                                assignment_.starred >= task_.least_class_rows();
        std::size_t next = 0;
        for (std::uint32_t type = 0; type < task_.row_types().size(); ++type) {
            std::vector<StarPartition::Move> shares;
            std::uint32_t left = task_.row_types().counts[type];
            for (; next < assignment_.shares.size() && assignment_.shares[next].type == type;
                 ++next) {
                const CellShare& share = assignment_.shares[next];
                shares.push_back({.type = type, .to = class_of(share.cell), .rows = share.rows});
                left -= share.rows;
            }
            if (left > 0 && star_class) {
                shares.push_back({.type = type, .to = star_class_of(type), .rows = left});
                left = 0;
            }
            settle(type, shares, left);
        }
        return std::move(out_);
    }

private:
    std::uint32_t class_of(std::uint32_t cell) {
        if (class_of_cell_[cell] == 0) {
            class_of_cell_[cell] = out_.add_class(cells_.stars[cell], cells_.of(cell).front()) + 1;
        }
        return class_of_cell_[cell] - 1;
    }

    std::uint32_t star_class_of(std::uint32_t type) {
        if (!star_class_) {
            star_class_ = out_.add_class(task_.patterns.everything(), type);
        }
        return *star_class_;
    }

    /// A type is where its suppressed rows are, else where its first share is; the rest is moved.
    void settle(std::uint32_t type,
                const std::vector<StarPartition::Move>& shares,
                std::uint32_t suppressed) {
        for (const StarPartition::Move& share : shares) {
            out_.rows[share.to] += share.rows;
        }
        std::size_t first_moved = 0;
        if (suppressed == 0) {
            out_.class_of_type[type] = shares.front().to;
            first_moved = 1;
        }
        out_.moves.insert(out_.moves.end(),
                          shares.begin() + static_cast<std::ptrdiff_t>(first_moved),
                          shares.end());
    }

    const Task& task_;
    const StarCells& cells_;
    const RowAssignment& assignment_;
    std::vector<std::uint32_t> class_of_cell_;  ///< its class + 1; 0: none yet
    std::optional<std::uint32_t> star_class_;
    StarPartition out_;
};

}  // namespace

StarPartition partition_of_assignment(const Task& task,
                                      const StarCells& cells,
                                      const RowAssignment& assignment) {
    return PartitionMaker(task, cells, assignment).make();
}

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/grouped.hpp"
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"
#include "kanon/methods/domain_cut/domains/cut_space.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// Row types of groups, each group's in the order of their positions on the pivot. Keeps its
/// buffers.
class PositionedTypes {
public:
    PositionedTypes(const Task& task, const CutSpace& space);

    /// Sort the listed row types into groups; `group_of_type` has one entry per row type of the
    /// task. Cost O(types + groups). \pre `types` is in the order of by_position()
    void assign(std::span<const std::uint32_t> types,
                std::span<const std::uint32_t> group_of_type,
                std::size_t groups);

    /// All row types of the task, by position.
    [[nodiscard]] const std::vector<std::uint32_t>& by_position() const { return by_position_; }

    [[nodiscard]] std::uint32_t position(std::uint32_t type) const { return position_[type]; }

    [[nodiscard]] std::size_t group_count() const { return types_.size(); }

    [[nodiscard]] std::span<const std::uint32_t> group(std::size_t group) const {
        return types_.of(group);
    }

    [[nodiscard]] std::uint64_t rows(std::size_t group) const;

    /// Call `visit(low, high, types, tally)` for every different set of row types that runs of the
    /// pivot cut out of a group: it is that of the runs with `from` from low.from to high.from and
    /// `to` from low.to to high.to. Only sets are visited that some run wanted holds: one from a
    /// position p on or before ends at reach[p] at most. Cost O(types + d^2) for d positions of the
    /// group.
    template <class Visit>
    void visit_runs(std::size_t of_group,
                    const TallyLoss& loss,
                    std::span<const std::uint32_t> reach,
                    Visit&& visit) {
        const std::span<const std::uint32_t> types = group(of_group);
        const std::size_t stops = sum_stops(types, loss);
        ClassTally tally = loss.empty_tally();
        for (std::size_t begin = 0; begin < stops; ++begin) {
            const std::uint32_t low_from = begin == 0 ? 0 : stops_[begin - 1].position + 1;
            tally.clear();
            const std::uint32_t far = reach[stops_[begin].position];
            for (std::size_t end = begin; end < stops && stops_[end].position < far; ++end) {
                tally.add(stops_[end].tally);
                const std::uint32_t high_to =
                    end + 1 < stops ? stops_[end + 1].position : positions_;
                const std::uint32_t first_type = begin == 0 ? 0 : stops_[begin - 1].end_type;
                visit(PivotRun{low_from, stops_[end].position + 1},
                      PivotRun{stops_[begin].position, high_to},
                      types.subspan(first_type, stops_[end].end_type - first_type),
                      tally);
            }
        }
    }

private:
    /// The row types of a group at one position.
    struct Stop {
        std::uint32_t position = 0;
        std::uint32_t end_type = 0;  ///< place after its last one
        ClassTally tally;
    };

    std::size_t sum_stops(std::span<const std::uint32_t> types, const TallyLoss& loss);

    const RowTypes& row_types_;
    std::uint32_t positions_;
    std::vector<std::uint32_t> position_;  ///< per row type
    std::vector<std::uint32_t> by_position_;
    Grouped<> types_;
    std::vector<Stop> stops_;  ///< scratch
};

}  // namespace kanon::domain_cut

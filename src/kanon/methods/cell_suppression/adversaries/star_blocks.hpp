// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"
#include "kanon/methods/cell_suppression/partition/star_partition.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Rows of a type in which the same cells are starred. Rows starred throughout are suppressed.
struct StarBlock {
    std::uint32_t type = 0;
    std::uint32_t rows = 0;
    Pattern stars = 0;
};

/// A release by values and stars, and how many of its rows are alike to each adversary. Borrows
/// task and sets.
class StarBlocks {
public:
    StarBlocks(const Task& task, std::span<const KnownSet> sets, std::vector<StarBlock> blocks);

    [[nodiscard]] std::span<const StarBlock> blocks() const { return blocks_; }

    [[nodiscard]] bool is_suppressed(const StarBlock& block) const {
        return block.stars == everything_;
    }

    /// Rows that an adversary finds alike to a row of this type released so, but for itself where
    /// it is not released so yet.
    [[nodiscard]] std::uint64_t alike(std::size_t set, std::uint32_t type, Pattern stars) {
        return shown_[set].rows(type, stars);
    }

    /// True if each adversary finds enough rows alike to those of the block, or they are
    /// suppressed.
    [[nodiscard]] bool holds(const StarBlock& block);

    /// True if releasing the block so, which was held before or was suppressed, leaves all rows as
    /// many alike as they must have. `stars` are not all.
    [[nodiscard]] bool can_become(const StarBlock& block, Pattern stars);

    /// True if the others have as many alike as they must have once the block is released so.
    [[nodiscard]] bool can_leave(const StarBlock& block, Pattern stars);

    void change(std::size_t block, Pattern stars);

    /// Rows of suppressed blocks.
    [[nodiscard]] std::uint64_t suppressed_rows() const;

private:
    const Task& task_;
    std::span<const KnownSet> sets_;
    Pattern everything_;
    std::vector<StarBlock> blocks_;
    std::vector<ShownRows> shown_;  ///< per set: released rows
};

/// The blocks of a partition into classes.
[[nodiscard]] std::vector<StarBlock> blocks_of(const Task& task, const StarPartition& partition);

/// The classes whose rows are alike in all attributes.
[[nodiscard]] StarPartition partition_of(const Task& task, std::span<const StarBlock> blocks);

}  // namespace kanon::cell_suppression

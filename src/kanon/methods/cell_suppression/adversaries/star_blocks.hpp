// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/adversaries/shown_rows.hpp"
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

/// A release by values and stars, and which of its rows are alike to each adversary. Borrows task
/// and sets.
class StarBlocks {
public:
    StarBlocks(const Task& task, std::span<const KnownSet> sets, std::vector<StarBlock> blocks);

    [[nodiscard]] std::span<const StarBlock> blocks() const { return blocks_; }

    [[nodiscard]] bool is_suppressed(const StarBlock& block) const {
        return block.stars == everything_;
    }

    /// True if what each adversary finds alike to the block's rows keeps what is asked of it, or
    /// they are suppressed.
    [[nodiscard]] bool holds(const StarBlock& block);

    /// True if all that adversaries find alike keeps what is asked of it once the block is released
    /// so, which was held before or was suppressed. `stars` are not all.
    [[nodiscard]] bool can_become(const StarBlock& block, Pattern stars);

    /// True if what the block is taken out of keeps what is asked of it once the block is released
    /// so.
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

/// The classes whose rows are alike in all attributes.
[[nodiscard]] StarPartition partition_of(const Task& task, std::span<const StarBlock> blocks);

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/star_blocks.hpp"

#include <map>
#include <utility>

namespace kanon::cell_suppression {

StarBlocks::StarBlocks(const Task& task,
                       std::span<const KnownSet> sets,
                       std::vector<StarBlock> blocks)
    : task_(task),
      sets_(sets),
      everything_(task.patterns.everything()),
      blocks_(std::move(blocks)) {
    shown_.reserve(sets.size());
    for (const KnownSet& set : sets) {
        ShownRows& shown = shown_.emplace_back(task, set.attributes, !set.models.empty());
        for (const StarBlock& block : blocks_) {
            if (!is_suppressed(block)) {
                shown.add(block.type, block.stars, block.rows);
            }
        }
    }
}

bool StarBlocks::holds(const StarBlock& block) {
    for (std::size_t s = 0; s < sets_.size() && !is_suppressed(block); ++s) {
        if (!shown_[s].keep(sets_[s], block.type, block.stars)) {
            return false;
        }
    }
    return true;
}

bool StarBlocks::can_leave(const StarBlock& block, Pattern stars) {
    for (std::size_t s = 0; s < sets_.size() && !is_suppressed(block); ++s) {
        const KnownSet& set = sets_[s];
        if (((block.stars ^ stars) & set.attributes) == 0) {
            continue;  // to this adversary they stay where they are
        }
        ShownRows& shown = shown_[s];
        shown.remove(block.type, block.stars, block.rows);
        const bool is_left =
            shown.rows(block.type, block.stars) == 0 || shown.keep(set, block.type, block.stars);
        shown.add(block.type, block.stars, block.rows);
        if (!is_left) {
            return false;
        }
    }
    return true;
}

bool StarBlocks::can_become(const StarBlock& block, Pattern stars) {
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        const KnownSet& set = sets_[s];
        if (!is_suppressed(block) && ((block.stars ^ stars) & set.attributes) == 0) {
            continue;
        }
        ShownRows& shown = shown_[s];
        const std::uint64_t rows = shown.rows(block.type, stars) + block.rows;
        bool holds = rows >= set.k;
        if (holds && !set.models.empty()) {
            shown.add(block.type, stars, block.rows);
            holds = shown.keep(set, block.type, stars);
            shown.remove(block.type, stars, block.rows);
        }
        if (!holds) {
            return false;
        }
    }
    return can_leave(block, stars);
}

void StarBlocks::change(std::size_t block, Pattern stars) {
    StarBlock& changed = blocks_[block];
    const StarBlock before = changed;
    changed.stars = stars;
    for (ShownRows& shown : shown_) {
        if (!is_suppressed(before)) {
            shown.remove(before.type, before.stars, before.rows);
        }
        if (!is_suppressed(changed)) {
            shown.add(changed.type, stars, changed.rows);
        }
    }
}

std::uint64_t StarBlocks::suppressed_rows() const {
    std::uint64_t rows = 0;
    for (const StarBlock& block : blocks_) {
        rows += is_suppressed(block) ? block.rows : 0;
    }
    return rows;
}

StarPartition partition_of(const Task& task, std::span<const StarBlock> blocks) {
    StarPartition out;
    out.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    const Pattern everything = task.patterns.everything();
    std::map<Pattern, std::pair<ShownRows, std::vector<std::uint32_t>>> classes;
    for (const StarBlock& block : blocks) {
        if (block.stars == everything) {
            continue;
        }
        const Pattern shown = everything & ~block.stars;
        auto& [rows, numbers] =
            classes
                .try_emplace(
                    block.stars, ShownRows(task, shown, false), std::vector<std::uint32_t>())
                .first->second;
        const std::uint32_t place = rows.place(block.type, block.stars);
        if (place == numbers.size()) {
            numbers.push_back(out.add_class(block.stars, block.type));
        }
        out.rows[numbers[place]] += block.rows;
        out.moves.push_back({.type = block.type, .to = numbers[place], .rows = block.rows});
    }
    out.settle_moves(task.row_types().counts);
    return out;
}

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// Where each attribute's label stands in a packed key at one node: as few bits as its labels need,
/// last attribute lowest, so that row types in their order have ascending keys; no field crosses a
/// word.
struct KeyLayout {
    std::vector<std::uint32_t> word;
    std::vector<std::uint8_t> shift;
    std::vector<std::uint8_t> bits;
    std::size_t words = 1;
    std::size_t total_bits = 0;  ///< of the only word; meaningful where words == 1

    KeyLayout() = default;
    KeyLayout(const LevelTables& tables, std::span<const Level> node);
};

/// A node and where its labels stand.
struct KeyNode {
    std::span<const Level> node;
    const KeyLayout& layout;
};

/// Moves keys of one node to the layout of a more general one.
///
/// A key is moved in pieces: runs of attributes whose level stays move as they are, others through
/// a table of their labels. Where there are many keys, neighbours in a key share one table.
class KeyMover {
public:
    explicit KeyMover(const LevelTables& tables) : tables_(tables) {}

    /// Make ready to move about `count` keys. \pre source.node <= target.node. Cost O(attributes),
    /// plus O(attributes * 2^10) where there are so many keys that it pays.
    void plan(const KeyNode& source, const KeyNode& target, std::size_t count);

    /// Move `count` keys of one word each to keys of one word.
    void move(const std::uint64_t* keys, std::size_t count, std::uint64_t* moved) const;

    /// Move one key of any number of words; `moved` has the target's.
    void move_wide(const std::uint64_t* key, std::span<std::uint64_t> moved) const;

private:
    struct Piece {
        std::uint32_t from_word = 0;
        std::uint32_t to_word = 0;
        std::uint8_t from_shift = 0;
        std::uint8_t to_shift = 0;
        std::uint8_t from_bits = 0;
        std::uint8_t to_bits = 0;
        std::span<const Code> map;  ///< by the bits taken; empty: they move unchanged

        [[nodiscard]] std::uint64_t take(std::uint64_t word) const {
            return (word >> from_shift) & ((std::uint64_t{1} << from_bits) - 1);
        }
    };

    [[nodiscard]] bool join(Piece& low, const Piece& high, unsigned joint_bits);

    const LevelTables& tables_;
    std::vector<Piece> pieces_;
    std::vector<std::vector<Code>> joint_maps_;  ///< what maps of joined pieces refer to
};

}  // namespace kanon::full_domain

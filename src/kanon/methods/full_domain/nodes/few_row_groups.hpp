// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// Finds the groups of a source whose classes at a node have too few rows, and what their labels
/// cost, without making the groups of the node: rows are counted by the place of their labels among
/// all combinations of labels there, in a table of a byte each. Several times as fast as
/// GroupMerger, for nodes of few combinations; what it finds is the same. Holds scratch memory that
/// is reused from call to call: one object per thread.
class FewRowGroups {
public:
    /// `least_rows`: what a class has at least that is not one of too few.
    FewRowGroups(const LevelTables& tables, std::uint64_t least_rows);

    /// The most rows that a class may have to have.
    static constexpr std::uint64_t kMostLeastRows = 255;

    /// True if find() takes this source and node: keys are of one word, combinations of labels few,
    /// and no more values of a column than groups.
    [[nodiscard]] bool takes(const NodeGroups& source, std::span<const Level> node) const;

    /// Find them. Cost O(groups of the source * pieces of a key). \pre source.node <= node, takes()
    void find(const NodeGroups& source, std::span<const Level> node);

    /// The groups of the source found last, ascending.
    [[nodiscard]] std::span<const std::uint32_t> found() const {
        return std::span(found_).first(found_count_);
    }

    /// Their rows.
    [[nodiscard]] std::uint64_t rows() const { return rows_; }

    /// Count their rows by the labels of the source. Cost O(groups found * attributes).
    void count_labels(const NodeGroups& source);

    /// What a column of their rows costs at a level, released. \pre count_labels(), the level is
    /// not below that of the source
    [[nodiscard]] Cost cost(const NodeGroups& source, std::size_t attribute, Level level) const;

private:
    /// Neighbouring attributes of a key, and the place that each of their labels adds.
    struct Piece {
        std::uint8_t shift = 0;
        std::uint8_t bits = 0;
        std::vector<std::uint32_t> places;
    };

    /// An attribute with several labels at the node.
    struct Field {
        std::uint8_t shift = 0;
        std::uint8_t bits = 0;
        std::span<const Code> map;
        std::uint32_t stride = 1;
    };

    void plan(const NodeGroups& source, std::span<const Level> node);
    Piece& new_piece(const Field& first);
    static void append(const Field& field, Piece& piece);
    void place_keys(const NodeGroups& source);
    void count_rows(const NodeGroups& source);
    void clear_counts();

    const LevelTables& tables_;
    std::uint8_t least_rows_;
    std::vector<Piece> pieces_;  ///< those of a plan first; the others keep their memory
    std::size_t piece_count_ = 0;
    std::size_t combinations_ = 1;
    std::vector<std::uint32_t> places_;  ///< per group of the source
    std::vector<std::uint8_t> counts_;   ///< rows per place, least_rows_ at most; 0 between calls
    std::vector<std::uint32_t> found_;
    std::size_t found_count_ = 0;
    std::uint64_t rows_ = 0;
    std::vector<std::uint64_t> label_rows_;
    std::vector<std::size_t> label_offsets_;
};

}  // namespace kanon::full_domain

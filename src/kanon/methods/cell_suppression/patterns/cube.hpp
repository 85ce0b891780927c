// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {

/// The cells of one pattern that have enough rows, in the order of their first row types.
struct Cells {
    std::vector<std::uint32_t> types;  ///< of all cells, one cell after the other, each ascending
    std::vector<std::size_t> ends;     ///< per cell: where its types end
    std::vector<std::uint64_t> rows;   ///< per cell

    [[nodiscard]] std::size_t size() const { return ends.size(); }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t cell) const {
        const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
        return std::span(types).subspan(begin, ends[cell] - begin);
    }
};

/// The iceberg cube of the row types: pattern by pattern, the cells (instances of the pattern) that
/// have at least `least_rows` rows, and of these a row type that is still wanted.
///
/// A pattern with its instances is a cuboid of the data cube, a cell with enough rows an iceberg
/// cell, or frequent itemset. Cuboids are made on demand and not kept. A cell of too few rows, or
/// with none that is wanted, has no better one below it: patterns that come in their order show the
/// same first attributes, and what is left after these is kept from pattern to pattern. Each step
/// cuts the cells of the one before by the values of one more attribute (as BUC does: Beyer &
/// Ramakrishnan 1999).
///
/// Patterns are not taken for nodes of a lattice of flat hierarchies (NodeEvaluator): such nodes
/// are rolled up whole, with all their small groups, and here nearly all of the work is to leave
/// those out.
///
/// Cost per pattern: O(row types left at its last steps). 8 m + 32 bytes per row type at most, 2^m
/// patterns or not. Same cells for any order of patterns. Borrows the row types.
class Cube {
public:
    /// Which row types are in from the start.
    enum class Start { all, none };

    /// `order` is the one that patterns come in; any other order is slower, not wrong.
    Cube(const RowTypes& types, std::uint64_t least_rows, TieOrder order, Start start = Start::all);

    /// The cells of a pattern; valid until the next call.
    const Cells& cells(Pattern stars);

    /// Let row types in. \pre ascending; none of them was in before
    void admit(std::span<const std::uint32_t> types);

    /// Take a row type out for good: its rows count no longer. \pre it is in, and wanted
    void remove(std::uint32_t type);

    /// Do not want a row type any more; its rows still count. \pre it is in, and wanted
    void settle(std::uint32_t type);

    /// Rows that are wanted, those of row types that were not let in yet among them.
    [[nodiscard]] std::uint64_t wanted_rows() const { return wanted_rows_; }

    [[nodiscard]] const PackedTypes& packed() const { return packed_; }

private:
    /// Cells that are left when the first attributes are shown.
    struct Step {
        std::size_t attribute = 0;
        std::vector<std::uint32_t> types;  ///< one cell after the other, each ascending
        std::vector<std::uint32_t> ends;   ///< per cell
    };

    /// Row types of a cell that have one value.
    struct Tally {
        std::uint64_t rows = 0;
        std::uint32_t types = 0;
        std::uint32_t next = 0;  ///< where the next of these types goes, or kNowhere
        std::uint8_t marks = 0;
    };

    /// A cell of what was asked for, in kept_.
    struct Piece {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::uint64_t rows = 0;
    };

    void drop_removed();
    [[nodiscard]] bool is_cell(std::uint64_t rows, std::uint8_t marks) const;
    const Step& last_step(Pattern stars);
    void cut(const Step& from, std::size_t attribute, Step& to);
    template <typename Codes>
    void tally_values(std::span<const std::uint32_t> cell, Codes codes);
    void append_cells(Step& to);
    void collect(const Step& step);

    const RowTypes& row_types_;
    PackedTypes packed_;
    std::uint64_t least_rows_;
    std::vector<std::size_t> attributes_;  ///< in the order in which steps show them
    std::vector<std::uint8_t> marks_;      ///< per row type: kIn, kWanted
    Step in_;                              ///< one cell: row types in, and some taken out since
    std::vector<Step> steps_;
    std::size_t depth_ = 0;
    std::vector<Tally> tallies_;                         ///< per code; all zero between cells
    std::vector<Code> seen_;                             ///< codes of a cell
    std::vector<std::pair<std::uint32_t, Code>> alive_;  ///< row types of a cell that are in
    std::size_t alive_count_ = 0;                        ///< and how many of them are valid
    std::vector<std::uint32_t> kept_;                    ///< row types of pieces_
    std::vector<Piece> pieces_;
    Cells cells_;
    std::size_t types_in_ = 0;
    std::uint64_t wanted_rows_ = 0;
};

}  // namespace kanon::cell_suppression

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/rows/keyed_rows.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::engine {

/// Rows whose distinct ones are too many to be held, where they are: counted there, cut into pieces
/// by the values of their columns, and laid out so that each piece can be read, and written, by
/// itself. A piece is a set of rows that are alike in nothing but that they lie on one side of each
/// cut. Nothing of a row comes here but counts of values.
class PartitionedRows {
public:
    /// How much is in a piece.
    struct Size {
        std::uint64_t rows = 0;
        std::uint64_t distinct = 0;  ///< rows that differ in some column
        std::uint64_t types = 0;     ///< that differ in some column that pieces may be cut by
    };

    /// How often a value occurs, alone or beside one of another column.
    struct Count {
        Code value = 0;
        Code beside = 0;
        std::uint64_t rows = 0;
    };

    /// `names`: of the columns of `rows`, as they are to be read. Both are of `address`.
    PartitionedRows(PrivateTables& tables,
                    SourceAddress address,
                    KeyedRows rows,
                    std::vector<std::string> names);

    /// Give the values of a column codes, in a private table: per code of the dictionary, which has
    /// their texts, `codes`. `levels`: per level, the code that stands for each of those; pieces
    /// may be cut by a column that has some. \throws EngineFault, Error{bad_input}
    void number(std::size_t column,
                const Dictionary& dictionary,
                std::span<const Code> codes,
                std::span<const std::vector<Code>> levels);

    /// Count the distinct rows, in a private table; they are one piece. Once, after the columns
    /// have their numbers. \throws EngineFault
    void count();

    /// Per piece. \throws EngineFault
    [[nodiscard]] std::vector<Size> sizes() const;

    /// Of each of some pieces: what values a column that was numbered has, ascending; `beside`:
    /// each with those of another such column. \throws EngineFault
    [[nodiscard]] std::vector<std::vector<Count>> counts(
        std::span<const std::size_t> pieces,
        std::size_t column,
        std::optional<std::size_t> beside = {}) const;

    /// Rows that differ where each column that has levels shows what stands for its value at one of
    /// them (`levels`, in the order of their numbering), or in another column that was numbered.
    /// \throws EngineFault
    [[nodiscard]] std::uint64_t distinct_at(std::span<const std::size_t> levels) const;

    /// Take them: the codes of the columns in the order of their numbering, and how many rows are
    /// alike. \throws EngineFault
    void take_rows_at(
        std::span<const std::size_t> levels,
        const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const;

    /// Which values of some columns go together, each combination once, and the number of its rows
    /// last. A column that was numbered shows its codes, others their texts. \throws EngineFault
    void take_combinations(std::span<const std::size_t> columns, const RowTaker& take) const;

    /// Of each code of a column that was numbered: how many rows have it, and of each of the others
    /// the least and the greatest value beside it, shown likewise. \throws EngineFault
    void take_ranges(std::size_t column,
                     std::span<const std::size_t> others,
                     const RowTaker& take) const;

    [[nodiscard]] bool is_numbered(std::size_t column) const;

    /// Cut a piece by the codes of a column: the first part keeps its number, the others become the
    /// pieces behind all others. Codes that are in no part do not occur in the piece.
    void cut(std::size_t piece, std::size_t column, std::span<const std::vector<Code>> parts);

    [[nodiscard]] std::size_t partition_count() const { return pieces_; }

    /// Copy the rows, each with the number of its piece, into a private table. \throws EngineFault
    void lay_out();

    /// The rows of a piece. \pre lay_out()
    [[nodiscard]] KeyedRows rows(std::size_t piece) const;

    /// A query for them, by the names of their columns. \pre lay_out()
    [[nodiscard]] SourceAddress address(std::size_t piece) const;

private:
    /// A column whose values have numbers.
    struct Numbered {
        std::size_t column = 0;
        std::string table;       ///< of texts and codes (v, code), and of levels (l0, l1, ...)
        std::size_t levels = 0;  ///< some: pieces may be cut by it
    };

    /// A piece that was cut, by its codes: up to a code, and what is there.
    struct Cut {
        struct Run {
            Code last = 0;
            std::size_t node = 0;
        };

        std::size_t column = 0;
        std::vector<Run> runs;  ///< none: it was not, and is `piece`
        std::size_t piece = 0;
    };

    /// The number of the piece, by expressions `{prefix}{column}{suffix}` of the codes.
    [[nodiscard]] std::string piece_of(std::string_view prefix, std::string_view suffix) const;
    [[nodiscard]] std::string piece_of_node(std::size_t node,
                                            std::string_view prefix,
                                            std::string_view suffix) const;
    /// The rows with the tables of numbers, m0, m1, ..., joined.
    [[nodiscard]] std::string numbered_rows() const;
    /// What stands behind SELECT, and behind FROM, for rows at some levels.
    [[nodiscard]] std::pair<std::string, std::string> rows_at(
        std::span<const std::size_t> levels) const;

    PrivateTables& tables_;
    const Dialect& dialect_;
    SourceAddress address_;
    KeyedRows rows_;
    std::vector<std::string> names_;
    std::vector<Numbered> numbered_;
    std::string counted_;
    std::string laid_out_;
    std::vector<Cut> nodes_;
    std::vector<std::size_t> node_of_piece_;
    std::size_t pieces_ = 1;
};

}  // namespace kanon::engine

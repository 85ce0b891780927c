// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/spelled_domain.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// The rows of a recoding that releases rows of one type as several tuples, by pieces in place of
/// row types: a piece is the rows of a tuple, or all suppressed rows. A counted row of several
/// pieces is split into as many, by piece. Part of apply().
class TuplePieces {
public:
    /// \pre the view has shares. Cost O(n + shares), and O(log tuples) for each row of a type with
    /// shares.
    TuplePieces(const RecodingView& view, const OriginalRows& rows);

    /// `view` with pieces in place of row types. \pre this outlives the result
    [[nodiscard]] RecodingView by_pieces(RecodingView view) const;

    /// One per row, once counted ones are split.
    [[nodiscard]] std::span<const std::uint32_t> piece_of_row() const { return piece_of_row_; }

    /// The original of each of these rows; empty where none is split.
    [[nodiscard]] std::span<const std::uint32_t> original_row() const { return original_row_; }

    /// Rows that each of these stands for; empty: 1 each.
    [[nodiscard]] std::span<const std::uint64_t> counts() const { return counts_; }

private:
    std::vector<std::uint32_t> tuple_of_piece_;
    std::vector<std::uint32_t> piece_of_row_;
    std::vector<std::uint32_t> original_row_;
    std::vector<std::uint64_t> counts_;
};

/// Which rows are released, and which are suppressed. Part of apply().
struct RowPlan {
    std::span<const std::uint32_t> type_of_row;  ///< of the original; or pieces, see TuplePieces
    std::vector<bool> suppressed;                ///< per row type; empty: none
    std::vector<std::uint32_t> original;         ///< rows left when rows are dropped; empty: all
    std::size_t rows = 0;                        ///< released rows
    bool drops = false;          ///< suppressed rows are left out, not kept as stars
    bool stars_as_text = false;  ///< stars make columns of any type text

    [[nodiscard]] bool stars() const { return !suppressed.empty() && !drops; }

    [[nodiscard]] std::size_t original_of(std::size_t row) const {
        return original.empty() ? row : original[row];
    }
};

/// Suppressed are the row types that the recoding says are, and, unless it has a star class, those
/// released as `*` throughout. Cost O(t m), in drop mode O(n) more. \pre the view has no shares
[[nodiscard]] RowPlan plan_rows(const RecodingView& view,
                                const RowTypes& types,
                                std::span<const std::uint32_t> type_of_row,
                                const std::vector<SpelledDomain>& spelled,
                                SuppressedRows mode,
                                unsigned threads);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/attack/shown_classes.hpp"
#include "kanon/quality/disclosed_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::attack {

/// What a release tells of its rows, alone or with others.
struct ComposedFigures {
    std::uint64_t least = 0;    ///< candidates of a row; 0: every row is starred
    double mean = 0;            ///< over rows
    std::uint64_t alone = 0;    ///< rows with no candidate but themselves
    std::uint64_t starred = 0;  ///< rows that show nothing; they are left out
    /// Per sensitive name: rows whose value all candidates show.
    std::vector<DisclosedRows> disclosed;
};

struct ComposeFindings {
    std::uint64_t rows = 0;
    std::vector<ComposedFigures> alone;  ///< of each release by itself
    ComposedFigures together;
};

/// Intersect the candidates of several releases whose rows are those of the same persons, in one
/// order: of a row they are then the rows that look like it in every release. A value is disclosed
/// if all candidates show one in some release that has the column. Needs no original.
///
/// Ganta, Kasiviswanathan, Smith: Composition Attacks and Auxiliary Information in Data Privacy,
/// KDD 2008, section 3. Differs: rows are known to correspond, which the order of the rows tells;
/// so this is the most that anybody learns from the quasi-identifiers. Cost O(n m) for m columns in
/// all. Same result for any thread count. \throws Error{bad_input} if there are fewer than two,
/// their rows are not as many, one lacks its columns, or a sensitive column differs from that of
/// the first release in some row that both show: then rows do not correspond
[[nodiscard]] ComposeFindings compose(std::span<const ShownRelease> releases, unsigned threads);

}  // namespace kanon::attack

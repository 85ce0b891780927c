// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/spelling/reading.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace kanon {

/// Codes from first to last.
struct CodeRun {
    Code first = 0;
    Code last = 0;
};

/// The values of the original that a released cell may stand for: each distinct one that the cell
/// covers is taken for as likely as any other, whatever its kind (uniform spread: LeFevre, DeWitt,
/// Ramakrishnan, Mondrian, ICDE 2006, section 5, there by the width of ranges). A star covers the
/// whole column. A mean stands for the value next to it.
struct Spread {
    std::vector<CodeRun> runs;  ///< ascending, not touching; at least one
    std::size_t count = 0;      ///< codes in the runs, >= 1
    double told = 1;            ///< share of them that is not missing
    double mean = 0;            ///< of those numbers; 0 without any, or for texts
    double square = 0;          ///< mean of their squares
};

/// What the values of a column were before it was coded: the codes of the dictionary as it was read
/// that are coded alike, ascending, one list for each code. Empty: nothing was coded.
using UncodedValues = std::vector<std::vector<Code>>;

/// The spreads of a released column.
struct SpreadColumn {
    const Dictionary* original = nullptr;  ///< as it was read, before any coding
    const Dictionary* coded = nullptr;     ///< what the release speaks of; the same without coding
    const UncodedValues* uncoded = nullptr;
    const Hierarchy* hierarchy = nullptr;  ///< of `coded`; may be null
};

/// One spread for each code of `released`, then that of a cell of which nothing is released. What
/// cannot be read is spread as a star.
/// Cost that of reading and O(codes covered). \pre the original has a value.
[[nodiscard]] std::vector<Spread> spreads_of_values(const ReadDomain& released,
                                                    const SpreadColumn& column);

/// As above for a column that is released as it is, where rows are suppressed beside stars.
[[nodiscard]] std::vector<Spread> spreads_as_is(const Dictionary& released,
                                                const SpreadColumn& column);

}  // namespace kanon

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/forms.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/spelling/aggregate.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// How one quasi-identifier's released values are to be spelled and read.
struct RecodedAttribute {
    std::size_t column = 0;                ///< in the original table
    const Hierarchy* hierarchy = nullptr;  ///< not owned; null: no labels
    std::optional<Aggregate> aggregate{};  ///< released by aggregates of classes alone
    bool of_another_table = false;         ///< the release is of other rows: read_narrowed()
};

/// The rows that a recoding is carried out on. Nothing is owned.
struct OriginalRows {
    const Table* table = nullptr;
    const RowTypes* types = nullptr;             ///< of its rows
    std::span<const std::uint32_t> type_of_row;  ///< one per row of the table
    /// Rows of the data that each row of the table stands for, as for the types; empty: 1 each.
    std::span<const std::uint64_t> counts{};
    std::span<const std::size_t> tracked{};  ///< columns that the types have histograms of
    const Table* judged = nullptr;           ///< whose columns these are; null: `table`
};

/// A release as it is written: quasi-identifier columns are text (the dictionary holds the released
/// spellings), other columns keep their values and type, identifying columns are gone, the order of
/// rows is that of the original. Nothing in it tells how it was made.
///
/// Of counted rows a release is counted, too: a row for each pair of an original row and what some
/// of the rows that it stands for are released as.
struct Release {
    Table table;
    std::vector<std::size_t> original_column;  ///< per released column: its place in the original
    /// The original row of each row, where some are left out, or counted rows are split into
    /// several; ascending. Empty: row i is i.
    std::vector<std::uint32_t> original_row;
    std::vector<std::uint64_t> counts;  ///< rows that each row stands for; empty: 1 each
};

/// The spelling of a released value: the value itself, a label, `[low, high]`, `{a, b}` or `*`.
/// A value itself that would read as a star, a range, a set or an escape gets a leading backslash.
/// A missing value released as itself is spelled "" (and is missing in the release); an empty text
/// that is not missing is spelled as a lone backslash. Labels are written as they are. Ends of text
/// ranges and members of sets are spelled by join_members(). An open end of a coded column is
/// spelled as it is, and opens a range that it ends: `[70, inf)`. A mean is spelled as it is
/// stored, a median or mode as the value itself. \pre a label comes with its hierarchy.
[[nodiscard]] std::string spell(const ReleasedValue& value,
                                const ReleasedDomain& domain,
                                const Dictionary& dictionary,
                                const Hierarchy* hierarchy);

/// Carry out a recoding. `attributes` are the quasi-identifiers in the order of the types;
/// `withheld` are the columns never released (identifying). A row whose released
/// quasi-identifiers are all `*` is a suppressed row, however the recoding made it one.
///
/// The dictionary of a quasi-identifier holds the spellings that occur, and nothing else. Other
/// columns are shared with the original, unless rows are suppressed: in star mode every released
/// cell of a suppressed row is `*` (missing, where the column's storage type cannot hold text: the
/// sink does that; `star_as_text` makes text its type) and the column's other values are spelled by
/// spell_beside_stars(); in drop mode the rows are left out, though their values may stay in the
/// dictionary.
///
/// Where rows of one type become several tuples, the first ones become the first tuple, as for the
/// rows that counted ones stand for if these follow in the same order.
///
/// Cost O(n m) in time; memory: the new codes, O(values) for dictionaries, 4 bytes a row in drop
/// mode, 12 bytes and the codes a second time where counted rows are split. Same result for any
/// thread count.
[[nodiscard]] Release apply(const OriginalRows& rows,
                            std::span<const RecodedAttribute> attributes,
                            std::span<const std::size_t> withheld,
                            const Recoding& recoding,
                            SuppressedRows mode,
                            unsigned threads);

}  // namespace kanon

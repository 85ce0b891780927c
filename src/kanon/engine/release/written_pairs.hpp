// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/written_release.hpp"
#include "kanon/engine/rows/keyed_rows.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::engine {

/// What stands in a written release beside each distinct row of its original: pairs, by the rows of
/// the original.
struct WrittenRows {
    Table released;                           ///< those that are left out not among them
    std::vector<std::uint32_t> original_row;  ///< of each
    std::vector<std::uint64_t> counts;        ///< rows that each pair stands for
};

/// A release in one of the sources that the original is together.
struct WrittenPart {
    PrivateTables* tables = nullptr;
    KeyedRows rows;
    WrittenRelease written;
    std::uint64_t first_row = 0;  ///< of the original: where the rows of this source begin
};

/// Read back what was written, as the engines have it: pairs of an original and a released row,
/// found by the keys and counted there, by all engines at once. `original` is the table as it was
/// read before: the distinct rows of each source, sorted by their codes, with their `counts`.
///
/// Nothing rests on how the release was written. Private tables that it was made by serve as
/// dictionaries here, and are read back: the numbers of keys must stand for the values that the
/// original has, by which rows are found in them as they are now; each released row must show the
/// texts that the number of its tuple stands for. Columns that are kept are compared in the engine,
/// text by text.
///
/// Cost: a join and a grouping in each engine; here O(p m log p) for p pairs.
/// \throws EngineFault; Error{bad_input} if the rows are not those of `original` any more;
/// Error{audit_failed} if a release has rows that are of no row of the original, or cells that are
/// not what their row is to show, or a dictionary is not what it is to be
[[nodiscard]] WrittenRows read_written(std::span<const WrittenPart> parts,
                                       const Table& original,
                                       std::span<const std::uint64_t> counts);

}  // namespace kanon::engine

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/keyed_rows.hpp"
#include "kanon/engine/written_release.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <vector>

namespace kanon::engine {

/// What stands in a written release beside each row of its original.
struct WrittenRows {
    Table released;  ///< by the rows of the original, those that are left out not among them
    std::vector<std::uint32_t> original_row;  ///< of each; empty: row i is of row i
};

/// Read back what was written, as the engine has it: pairs of an original and a released row, found
/// by the keys and counted there. `original` is the table as it was read before, its rows sorted by
/// their codes. Cost: a join and a grouping in the engine; here O(n m).
/// \throws EngineFault; Error{bad_input} if the rows are not those of `original` any more;
/// Error{audit_failed} if the release has rows that are of no row of the original
[[nodiscard]] WrittenRows read_written(PrivateTables& tables,
                                       const KeyedRows& rows,
                                       const WrittenRelease& written,
                                       const Table& original);

}  // namespace kanon::engine

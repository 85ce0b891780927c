// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secret_random.hpp"
#include "kanon/linked/cluster/grouping.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::linked {

/// A release of linked tables, as it is written.
struct ReleasedTables {
    /// As those of LinkedTables; of a made one its key alone.
    std::vector<Table> tables;
    /// Per table and released row, the original row. Whoever has it knows whose the rows are.
    std::vector<std::vector<std::uint32_t>> original_row;
};

/// Released cells of the subjects' own quasi-identifiers, where a method for single tables found
/// them: per quasi-identifier, and per row of the original; rows that are left out have any. In the
/// tables below, quasi-identifiers are starred then.
using SubjectCells = std::vector<std::shared_ptr<const Column>>;

/// Carry out a decision. Quasi-identifiers show the least value that covers all rows of a group;
/// keys are numbers from 1 in the order of the rows, which is random, so that neither tells
/// anything; whoever refers to a key has the new one. Other columns are as they were, identifying
/// ones gone. Rows that are left out are in no table, and those below them neither.
///
/// Cost O(rows m). The order hangs on what is drawn alone.
[[nodiscard]] ReleasedTables release_tables(const LinkedTables& tables,
                                            const Grouping& grouping,
                                            SecretRandom& random,
                                            const SubjectCells* cells = nullptr);

}  // namespace kanon::linked

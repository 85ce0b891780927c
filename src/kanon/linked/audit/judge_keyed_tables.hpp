// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/fault_log.hpp"
#include "kanon/linked/schema/linked_tables.hpp"

#include <string>
#include <vector>

namespace kanon::linked::auditing {

/// Hold the columns that are coded under a secret key against the tables as they were read: table
/// by table as judge_keyed() does, each pseudonym and shift derived by the key again; and dates
/// that are shifted by rows of a table above, found anew by the links, by one number of days for
/// each of these rows in all tables. That the release has what is coded is held by the cell, as of
/// all kept columns. `checks`: a line for each such column that holds. Cost O(rows) for each
/// column.
void judge_keyed_tables(const LinkedTables& original,
                        kanon::auditing::FaultLog& log,
                        std::vector<std::string>& checks);

}  // namespace kanon::linked::auditing

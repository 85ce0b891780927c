// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/schema/linked_tables.hpp"

/// Columns of linked tables that are coded under a secret key: dates shifted by the person whom a
/// row belongs to, wherever that is said, and keys that are pseudonyms.
namespace kanon::linked {

/// Give a table that is not bound yet the persons by whom its dates are shifted, as the table
/// spells them whose key they are: so all dates of a person have one shift in all tables. A column
/// `by` that the table has is taken, but for its reference to the table above; one that it has not
/// is that of the nearest table above that has it, and is withheld. `above`: linked tables, parents
/// of this one among them. Cost O(rows) for each table on the way. \throws as join_keys()
void take_persons(const TablePolicy& asked, const LinkedTables& above, Policy& policy, Table& read);

/// Where the parent's key is released as pseudonyms, the references to it are. \pre they are linked
void follow_pseudonyms(const LinkedTable& parent, LinkedTable& child);

}  // namespace kanon::linked

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/linked/schema/foreign_keys.hpp"
#include "kanon/linked/schema/schema_policy.hpp"

#include <span>
#include <string>
#include <vector>

namespace kanon::linked {

/// The tree of tables below a subject in a database, from its foreign keys: the subject first, each
/// parent before its children. A table with keys of several tables of the tree is below the
/// deepest; the other key columns, which are keys of those above that, are identifying. Tables that
/// lead to no subject are left out.
///
/// \throws Error{bad_policy}: no table is below the subject; tables refer to each other in a
/// circle; a table is below two, neither of which is above the other
[[nodiscard]] std::vector<TablePolicy> tables_below(const NamedDatabase& database,
                                                    std::span<const ForeignKey> keys,
                                                    const std::string& subject,
                                                    const std::string& policy_file);

}  // namespace kanon::linked

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/schema/schema_policy.hpp"

#include <string>
#include <string_view>
#include <vector>

/// What reading a schema is made of.
namespace kanon::linked::schemas {

/// \throws Error{bad_policy}, at the line of the table
[[noreturn]] void refuse_policy(const SchemaPolicy& schema,
                                const TablePolicy& table,
                                const std::string& message);

/// In the order of the tables.
[[nodiscard]] std::vector<std::string_view> names_of_tables(const SchemaPolicy& schema);

/// Tables as they are read, and the names of their parents.
struct Unsorted {
    std::vector<TablePolicy> tables;
    std::vector<std::string> parents;  ///< "": none
};

/// The tables from the root down. \throws Error{bad_policy}: no root or several, a circle
void sort_tables(SchemaPolicy& schema, Unsorted read);

/// Check that each table says by what its rows are linked, and give keys their roles.
/// \throws Error{bad_policy}
void settle_links(SchemaPolicy& schema);

/// \throws Error{bad_policy} for a promise that linked tables are not given: against some who know
/// less, or by a model that is not of one column's values
void check_promise(const SchemaPolicy& schema, const PrivacyRequirement& asked);

/// What a single table may be promised, or say of its columns, and linked ones may not.
/// \throws Error{bad_policy}
void check_promises(const SchemaPolicy& schema);

}  // namespace kanon::linked::schemas

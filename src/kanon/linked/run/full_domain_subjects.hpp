// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/linked/cluster/grouping.hpp"
#include "kanon/linked/release/released_tables.hpp"
#include "kanon/linked/schema/linked_tables.hpp"

namespace kanon::linked {

/// What becomes of the rows, and of the subjects' own cells.
struct FullDomainSubjects {
    Grouping grouping;
    SubjectCells cells;
};

/// Recode the subjects' table alone, each quasi-identifier at one level in all rows (method
/// `optimal`, whose loss is proven to be the least for that table), and star the quasi-identifiers
/// of all tables below. Within a class of that table, subjects with like numbers of rows are
/// classed (cluster_parts()), so that the promise is the same. \throws Error: infeasible, and as
/// anonymize(); bad_policy if the subjects have no quasi-identifier of their own
[[nodiscard]] FullDomainSubjects recode_subjects(const LinkedTables& tables,
                                                 const RunContext& context);

}  // namespace kanon::linked

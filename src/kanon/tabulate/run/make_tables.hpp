// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"
#include "kanon/tabulate/audit/audit_cells.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"
#include "kanon/tabulate/contract/tabulate_options.hpp"

#include <string>
#include <vector>

namespace kanon::tabulate {

/// Count tables, and what the auditor says of them.
struct Tabulation {
    Table original;  ///< as counted: counted_table()
    CountTables tables;
    CellAudit audit;
};

/// Make the tables of all combinations of values of some columns with all their totals, protected
/// together (suppress_cells()), and audited. \throws Error as counted_table(); bad_input (too many
/// cells), audit_failed (a fault of kanon), cancelled
[[nodiscard]] Tabulation make_tables(const Table& table,
                                     const TabulateOptions& options,
                                     const RunContext& context);

/// Judge tables that were written: the same columns, `count` or `*`. What no witness was found for
/// is not proven, and may be safe. \throws as make_tables(), and bad_input if they do not fit
[[nodiscard]] Tabulation check_tables(const Table& table,
                                      const Table& published,
                                      const TabulateOptions& options,
                                      const RunContext& context);

/// The tables as one: a column for each column, then the counts, `*` where one is suppressed; a row
/// for each cell. A missing value is missing.
[[nodiscard]] Table published_table(const Tabulation& tabulation, const TabulateOptions& options);

}  // namespace kanon::tabulate

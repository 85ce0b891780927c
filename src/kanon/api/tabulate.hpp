// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/tabulate/run/make_tables.hpp"
#include "kanon/tabulate/run/tabulation_text.hpp"

namespace kanon {

/// Read, and make or judge. Columns that nothing names are not loaded.
/// \throws Error as read_input(), make_tables() and check_tables()
[[nodiscard]] tabulate::Tabulation run_job(const TabulateJob& job);

}  // namespace kanon

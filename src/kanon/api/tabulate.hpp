// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/tabulate/run/make_tables.hpp"
#include "kanon/tabulate/run/tabulation_text.hpp"

#include <string>

namespace kanon {

/// Count tables of a file, or such that were made before.
struct TabulateJob {
    std::string input;
    ReadOptions read;
    tabulate::TabulateOptions options;
    std::string check;  ///< tables to judge; "": make some
    RunContext context;
};

/// Read, and make or judge. Columns that nothing names are not loaded.
/// \throws Error as read_input(), make_tables() and check_tables()
[[nodiscard]] tabulate::Tabulation run_job(const TabulateJob& job);

}  // namespace kanon

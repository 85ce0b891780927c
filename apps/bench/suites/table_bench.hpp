// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/workplace.hpp"
#include "flags.hpp"
#include "suites/suite_file.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kanon::bench {

/// A benchmark that goes through the data sets of a suite and whose outcome is one table.
struct TableBench {
    std::string called;  ///< what a data set is called in the list of them
    std::function<void(const SuiteDataset&, Workplace&)> run;
    std::function<std::vector<std::vector<std::string>>()> cells;  ///< the table of what was run
    std::function<std::string()> json;
};

/// List the data sets if that was asked for; else run those that are there, print the table and
/// write it. Returns the exit status. \throws Error{bad_input} if none is there.
[[nodiscard]] int run_table_bench(SuiteHead suite,
                                  const SuiteFlags& options,
                                  const TableBench& bench);

}  // namespace kanon::bench

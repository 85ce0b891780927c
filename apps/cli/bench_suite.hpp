// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "bench_data.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli::bench {

/// One table of a suite.
struct SuiteDataset {
    std::string name;
    std::string about;
    DataSource data;
    ReadOptions read;
    std::string policy;  ///< YAML, ${shared} for the shared folder; columns it does not name are
                         ///< not read. "": the generator's, k alone
};

/// Methods compared on tables: which, for what, and what is shown of each release.
struct Suite {
    std::string name;
    std::string about;
    std::vector<const MethodInfo*> methods;  ///< by name; all of the suite's families
    std::vector<Objective> objectives;       ///< what is asked of each method that can
    std::vector<Objective> losses;           ///< what is shown
    std::vector<std::uint64_t> ks;
    std::string suppression = "0";
    std::optional<double> time_limit_seconds;  ///< of each run
    std::vector<SuiteDataset> datasets;
};

/// Read a suite's list `datasets`. \throws Error{bad_input} naming file and key
[[nodiscard]] std::vector<SuiteDataset> read_datasets(Members& members);

/// The data set of that name. \throws Error{bad_input} with the nearest name there is.
[[nodiscard]] const SuiteDataset& find_dataset(const std::vector<SuiteDataset>& datasets,
                                               const std::string& name,
                                               const std::string& file);

/// Read `NAME.json` of a folder. Methods are not listed there but the families whose methods the
/// catalogue has. \throws Error{bad_input} naming file and key
[[nodiscard]] Suite read_suite(const std::string& folder, const std::string& name);

/// What of a suite to run; empty: all.
struct SuiteChoice {
    std::vector<std::string> datasets;
    std::vector<std::string> methods;
    std::vector<std::string> objectives;
    std::vector<std::uint64_t> ks;
};

/// Objectives and k replace the suite's. \throws Error{usage} naming what the suite does not have,
/// with the nearest it has.
void narrow(Suite& suite, const SuiteChoice& choice);

/// What to ask of a method: the suite's objectives that it can work for, else its natural one.
[[nodiscard]] std::vector<Objective> objectives_for(const Suite& suite, const MethodInfo& method);

}  // namespace kanon::cli::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "data/data_source.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kanon::bench {

/// What somebody else's program or publication came to on a table.
struct PublishedLoss {
    std::string name;  ///< whose
    std::uint64_t k = 0;
    double value = 0;  ///< of the suite's first objective; without one it is not shown
};

/// One table of a suite.
struct SuiteDataset {
    std::string name;
    std::string about;
    DataSource data;
    ReadOptions read;
    std::string policy;  ///< YAML, ${shared} for the shared folder; columns it does not name are
                         ///< not read. "": the generator's, k alone
    std::vector<PublishedLoss> published{};  ///< to be shown beside ours
};

/// What every suite says, whatever it measures.
struct SuiteHead {
    std::string about;
    std::optional<double> time_limit_seconds;  ///< of each run
    std::vector<SuiteDataset> datasets;
};

/// Read `NAME.json` of a folder: into `head` what every suite says, then with `take_rest` what this
/// kind of suite has besides. \throws Error{bad_input} naming file and key
void read_suite_file(const std::string& folder,
                     const std::string& name,
                     SuiteHead& head,
                     const std::function<void(Members&)>& take_rest);

/// The data set of that name. \throws Error{bad_input} with the nearest name there is.
[[nodiscard]] const SuiteDataset& find_dataset(const SuiteHead& suite,
                                               const std::string& name,
                                               const std::string& file = "the suite");

}  // namespace kanon::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/data_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Protocols between parties, run and measured: bench/suites/parties.json.
namespace kanon::bench {

/// People with whole numbers, made up: attribute j of each is below values[j], low ones more often.
struct MadePeople {
    std::uint64_t rows = 0;    ///< of each party
    std::uint64_t common = 0;  ///< people whom both of two parties have; 0: as the protocol needs
    std::vector<std::uint64_t> values;
};

/// One protocol on one table.
struct PartiesCase {
    std::string name;
    std::string about;
    std::string protocol;
    std::uint64_t parties = 2;
    std::uint64_t k = 10;
    std::string suppression = "0";
    MadePeople made;     ///< rows 0: a file
    DataSource data;     ///< without a heading, cells apart by commas
    std::string policy;  ///< of the file: attributes, in YAML
    // Shown, never asserted.
    std::optional<double> goal_seconds;       ///< of the search
    std::optional<double> goal_search_ratio;  ///< over the search of the central method
    std::optional<double> goal_run_ratio;     ///< over its search, release and audit

    /// In a few words, for people.
    [[nodiscard]] std::string data_text() const;
};

struct PartiesSuite {
    std::string about;
    std::vector<PartiesCase> cases;
};

/// Read `parties.json` of a folder. \throws Error{bad_input} naming file and key
[[nodiscard]] PartiesSuite read_parties_suite(const std::string& folder);

}  // namespace kanon::bench

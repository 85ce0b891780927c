// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "parties/suite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::bench {

/// Wall-clock seconds.
struct RunSeconds {
    double search = 0;  ///< of the protocol: until its last message
    double run = 0;     ///< search, release and audit
};

/// What a protocol took, medians of its runs, and how its release was found right.
struct PartiesFigures {
    std::string name;
    std::uint64_t released_rows = 0;
    RunSeconds seconds;
    std::optional<RunSeconds> central;                        ///< of the method that sees all rows
    std::vector<std::pair<std::string, std::uint64_t>> sent;  ///< bytes, by party
    double peak_rss_mb = 0;  ///< MiB, of all parties and their tables in one process
    std::vector<std::string> proven;
};

/// Run the parties of a case in this process, `runs` times. Each release is audited against the
/// joined originals, and compared with that of the method that the protocol carries out among
/// parties, where there is one: row for row.
/// \throws Error{audit_failed} if a release is another, or the auditor refuses it
[[nodiscard]] PartiesFigures run_parties_case(const PartiesCase& of,
                                              std::uint64_t runs,
                                              Workplace& workplace,
                                              const RunContext& context);

}  // namespace kanon::bench
